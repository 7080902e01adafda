"""What generated tests share: the options, the loop over seeds, and a run that answers in JSON.

A test gives judge(saltus, seed, folder). It draws the case of the seed, runs it in the folder, which is the case's own,
and returns whether all is as it must be, with what there is to say; or None, if the seed makes no case.

    --count N     that many cases (--cases is the same); by itself a fifth with the sanitizers
    --seed N      of the first one; the others follow
    --only N      this seed alone
    --keep DIR    the cases stay in this folder
    -v            also what is said of cases that are as they must be
"""
import argparse
import concurrent.futures
import itertools
import json
import os
import subprocess
import tempfile

import sample

LIMIT = 1800            # seconds, against hanging


def run(saltus, path, text, *options, of=""):
    """What `saltus run --json` says of a text that is put into a file; `status` says what went wrong otherwise.
    `of`: the class, where the file has several."""
    with open(path, "w") as file:
        file.write(text)
    done = subprocess.run([saltus, "run", path + (":" + of if of else ""), "--json", *options],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                          cwd=os.path.dirname(path), timeout=LIMIT)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"status": "no JSON, status %d: %s" % (done.returncode, done.stderr[-2000:]), "final": {},
                "messages": []}


def told(answer):
    """The messages of an answer, one after another."""
    return "; ".join("%s %s" % (m["code"], m["text"]) for m in answer.get("messages", []))


def options(about, count, seed):
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--count", "--cases", type=int, default=sample.part(count))
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--only", type=int)
    parser.add_argument("--keep")
    parser.add_argument("-v", action="store_true")
    return parser.parse_args()


def main(about, judge, what, count, seed=1, far=1):
    """`what`: the cases, and what holds for them. `far`: how far apart the cases of two seeds begin."""
    o = options(about, count, seed)
    saltus, first = os.path.abspath(o.saltus), o.seed*far if o.only is None else o.only
    seeds, wanted = itertools.count(first), o.count if o.only is None else 1
    judged, wrong = 0, 0

    def one(number):
        own = os.path.join(os.path.abspath(o.keep or folder), str(number))
        os.makedirs(own, exist_ok=True)
        return judge(saltus, number, own)

    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        while judged < wanted:
            block = list(itertools.islice(seeds, wanted - judged))
            for number, answer in zip(block, pool.map(one, block)):
                if answer is None:
                    continue
                good, said = answer
                judged, wrong = judged + 1, wrong + (not good)
                if o.v or not good:
                    print("%s: case %d: %s" % ("ok" if good else "FAIL", number, said), flush=True)
            if o.only is not None:
                break
    print("from seed %d on: %d of %d %s" % (o.seed, judged - wrong, judged, what))
    return 1 if wrong else 0
