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
import csv
import json
import math
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

# a shell that starts this in the background has it ignored, and so would what is interrupted here
signal.signal(signal.SIGINT, signal.default_int_handler)

TESTS = []
COMPILER = shutil.which("cc")
HERE = os.path.dirname(os.path.abspath(__file__))

# y = f(x): harmless below x = 0.5. What it does from there on is put in place of WHAT.
MODEL = """model M
  function f
    input Real u;
    output Real y;
    external "C" y = f(u) annotation(Include = "
#define _GNU_SOURCE
#include <assert.h>
#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int zero = 0;
static double deep(double x, int n) { char a[1000]; memset(a, n, sizeof a);
    return deep(x + a[n %% 1000], n + 1) + a[3]; }
static void *ends(void *p) { exit(0); return p; }
static double f(double u) { if (u < 0.5) return u; %s; return u; }
");
  end f;
  parameter Real w = 0 "a run lasts the longer the larger it is: with 2e5 about a second";
  Real x(start = 0, fixed = true);
  Real y = f(x);
  Real a(start = 0, fixed = true), b(start = 1, fixed = true);
equation
  der(x) = 1;
  der(a) = w*b;
  der(b) = -w*a;
end M;
"""

# What a function may do instead of returning, and the words of the message.
CRASHES = {
    "segv": ("*(volatile int *)8 = 1", "SIGSEGV"),
    "strlen": ("strlen((char *)0 + 8*zero + (zero ? 0 : 8))", "SIGSEGV"),
    "jump": ("((void (*)(void))16)()", "SIGSEGV"),
    "divide": ("return 1/zero", "SIGFPE"),
    "trap": ("feenableexcept(FE_DIVBYZERO); return 1.0/zero", "SIGFPE"),
    "bus": ("raise(SIGBUS)", "SIGBUS"),
    "illegal": ("raise(SIGILL)", "SIGILL"),
    "abort": ("abort()", "SIGABRT"),
    "assert": ("assert(zero)", "SIGABRT"),
    "stack": ("return deep(u, 0)", "SIGSEGV"),
    "free": ("free((void *)16)", ""),
    "exit": ("exit(0)", "exit(0)"),
    "_exit": ("_exit(0)", "_exit(0)"),
    "_Exit": ("_Exit(7)", "_Exit(7)"),
    "quick_exit": ("quick_exit(0)", "quick_exit(0)"),
}
# It never returns.
ENDLESS = {"spins": "for (;;) zero++", "sleeps": "for (;;) sleep(1)", "allocates": "for (;;) free(malloc(100 + (zero++ "
           "& 63)))",
           "waits": "int p[2]; char c; pipe(p); while (read(p[0], &c, 1) >= 0 || 1) ;"}
# It changes what is not its own, and returns.
CHANGES = {"rounding": ("fesetround(FE_UPWARD)", "R0341"), "traps": ("feenableexcept(FE_INVALID)", "R0341"),
           "locale": ("setlocale(LC_ALL, \\\"C.UTF-8\\\")", "R0341"), "folder": ("chdir(\\\"/\\\")", "U0343"),
           "fclose": ("fclose(stdout)", "U0344"), "close": ("close(1)", "U0344"),
           "reopen": ("freopen(\\\"other\\\", \\\"w\\\", stdout)", "U0344"),
           "handlers": ("signal(SIGINT, SIG_IGN); signal(SIGSEGV, SIG_DFL)", "U0345"),
           "command": ("if (zero == 0) { zero = 1; system(\\\"sleep 0.3\\\"); }", None),
           "child": ("pid_t p = fork(); if (p == 0) _exit(0); waitpid(p, 0, 0)", None),
           "crashing child": ("pid_t p = fork(); if (p == 0) abort(); waitpid(p, 0, 0)", None)}


def test(function):
    TESTS.append((function, ()))
    return function


def each(*cases):
    """A test of several cases, which may go on at the same time."""
    def note(function):
        TESTS.extend((function, (case,)) for case in cases)
        return function
    return note


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


def whole_table(box, name, what):
    """A CSV file that is whole: every row has all columns, all are numbers, the last line has its end."""
    text = box.read(name)
    true(text.endswith(b"\n"), "the last line of the file after " + what)
    rows = list(csv.reader(text.decode().splitlines()))
    for row in rows[1:]:
        same(len(row), len(rows[0]), "columns of a row after " + what)
    return rows[0], [[float(v) for v in row] for row in rows[1:]]


def is_clock(header, rows, until, what):
    """x = y = time, up to the step in which it happened; steps are at most a tenth of the run."""
    at = [header.index(n) for n in ("time", "x", "y")]
    for row in rows:
        true(abs(row[at[1]] - row[at[0]]) < 1e-9 and abs(row[at[2]] - row[at[0]]) < 1e-9,
             "row %r after %s" % (row, what))
    true(rows[-1][0] >= until, "rows up to %g after %s" % (rows[-1][0], what))


# ------------------------------------------------------------------------------------------------- external C


@each(*CRASHES)
def crashes(box, name):
    """The function is named, what was computed is written, the status is 1: in the process and isolated."""
    what, says = CRASHES[name]
    for isolate in ([], ["--isolate"]) if not box.sanitized or name in ("segv", "stack", "free", "exit") else ([],):
        told = " ".join([name] + isolate)
        box.write("m.mo", MODEL % what)
        said = box.call("run", "m.mo", "-o", "a.csv", "--timeout", "600", *isolate)
        same(said.status, 1, "status after %s: %s" % (told, said.err))
        has(said.err, "[R0340]")
        has(said.err, "'M.f'")
        if not isolate:
            has(said.err, says)
        is_clock(*whole_table(box, "a.csv", told), 0.4, told)
        os.unlink(box.path("a.csv"))
        box.nothing_left(told)


# x' = f(time): f is called for times to come as well, because x begins at zero and has no size; the run must not end
# there.
FORCED = MODEL.replace("Real y = f(x);", "Real y = f(time);").replace("der(x) = 1;", "der(x) = f(time);")


@each("u", "0*u", "u*u")
def crashes_far_ahead(box, gives):
    """Rows up to a fifth of the run before the crash, although nothing tells the size of x before it moves."""
    for what in ("segv", "exit"):
        box.write("m.mo", (FORCED % CRASHES[what][0]).replace("return u;", "return %s;" % gives))
        said = box.call("run", "m.mo", "-o", "a.csv", "--timeout", "600")
        same(said.status, 1, said.err)
        has(said.err, "[R0340]")
        _, rows = whole_table(box, "a.csv", gives)
        true(rows[-1][0] >= 0.3, "rows up to %g" % rows[-1][0])
        os.unlink(box.path("a.csv"))


@test
def small_forces_of_foreign_code(box):
    """x' = f(time) begins late and stays small: its size is found in time, with every solver. Known: 1e-9*(sin 9 - 9
    cos 9)."""
    text = (FORCED % "return u < 1 ? 0 : 1e-9*(u - 1)*sin(u - 1)").replace("u < 0.5", "u < 0")
    box.write("m.mo", text)
    for solver in ("auto", "cvode", "adams", "ida", "dirk", "rodas"):
        said = json.loads(box.good("run", "m.mo", "--stop", "10", "--solver", solver, "--json").out)
        got, exact = said["final"]["x"], 1e-9*(math.sin(9) - 9*math.cos(9))
        true(abs(got - exact) < 1e-5*exact, "x = %.9g with %s, not %.9g" % (got, solver, exact))


@each("segv", "exit", "_exit")
def crashes_of_compiled_code(box, name):
    """The same with the code of the system compiler, from the cache."""
    if not COMPILER:
        return
    box.write("m.mo", MODEL % ("if (u > 0.9 && getenv(\\\"CRASH\\\")) " + CRASHES[name][0]))
    box.fill_cache("m.mo")
    same(tier(box.good(*ONCE)), 2, "tier of a good run")
    for _ in range(2):
        said = box.call("run", "m.mo", "-o", "a.csv", "--vars", "x,y", env={"CRASH": "1"})
        same(said.status, 1, said.err)
        has(said.err, "[R0340]")
        is_clock(*whole_table(box, "a.csv", name), 0.8, name)


@test
def crashes_in_json(box):
    box.write("m.mo", MODEL % CRASHES["segv"][0])
    for isolate in ([], ["--isolate"]):
        said = box.call("run", "m.mo", "--json", *isolate)
        same((said.status, said.json()["status"]), (1, "failed"))
        true("R0340" in said.codes(), "codes %r" % said.codes())


@test
def other_threads(box):
    """A thread that external C has made ends the program: it does not end well."""
    box.write("m.mo", MODEL % "pthread_t t; pthread_create(&t, 0, ends, 0); sleep(5)")
    for isolate in ([], ["--isolate"]):
        said = box.call("run", "m.mo", *isolate)
        same(said.status, 1, said.err)
        has(said.err, "[R0340]")


@each(*ENDLESS)
def functions_that_never_return(box, name):
    box.write("m.mo", MODEL % "zero = 0")
    began = time.monotonic()
    box.good("run", "m.mo")
    allowed = 0.5 + 5*(time.monotonic() - began)     # all the rest takes a fifth of it
    for isolate in ([], ["--isolate"]):
        told = " ".join([name] + isolate)
        box.write("m.mo", MODEL % ENDLESS[name])
        for longer in (1, 4, 16):    # the machine may have had less to do before
            said = box.call("run", "m.mo", "-o", "a.csv", "--timeout", "%.1f" % (longer*allowed), *isolate)
            same(said.status, 3, "status after %s: %s" % (told, said.err))
            if "[R0340]" in said.err:
                break
        for text in ("[R0340]", "'M.f'", "[R0405]"):
            has(said.err, text)
        is_clock(*whole_table(box, "a.csv", told), 0.4, told)
        box.nothing_left(told)


@test
def changes(box):
    """What external C changes is put back and told, and the results are those of a function that changes nothing."""
    box.write("m.mo", MODEL % "zero = 0")
    box.good("run", "m.mo", "-o", "right.csv")
    for name, (what, code) in CHANGES.items():
        box.write("m.mo", MODEL % what)
        said = box.good("run", "m.mo", "-o", "a.csv")
        has(said.out, "wrote a.csv")
        told = re.findall(r"(?:warning|error)\[(\w+)\]", said.err)
        if code and code[0] == "U" and code != "U0343" or code == "R0341":
            true(code in told, "%s after %s: %s" % (code, name, said.err))
        elif code:
            has(said.err, "[%s]" % code)
        else:
            same(told, [], "messages after " + name)
        same(box.read("a.csv"), box.read("right.csv"), "results after " + name)
        os.unlink(box.path("a.csv"))


@test
def objects_that_crash(box):
    """Constructors and destructors are external C too."""
    text = """model M
  class Thing
    extends ExternalObject;
    function constructor
      output Thing t;
      external "C" t = begin() annotation(Include = "#include \\"thing.h\\"", IncludeDirectory = "file://HERE");
    end constructor;
    function destructor
      input Thing t;
      external "C" finish(t) annotation(Include = "#include \\"thing.h\\"", IncludeDirectory = "file://HERE");
    end destructor;
  end Thing;
  function value
    input Thing t;
    input Real u;
    output Real y;
    external "C" y = value(t, u) annotation(Include = "#include \\"thing.h\\"", IncludeDirectory = "file://HERE");
  end value;
  Thing t = Thing();
  Real x = time, y = value(t, time);
end M;
"""
    box.write("m.mo", text.replace("HERE", box.folder))
    for pair in (("abort()", ""), ("", "abort()"), ("exit(0)", ""), ("", "exit(0)")):
        for isolate in ([], ["--isolate"]):
            box.write("thing.h", "#ifndef THING\n#define THING\n#include <stdlib.h>\nstatic void *begin(void) { %s; "
                                 "return malloc(1); }\n"
                                 "static void finish(void *t) { %s; free(t); }\nstatic double value(void *t, double u) "
                                 "{ return u; }\n#endif\n" % pair)
            said = box.call("run", "m.mo", "-o", "a.csv", *isolate)
            same(said.status, 1, "status after %r: %s" % (pair, said.err))
            has(said.err, "[R0340]")
            if pair[1]:
                is_clock(*whole_table(box, "a.csv", "destructor"), 1, "destructor")
            box.nothing_left("objects")


# ------------------------------------------------------------------------------------------------------- trust

SIZED = """model M
  impure function f
    input Integer n;
    output Integer y;
    external "C" y = f(n) annotation(Include = "
#include <stdio.h>
static int f(int n) { FILE *h = fopen(\\"executed\\", \\"w\\"); if (h) fclose(h); return n; }");
  end f;
  parameter Integer n = f(3);
  Real x[n] = fill(time, n);
end M;
"""


@test
def checking_executes_nothing(box):
    box.write("m.mo", SIZED)
    for arguments in (["check"], ["check", "--json"], ["flat"], ["code"]):
        said = box.call(*arguments, "m.mo")
        same(said.status, 1, "status of %s: %s" % (arguments, said.err))
        has(said.err + said.out, "M0316")
        has(said.err + said.out, "--allow-external")
        true("executed" not in os.listdir(box.folder), "%s has executed C of the model" % arguments)
    for arguments in (["check"], ["flat"], ["code"]):
        box.good(*arguments, "m.mo", "--allow-external")
        os.unlink(box.path("executed"))
    box.good("run", "m.mo")
    os.unlink(box.path("executed"))
    for arguments in (["run"], ["sweep", "-p", "k=1:2", "--measure", "final(x[1])"],
                      ["optimise", "--min", "k", "--vary", "k in [0, 1]"],
                      ["fit", "--data", "d.csv", "--vary", "k"], ["linearise"], ["trim"], ["plot"],
                      ["compare", "m.mo"]):
        said = box.call(*arguments, "m.mo", "--no-external")
        same(said.status, 1, "status of %s: %s" % (arguments, said.err))
        true("executed" not in os.listdir(box.folder), "%s --no-external has executed C of the model" % arguments[0])


@test
def checking_reads(box):
    """Functions of Saltus' own may read; they do not write unless the model is run."""
    box.write("lines.txt", "1\n2\n3\n")
    box.write("m.mo", """model M
  impure function lines
    input String name;
    output Integer n;
    external "C" n = ModelicaInternal_countLines(name);
  end lines;
  parameter Integer n = lines("lines.txt");
  Real x[n] = fill(time, n);
end M;
""")
    box.good("check", "m.mo")
    said = box.good("run", "m.mo", "--no-external", "--json")
    same(len([n for n in said.json()["final"] if n.startswith("x[")]), 3, "three lines")
    box.write("w.mo", """model W
  impure function make
    input String name;
    output Integer n = 2;
    external "C" ModelicaInternal_mkdir(name);
  end make;
  parameter Integer n = make("made");
  Real x[n] = fill(time, n);
end W;
""")
    same(box.call("check", "w.mo").status, 1)
    true("made" not in os.listdir(box.folder), "check has made a folder")


@test
def what_a_model_reaches_is_told(box):
    box.write("table.txt", "#1\ndouble t(2,2)\n0 0\n1 1\n")
    box.write("t.mo", """model T
  class Table
    extends ExternalObject;
    function constructor
      input String file;
      output Table t;
    protected
      Real none[1, 2] = {{0, 0}};
      Integer columns[1] = {2};
      external "C" t = ModelicaStandardTables_CombiTable1D_init2(file, "t", none, 1, 2, columns, 1, 1, 1, 0);
    end constructor;
    function destructor
      input Table t;
      external "C" ModelicaStandardTables_CombiTable1D_close(t);
    end destructor;
  end Table;
  function value
    input Table t;
    input Real u;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(t, 1, u);
  end value;
  Table t = Table("table.txt");
  Real x = value(t, time);
end T;
""")
    said = box.good("run", "t.mo")
    same(said.err.count("[R0344]"), 1, said.err)
    has(said.err, "'table.txt'")
    true("U0347" not in said.err, "functions of Saltus' own are not C of the model")
    box.write("m.mo", MODEL % "zero = 0")
    said = box.good("run", "m.mo")
    for text in ("[U0347]", "'M.f' calls 'f'"):
        has(said.err, text)
    same(box.good("run", "m.mo", "--quiet").err, "")
    true("U0347" in box.good("run", "m.mo", "--json").codes(), "told in JSON too")


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
ONCE = ["run", "m.mo", "--json", "--profile"]


def tier(said):
    return int(re.search(r"tier (\d)", said.err).group(1))


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
    for text in ("LONG: 0 to ", "wrote a.csv", "W  ", " time "):
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
