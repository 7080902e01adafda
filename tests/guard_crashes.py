"""C of models that crashes, hangs or changes the process; what checking executes; and what all tests of the guard
share."""
import csv
import json
import math
import os
import re
import shutil
import time

from command_tools import has, same, true

TESTS = []
COMPILER = shutil.which("cc")
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


ONCE = ["run", "m.mo", "--json", "--profile"]


def tier(said):
    return int(re.search(r"tier (\d)", said.err).group(1))
