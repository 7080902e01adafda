#!/usr/bin/env python3
"""Runs the models under tests/wrong, each with a mistake in it, and compares the messages with those that it must give.

    wrong.py --saltus build/saltus [FILE.mo or FILE.cosy ...]        -v prints what the program says
    wrong.py --saltus build/saltus --pin                             pins the texts of all messages anew

The first comment of a file says what is wrong in it. What must be reported is written in it too, exactly and in order:

    //! error M0301 7:9        code, line and column; nothing in place of the column where a message has no place
    //! warning M0209 3:15     likewise, and info
    //! says TEXT              the text, notes or help of that message have TEXT in them
    //! class NAME             the class to run
    //! file PATH              the file or folder to run instead of this one, relative to it
    //! options -p x=1         options of the run; those with -p are given to `saltus check` too
    //! env NAME=PATH          an environment variable, the path relative to this file
    //! run                    `saltus check` finds nothing wrong: it fails only when run
    //! good                   there are warnings only, and the run ends well

In a COSY program the same lines stand in comments: (*! error C0301 7:9 *) on a line of its own, or many between (*! and
*).

Beside the list, an error must say by a note or a help what can be done, and show no name that is not the user's.
tests/wrong/texts.txt has the texts, notes, further places and helps of all messages. They are pins, taken from the
program itself, so that a change is seen: one that is meant is pinned with --pin, and the difference is read.
Nothing may go to stderr with --json. The mistakes that need large or odd files are made by wrong_generated.py.
"""
import argparse
import difflib
import json
import multiprocessing
import os
import re
import shlex
import subprocess
import sys

import notes
import sample
import wrong_generated

PARTS = ["", "structure"]     # folders; structure has models that are right as text and cannot be simulated
HARD_LIMIT = 900      # seconds; whoever needs them hangs
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "wrong")
PINS = os.path.join(FOLDER, "texts.txt")
INSIDE = re.compile(r"\$(?!file\.)[a-z]\w*|\blatch\d|\bnan\b|\(null\)")     # what must never reach a user
MISSING = re.compile(r"(?<![\w'])''|\S  \S")     # a name that is empty


class Wanted:
    """One message that must be reported."""

    def __init__(self, severity, code, place):
        self.severity, self.code, self.place, self.says = severity, code, place, []

    def key(self):
        return "%s %s%s" % (self.severity, self.code, " " + self.place if self.place else "")


class Case:
    """A file and what is written in it."""

    def __init__(self, path):
        self.path, self.target, self.name = path, path, None
        self.options, self.messages = [], []
        self.environment = {**os.environ, "SALTUS_TEST": "tests/wrong/" + os.path.relpath(path, FOLDER)}
        self.run = self.good = False
        folder = os.path.dirname(path)
        for _, _, text in notes.read(path, "!"):
            word, _, rest = text.strip().partition(" ")
            self.directive(word, rest.strip(), folder)
        if not self.messages:
            raise ValueError("%s expects no message" % path)

    def directive(self, word, rest, folder):
        if word in ("error", "warning", "info"):
            code, _, place = rest.partition(" ")
            self.messages.append(Wanted(word, code, place))
        elif word == "says":
            self.messages[-1].says.append(rest)
        elif word == "class":
            self.name = rest
        elif word == "file":
            self.target = os.path.normpath(os.path.join(folder, rest))
        elif word == "options":
            self.options += shlex.split(rest)
        elif word == "env":
            name, _, value = rest.partition("=")
            self.environment[name] = os.path.join(folder, value)
        elif word == "run":
            self.run = True
        elif word == "good":
            self.good = True
        else:
            raise ValueError("%s: '%s' is no directive" % (self.path, word))

    def argument(self):
        return self.target + (":" + self.name if self.name else "")


def call(saltus, arguments, environment=None):
    """Exit status, stdout and stderr; a status below zero is a crash, None a hang."""
    try:
        done = subprocess.run([saltus] + arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE,
                              timeout=HARD_LIMIT, env=environment)
    except subprocess.TimeoutExpired:
        return None, "", ""
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def ended(status):
    if status is None:
        return "did not end"
    return "crashed (signal %d)" % -status if status < 0 else "ended with %d" % status


def key_of(message):
    place = " %d:%d" % (message["line"], message["column"]) if message["line"] else ""
    return "%s %s%s" % (message["severity"], message["code"], place)


def unfit(text):
    """A text that shows what is not the user's, or has a name that is empty."""
    return INSIDE.search(text) or MISSING.search(text)


def everything(message):
    return " ".join([message["text"], message["help"]] + message["notes"])


def judge_messages(case, messages):
    got, wanted = [key_of(m) for m in messages], [w.key() for w in case.messages]
    if got != wanted:
        yield "reported %s, wanted %s" % (got, wanted)
        return
    for message, want in zip(messages, case.messages):
        for text in want.says:
            if text not in everything(message):
                yield "%s does not say '%s': %s" % (want.key(), text, everything(message))
        if not message["text"]:
            yield "%s has no text" % want.key()
        if message["severity"] == "error" and not message["help"] and not message["notes"]:
            yield "%s has neither a note nor a help: %s" % (want.key(), message["text"])
        if INSIDE.search(everything(message)):
            yield "%s shows a name that is not in the model: %s" % (want.key(), everything(message))
        for part in [message["text"], message["help"]] + message["notes"]:
            if MISSING.search(part):
                yield "%s has a name that is empty: %s" % (want.key(), part)
        if message["line"] and not os.path.exists(message["file"]):
            yield "%s names the file '%s'" % (want.key(), message["file"])


def texts_of(messages):
    """The lines that pin the messages of an input: what no expectation names, without the folders of a machine."""
    for m in messages:
        yield "%s %s" % (key_of(m), m["text"])
        for a in m["also"]:
            here = a["file"].startswith(FOLDER)        # lines of libraries move
            yield "also %s%s %s" % (os.path.basename(a["file"]), ":%d:%d" % (a["line"], a["column"]) if here else "",
                                    a["text"])
        yield from ("note " + note for note in m["notes"] if note not in [a["text"] for a in m["also"]])
        if m["help"]:
            yield "help " + m["help"]


def pinned(messages):
    text = "\n".join(texts_of(messages)).replace(FOLDER + os.sep, "").replace("\n", "\n\t")
    return re.sub(r"/tmp/[\w./-]+", "/tmp/...", text)


def read_pins():
    """By name: the lines of an input, each but the first behind a tab."""
    with open(PINS, encoding="utf-8") as stream:
        parts = re.split(r"^(?=\S)", stream.read(), flags=re.M)
    return dict(part.rstrip("\n").split("\n\t", 1) for part in parts if "\n\t" in part)


def write_pins(pins):
    with open(PINS, "w", encoding="utf-8") as stream:
        stream.write("# What the inputs of this folder are told, word by word: pins, made by tests/wrong.py --pin.\n")
        stream.writelines("%s\n\t%s\n" % (name, text) for name, text in sorted(pins.items()))


def judge_pin(text, name, pins):
    if pins is None or text == pins.get(name):
        return
    if name not in pins:
        yield "its messages are not pinned: wrong.py --pin"
        return
    yield "its messages differ from what is pinned:\n\t" + "\n\t".join(
        line for line in difflib.ndiff(pins[name].split("\n\t"), text.split("\n\t")) if line[0] in "-+")


def judge_check(saltus, case):
    given, rest = [], list(case.options)
    while rest:
        word = rest.pop(0)
        if word == "-p":
            given += [word, rest.pop(0)]
    status, out, said = call(saltus, ["check", case.argument()] + given, case.environment)
    wanted = 0 if case.run or case.good else 1
    if status != wanted:
        yield "saltus check %s, wanted %d%s" % (ended(status), wanted, "\n" + said if status else "")
    elif wanted and out:
        yield "saltus check failed, but wrote to stdout: %s" % out.splitlines()[0]


def judge(job):
    """The path, what is wrong, and the texts of the messages."""
    saltus, path, verbose, pins = job
    try:
        case = Case(path)
    except ValueError as error:
        return path, [str(error)], ""
    status, out, said = call(saltus, ["run", case.argument(), "--json", "--timeout", "600"] + case.options,
                             case.environment)
    bad = []
    if verbose:
        print(call(saltus, ["run", case.argument(), "--quiet"] + case.options, case.environment)[2] or out)
    if status != (0 if case.good else 1):
        bad.append("saltus run %s" % ended(status))
    if said:
        bad.append("stderr has:\n" + said[:4000])
    try:
        summary = json.loads(out)
    except ValueError:
        return path, bad + ["stdout is not JSON: %s" % out[:200]], ""
    if (summary["status"] == "failed") == case.good:
        bad.append("the status is '%s'" % summary["status"])
    text = pinned(summary["messages"])
    bad += judge_messages(case, summary["messages"])
    bad += judge_pin(text, os.path.relpath(path, FOLDER), pins)
    if not sample.SANITIZED:                 # `check` goes the first half of the way of `run`
        bad += judge_check(saltus, case)
    return path, bad, text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("-v", action="store_true", dest="verbose")
    parser.add_argument("--stop", action="store_true", help="at the first input that is answered otherwise")
    parser.add_argument("--pin", action="store_true", help="pin the texts of all messages as they are")
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    files = arguments.files or sorted(os.path.join(FOLDER, part, f) for part in PARTS
                                      for f in os.listdir(os.path.join(FOLDER, part))
                                      if f.endswith((".mo", ".cosy")))
    pins = None if arguments.pin else read_pins()
    jobs = [(os.path.abspath(arguments.saltus), os.path.abspath(f), arguments.verbose, pins) for f in files]
    with multiprocessing.Pool(min(len(jobs), os.cpu_count())) as pool:
        results = []
        for result in pool.imap(judge, jobs):
            results.append(result)
            if result[1] and arguments.stop:
                break
    if not arguments.files and not (arguments.stop and results[-1][1]):
        results += [(path, bad, "") for path, bad in wrong_generated.judge_all(os.path.abspath(arguments.saltus), call,
                                                                               ended, unfit)]
    if arguments.pin:
        kept = read_pins() if arguments.files else {}
        write_pins({**kept, **{os.path.relpath(path, FOLDER): text for path, _, text in results if text}})
    failed = 0
    for path, bad, _ in results:
        failed += bool(bad)
        for text in bad:
            print("%s: %s" % (os.path.relpath(path, FOLDER) if os.path.isabs(path) else path, text))
    print("%d of %d wrong inputs are answered as they should be" % (len(results) - failed, len(results)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
