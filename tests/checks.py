"""What scripts of many small checks share: options, a folder, the program, a count of checks, the loop over parts.

The options are read when this is imported; a script that has more of them names these with more_options:

    SCRIPT --saltus build/saltus [-v] [--part NAME,NAME]        -v prints what is good, too
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__)
parser.add_argument("--saltus", required=True)
parser.add_argument("-v", action="store_true")
parser.add_argument("--part", help="some of the parts, by name")
options = parser.parse_known_args()[0]
options.saltus = os.path.abspath(options.saltus)
folder = tempfile.mkdtemp(prefix="saltus-%s-" % os.path.basename(sys.argv[0])[:-3])
os.environ["SALTUS_CACHE"] = os.path.join(folder, "cache")
bad, good = [], []
SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def more_options(**names):
    """Options of a script beside those of all: --NAME VALUE, with the value that it has otherwise; False: a switch."""
    for name, value in names.items():
        parser.add_argument("--" + name, default=value, **(
            {"action": "store_true"} if value is False else {"type": type(value)}))
    parser.parse_args(namespace=options)
    options.saltus = os.path.abspath(options.saltus)


def saltus(*words, limit=600, text=""):
    """Called in the folder; `text` is its standard input."""
    return subprocess.run([options.saltus, *words], capture_output=True, text=True, errors="replace", timeout=limit,
                          cwd=folder, input=text)


def check(fine, what, detail=""):
    (good if fine else bad).append(what)
    if not fine:
        print(f"FAILED: {what}\n{detail}")
    elif options.v:
        print(f"good: {what}")


def near(value, wanted, tolerance=1e-6):
    return value is not None and abs(value - wanted) <= tolerance * max(1, abs(wanted))


def final(model, *words):
    """The final values of a run."""
    done = saltus("run", model, "--json", *words)
    try:
        return json.loads(done.stdout)["final"]
    except (ValueError, KeyError):
        check(False, f"{model} runs", done.stdout + done.stderr)
        return {}


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as f:
        f.write(text)
    return path


def run_parts(parts):
    """Ends the script."""
    parser.parse_args()                                     # what nobody has asked for is refused
    unknown = set(options.part.split(",") if options.part else []) - {part.__name__ for part in parts}
    if unknown:
        sys.exit(f"there is no part {', '.join(sorted(unknown))}: {', '.join(part.__name__ for part in parts)}")
    for part in parts:
        if not options.part or part.__name__ in options.part.split(","):
            part()
    shutil.rmtree(folder)
    print(f"{len(good)} passed, {len(bad)} failed")
    sys.exit(len(bad) > 0)
