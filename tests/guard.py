#!/usr/bin/env python3
"""What must not happen whatever a model, its C, a signal or a damaged file does: lost results, half a file, a status
that says that all is well, processes and files that are left behind, C that is executed unasked.

    guard.py --saltus build/saltus [--tiers build/tiers] [--seed N] [NAME ...]        the tests of these names only

Known answers: x' = 1 from 0, so x = y = time in every row that is written. Moments and damages are drawn at random; the
seed is printed. Most of the time is spent waiting, so several cases go on at a time. The program `tiers` fills the
cache at once, which a run does when it lasts.
"""
import argparse
import concurrent.futures
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

import command_tools
from command_tools import has, same, true
from guard_crashes import COMPILER, ENDLESS, MODEL, ONCE, TESTS, each, test, tier, whole_table

# a shell that starts this in the background has it ignored, and so would what is interrupted here
signal.signal(signal.SIGINT, signal.default_int_handler)
HERE = os.path.dirname(os.path.abspath(__file__))


class Box(command_tools.Box):
    """A folder, with another one for temporary files and one for the cache, so that what is left behind is seen."""

    def __init__(self, saltus):
        super().__init__(saltus)
        for name in ("tmp", "cache"):
            os.makedirs(self.path(name), mode=0o700)
        self.environment = {"TMPDIR": self.path("tmp"), "SALTUS_CACHE": self.path("cache")}

    def call(self, *arguments, env=None, **rest):
        return super().call(*arguments, env=dict(self.environment, **(env or {})), **rest)

    def start(self, *arguments, env=None):
        return subprocess.Popen([self.saltus] + list(arguments), cwd=self.folder, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env=dict(os.environ, **dict(self.environment, **(env or {}))))

    def fill_cache(self, name):
        """The object of the system compiler into the cache, at once."""
        subprocess.run([self.tiers, name], cwd=self.folder, check=True, capture_output=True, stdin=subprocess.DEVNULL,
                       timeout=command_tools.LIMIT,
                       env=dict(os.environ, **self.environment))

    def empty_cache(self):
        shutil.rmtree(self.path("cache"))
        os.makedirs(self.path("cache"), mode=0o700)

    def processes(self):
        """Those that work in this folder: the compiler and its children do."""
        found = []
        for name in os.listdir("/proc"):
            try:
                if name.isdigit() and os.readlink("/proc/%s/cwd" % name).startswith(self.folder):
                    with open("/proc/%s/stat" % name) as file:
                        if file.read().rsplit(")", 1)[1].split()[0] != "Z":
                            found.append(int(name))
            except OSError:
                pass
        return found

    def nothing_left(self, what):
        """No process, no temporary file, no half file."""
        for _ in range(200):
            if not self.processes():
                break
            time.sleep(0.05)
        same(self.processes(), [], "processes after " + what)
        same(os.listdir(self.path("tmp")), [], "temporary files after " + what)
        same([n for n in os.listdir(self.path("cache")) if not re.fullmatch(r"[0-9a-f]{32}\.so", n)], [],
             "files of the cache after " + what)
        same([n for n in os.listdir(self.folder) if n.endswith(".part")], [], "half files after " + what)


def build_library(box, folder, text, shared=True):
    os.makedirs(box.path(folder), exist_ok=True)
    box.write(folder + "/part.c", text)
    if shared:
        subprocess.run([COMPILER, "-shared", "-fPIC", "-o", "libpart.so", "part.c"], cwd=box.path(folder), check=True)
    else:
        subprocess.run([COMPILER, "-c", "-fPIC", "part.c"], cwd=box.path(folder), check=True)
        subprocess.run(["ar", "rcs", "libpart.a", "part.o"], cwd=box.path(folder), check=True)


LINKED = """model M
  function f
    input Real u;
    output Real y;
    external "C" y = part(u) annotation(Library = "part", LibraryDirectory = "file://%s"%s);
  end f;
  parameter Real w = 0;
  Real x(start = 0, fixed = true), y = f(x), a(start = 0, fixed = true), b(start = 1, fixed = true);
equation
  der(x) = 1;
  der(a) = w*b;
  der(b) = -w*a;
end M;
"""


def until_compiled(box):
    """Runs until the object of the system compiler comes from the cache."""
    for _ in range(20):
        said = box.good(*ONCE)
        if tier(said) == 2:
            break
        box.good(*ONCE, "-p", "w=3e5")
    return said


@each("-Wl,--version", "a,-z,defs", "b -Wl,--no-such-option", "@c", "d;e")
def folders_are_no_options(box, folder):
    """Whatever the folder of a library is called, it is a folder."""
    if not COMPILER:
        return
    build_library(box, folder, "double part(double u) { return 2*u; }\n")
    box.write("m.mo", LINKED % (box.path(folder), ""))
    box.fill_cache("m.mo")
    said = box.good(*ONCE)
    same(tier(said), 2, "tier with a library in '%s': %s" % (folder, said.err))
    true(abs(said.json()["final"]["y"] - 2) < 1e-9, "value with a library in '%s'" % folder)
    box.nothing_left("libraries")


# ------------------------------------------------------------------------------------------------------- cache


@test
def changed_headers_count(box):
    """The object of the cache is made of what is included, by whatever way."""
    if not COMPILER:
        return
    os.makedirs(box.path("include"))
    box.write("include/outer.h", "#include \"inner.h\"\nstatic double f(double u) { return FACTOR*u; }\n")
    box.write("m.mo", """model M
  function f
    input Real u;
    output Real y;
    external "C" y = f(u) annotation(Include = "#include \\"outer.h\\"", IncludeDirectory = "file://%s");
  end f;
  parameter Real w = 0;
  Real x(start = 0, fixed = true), y = f(x), a(start = 0, fixed = true), b(start = 1, fixed = true);
equation
  der(x) = 1;
  der(a) = w*b;
  der(b) = -w*a;
end M;
""" % box.path("include"))
    for factor in (3, 5, 3, 7):
        box.write("include/inner.h", "#define FACTOR %d\n" % factor)
        for first in (True, False):
            said = box.good(*ONCE)
            true(abs(said.json()["final"]["y"] - factor) < 1e-9, "y is %r with factor %d" % (said.json()["final"]["y"],
                    factor))
            if first:
                box.fill_cache("m.mo")
        same(tier(said), 2)
    box.nothing_left("headers")


@each("static", "shared", "static of the system")
def changed_libraries_count(box, folder):
    """A library that becomes part of the object, and one that does not; in a folder of the model, or where the linker
    looks."""
    if not COMPILER:
        return
    for factor in (2, 3):
        build_library(box, folder, "double part(double u) { return %d*u; }\n" % factor, folder == "shared")
        box.write("m.mo", LINKED % (box.path(folder), ", Include = \"double part(double u);\""))
        if "system" in folder:
            box.environment["LIBRARY_PATH"] = box.path(folder)
            box.write("m.mo", box.read("m.mo").decode().replace(", LibraryDirectory = \"file://%s\"" % box.path(folder),
                                                                ""))
        for first in (True, False):
            said = box.good(*ONCE)
            true(abs(said.json()["final"]["y"] - factor) < 1e-9,
                 "y is %r with factor %d, %s" % (said.json()["final"]["y"], factor, folder))
            if first:
                box.fill_cache("m.mo")
        same(tier(said), 2)


PLAIN = """model M
  parameter Real w = 0;
  Real x(start = 0, fixed = true), y = x, a(start = 0, fixed = true), b(start = 1, fixed = true);
equation
  der(x) = 1;
  der(a) = w*b;
  der(b) = -w*a;
end M;
"""


def damage(good, rng):
    kind = rng.randrange(5)
    bad = bytearray(good)
    if kind == 0:
        return good[:rng.randrange(len(good))]
    if kind == 1:
        at = rng.randrange(len(good))
        return good[:at] + bytes(len(good) - at)
    if kind == 2:
        at, n = rng.randrange(len(good)), rng.randrange(1, 4096)
        bad[at:at + n] = bytes(len(bad[at:at + n]))
        return bytes(bad) if bytes(bad) != good else good + b"x"
    if kind == 3:
        for _ in range(rng.randrange(1, 9)):
            bad[rng.randrange(len(bad))] ^= 1 << rng.randrange(8)
        return bytes(bad) if bytes(bad) != good else good + b"x"
    return good + bytes(rng.randrange(256) for _ in range(rng.randrange(1, 99)))


@each(*range(4))
def damaged_objects(box, part):
    """Two hundred damages in four parts: the results are the same, and the object is removed or made again."""
    if not COMPILER:
        return
    box.write("m.mo", PLAIN)
    box.fill_cache("m.mo")
    name = "cache/" + os.listdir(box.path("cache"))[0]
    good = box.read(name)
    said = box.good("run", "m.mo", "-o", "right.csv", "--profile")
    same(tier(said), 2, "tier with a good object")
    right = box.read("right.csv")
    for k in range(50 if not box.sanitized else 10):
        with open(box.path(name), "wb") as file:
            file.write(damage(good, box.rng))
        said = box.good("run", "m.mo", "-o", "a.csv", "--profile")
        same(tier(said), 1, "tier with damage %d" % k)
        same(box.read("a.csv"), right, "results with damage %d" % k)
        true(not os.path.exists(box.path(name)), "a damaged object was removed, %d" % k)
    if part == 0:
        same(tier(until_compiled(box)), 2, "tier when it was made again")
    box.nothing_left("damages")


@test
def damage_while_it_runs(box):
    """Objects in use, several processes, and a folder that is emptied and damaged meanwhile."""
    if not COMPILER:
        return
    box.write("m.mo", PLAIN)
    running = [box.start("run", "m.mo", "-p", "w=3e5", "--json") for _ in range(4)]
    while any(r.poll() is None for r in running):
        for name in os.listdir(box.path("cache")):
            try:
                if not name.startswith("making-"):
                    os.truncate(box.path("cache/" + name), box.rng.randrange(4096))
            except OSError:
                pass
        time.sleep(0.01)
    for r in running:
        out, err = r.communicate()
        same(r.returncode, 0, err.decode())


# ------------------------------------------------------------------------------------- signals, time and memory

SLOW = ("model Slow\n  Real x(start = 0, fixed = true), y(start = 1, fixed = true);\n"
        "equation\n  der(x) = 1e5*y;\n  der(y) = -1e5*x;\nend Slow;\n")
STORM = ("model Storm\n  Real x(start = 0, fixed = true);\n  discrete Integer n(start = 0, fixed = true);\nequation\n"
         "  der(x) = 1;\n  when x > pre(n)*1e-7 then\n    n = pre(n) + 1;\n  end when;\nend Storm;\n")
LARGE = ("model Large\n  Real z[1500, 1500];\nequation\n  for i in 1:1500 loop\n    for j in 1:1500 loop\n"
         "      z[i, j] = if time > i + j then z[j, i]*2 + time else 3;\n    end for;\n  end for;\nend Large;\n")
SUM = "model Sum\n  Real x = sum(1:1e-9:10);\nend Sum;\n"


def until_it_listens(process):
    """Before it has begun to listen a signal ends a program as it ends any."""
    while process.poll() is None:
        with open("/proc/%d/status" % process.pid) as file:
            if int(re.search(r"SigCgt:\s*(\w+)", file.read()).group(1), 16) & 1 << signal.SIGINT - 1:
                return
        time.sleep(0.001)


INTERRUPTED = {
    "slow": (SLOW, "run slow.mo --stop 1e4 -o a.csv -o a.mat"), "slow isolated": (SLOW,
            "run slow.mo --stop 1e4 -o a.csv --isolate"),
    "storm": (STORM, "run storm.mo --stop 10 -o a.csv"), "large": (LARGE, "run large.mo -o a.csv"),
    "check": (LARGE, "check large.mo"),
    "flat": (LARGE, "flat large.mo"), "sum": (SUM, "run sum.mo -o a.csv"),
    "spins": (MODEL % ENDLESS["spins"], "run spins.mo -o a.csv"),
    "sleeps isolated": (MODEL % ENDLESS["sleeps"], "run sleeps.mo -o a.csv --isolate")}


@each(*INTERRUPTED)
def signals_at_any_moment(box, name):
    """Runs and checks that are interrupted: the status of the signal, whole files, nothing left behind."""
    text, words = INTERRUPTED[name]
    arguments = words.split()
    box.write(arguments[1], text)
    for _ in range(3):
        number, delay = (signal.SIGINT, signal.SIGTERM)[box.rng.randrange(2)], box.rng.random() ** 2
        told = "%s after %.3f s of %s" % (number.name, delay, words)
        process = box.start(*arguments)
        until_it_listens(process)
        time.sleep(delay)
        process.send_signal(number)
        try:
            out, err = process.communicate(timeout=command_tools.LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            raise AssertionError("it goes on after " + told)
        true(process.returncode == 128 + number or (process.returncode == 0 and arguments[0] == "flat"),
             "status %d: %s: %s" % (process.returncode, told, err.decode()))
        if process.returncode == 128 + number:
            true(b"[R0342]" in err or b"[U0340]" in err or b"[U0348]" in err,
                 "what is said about %s: %s" % (told, err.decode()))
        if os.path.exists(box.path("a.csv")):
            whole_table(box, "a.csv", told)
            os.unlink(box.path("a.csv"))
        elif process.returncode > 0 and b"[R0342] " in err:
            true(b"wrote" not in out, "no file after " + told)
        if os.path.exists(box.path("a.mat")):
            same(box.read("a.mat")[20:26], b"Aclass", "the first matrix after " + told)
            os.unlink(box.path("a.mat"))
        box.nothing_left(told)


@test
def a_second_signal_ends_at_once(box):
    box.write("m.mo", MODEL % ENDLESS["spins"])
    process = box.start("run", "m.mo", "-o", "a.csv", "--timeout", "60")
    until_it_listens(process)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=command_tools.LIMIT)
    same(process.returncode, 130)
    box.nothing_left("a second signal")


@test
def replications_are_interrupted(box):
    with open(os.path.join(HERE, "../examples/mm1.cosy")) as file:
        box.write("many.cosy", file.read().replace("REPLICATIONS = 20", "REPLICATIONS = 100000"))
    # a busy machine may need the shorter ones for less than two runs
    for wait in (1, 8, 64):
        process = box.start("run", "many.cosy", "--threads", "2")
        until_it_listens(process)
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=command_tools.LIMIT)
        same(process.returncode, 130, err.decode())
        made = re.search(r"MM1: (\d+) runs", out.decode())    # those that have ended count
        if made and int(made.group(1)) > 1:
            break
    has(err.decode(), "[R0342]")
    true(made and 1 < int(made.group(1)) < 100000, "the line about the runs: " + out.decode())
    has(out.decode(), "means of %s replications" % made.group(1))
    has(out.decode(), "STAY ")


@each("--timeout", "SIGINT", "SIGTERM")
def programs_are_stopped(box, how):
    """A program that is stopped shows what it has: its lists, its statistics and the line about the run."""
    box.write("long.cosy", """PROGRAM LONG;
VAR STATE X; COLLECT W; TEVENT TICK;
MONITOR INITCOND X = 1.0; SIMULATE FROM 0.0 TO 1.0E9 COMINT = 1000.0 END;
SYSTEM
  INITIAL SCHEDULE TICK AT 1.0 END;
  CONTINUOUS X' = SIN(TIME) END;
  DISCRETE EVENTS TICK: W := X; SCHEDULE TICK IN 1.0 END END END
END;
OUTPUT LIST X END
END.
""")
    for wait in (1.5, 12, 96):                                  # a busy machine may need the shorter ones to translate
        process = box.start("run", "long.cosy", "-o", "a.csv", *(["--timeout", str(wait)] if how == "--timeout"
                                                                 else []))
        until_it_listens(process)
        if how != "--timeout":
            time.sleep(wait)
            process.send_signal(getattr(signal, how))
        out, err = process.communicate(timeout=command_tools.LIMIT)
        same(process.returncode, {"--timeout": 3, "SIGINT": 130, "SIGTERM": 143}[how], err.decode())
        if "U034" not in err.decode():
            break
    for text in ("LONG: 0 to ", "wrote a.csv", "W  ", "time  "):
        has(out.decode(), text)
    box.nothing_left(how)


@test
def a_killed_program_takes_its_compiler_along(box):
    box.write("cc", "#!/bin/sh\nsleep 100 &\nsleep 100\n")
    os.chmod(box.path("cc"), 0o700)
    box.write("slow.mo", SLOW)
    process = box.start("run", "slow.mo", "--stop", "1e6", env={"SALTUS_CC": box.path("cc")})
    for _ in range(300):
        if len(box.processes()) > 3:
            break
        time.sleep(0.05)
    true(len(box.processes()) > 3, "the compiler was started")
    process.kill()
    process.communicate()
    for _ in range(200):
        if not box.processes():
            break
        time.sleep(0.05)
    same(box.processes(), [], "processes after SIGKILL")


@each("check large.mo", "flat large.mo", "code large.mo", "run large.mo", "run sum.mo", "run nested.mo",
      "check rope.mo -p n=4040", "run rope.mo -p n=4040")
def time_counts_for_everything(box, words):
    arguments = words.split()
    box.write("large.mo", LARGE)
    box.write("sum.mo", SUM)
    shutil.copy(os.path.join(HERE, "models/index/rope.mo"), box.folder)
    box.write("nested.mo", "model Nested\n  Real y = sum(sin(i*j*k*l) for i in 1:1000, j in 1:1000, k in 1:1000, l in "
                           "1:1000);\nend Nested;\n")
    for json in ([], ["--json"]) if arguments[0] in ("run", "check") else ([],):
        said = box.call(*arguments, "--timeout", "0.5", *json)
        if arguments[0] == "flat" and said.status == 0:
            continue
        same(said.status, 3, "%s: %s" % (words, said.err))
        if json:
            same(said.json()["status"], "timeout")
            for key in ("severity", "code", "text", "file", "line", "column", "end_line", "end_column", "notes",
                        "help"):
                true(key in said.json()["messages"][-1], "a message has '%s'" % key)
            true(said.codes()[-1] in ("U0341", "R0405"), "codes %r" % said.codes())
        else:
            true("[U0341]" in said.err or "[R0405]" in said.err, said.err)
    box.nothing_left(words)


@test
def memory_is_limited(box):
    box.write("large.mo", LARGE)
    box.write("slow.mo", SLOW)
    said = box.call("check", "large.mo", "--memory", "150M")
    same(said.status, 1, said.err)
    has(said.err, "[U0342]")
    has(said.err, "large.mo:6")
    said = box.call("run", "slow.mo", "--stop", "10", "--step", "1e-6", "--memory", "150M", "-o", "a.mat")
    same(said.status, 1, said.err)
    has(said.err, "[R0343]")
    same(box.read("a.mat")[20:26], b"Aclass", "rows are kept")
    for bad in ("0", "-1", "1X", "many", "4GG", "1e300"):
        said = box.call("run", "slow.mo", "--memory", bad)
        same(said.status, 2, bad)
        has(said.err, "[U0003]")


def judge(arguments, sanitized, function, case):
    """What is wrong with this case, or nothing."""
    name = " ".join([function.__name__] + [str(c) for c in case])
    box = Box(os.path.abspath(arguments.saltus))
    box.tiers = os.path.abspath(arguments.tiers or os.path.join(os.path.dirname(arguments.saltus), "tiers"))
    box.sanitized = sanitized
    box.rng = random.Random("%d %s" % (arguments.seed, name))
    try:
        function(box, *case)
        return ""
    except (AssertionError, ValueError, KeyError, IndexError, OSError, subprocess.SubprocessError) as error:
        return "%s: %s: %s" % (name, type(error).__name__, error)
    finally:
        for process in box.processes():
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        shutil.rmtree(box.folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--tiers", help="the program that compiles with both compilers; the one beside the program "
                                        "unless given")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    print("seed %d" % arguments.seed, flush=True)
    sanitized = b"libasan" in subprocess.run(["ldd", arguments.saltus], stdout=subprocess.PIPE).stdout
    chosen = [(function, case) for function, case in TESTS if not arguments.names
              or function.__name__ in arguments.names]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for wrong in pool.map(lambda one: judge(arguments, sanitized, *one), chosen):
            failed += bool(wrong)
            if wrong:
                print(wrong, flush=True)
    print("%d of %d tests of the guard passed" % (len(chosen) - failed, len(chosen)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
