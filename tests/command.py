#!/usr/bin/env python3
"""The command line: options, exit statuses, what goes to stdout and what to stderr, programs of COSY.

    command.py --saltus build/saltus [NAME ...]        the tests of these names only
"""
import math
import os
import re
import subprocess
import sys
import xml.etree.ElementTree

from command_tools import LIMIT, PLAIN, has, main, same, test, true, usage


@test
def experiments_in_order(box):
    out = box.good("run", "says.cosy").out
    true(out.index("K  1.0\nK  2.0\nK  3.0\nSAYS:FIRST: 3 runs") < out.index("SAYS:SECOND: 0 to 1 s"),
         "the order of what is said")
    for text in ("PLAIN\nrow  K          X\n", "  2  2  0.13533", "H: 1 observation\n",
                 "statistic  of            count", "W          observations      1     3"):
        has(out, text)
    same(box.files(), ["SAYS_1.svg", "SAYS_2.svg", "SAYS_3.svg", "SAYS_4.svg"])
    has(out, "drew SAYS_4.svg\n")


@test
def events_read_what_nobody_records(box):
    """An event of a condition reads algebraic variables that nothing else needs: X = COS(TIME) is 0.5 at PI/3. Recorded
    or not, the answer is the same."""
    for event in ("WHEN X < 0.5 DO R := A END", "CONDIT LOW: X CROSSES 0.5 NEG TOL = 1.0E-6 END"):
        box.write("reads.cosy", "PROGRAM READS;\nVAR STATE X, V; REAL R, Q; ALGEBR A; SEVENT LOW; TEVENT LATE;\n"
                                "MONITOR INITCOND X = 1.0; V = 0.0; SIMULATE FROM 0.0 TO 3.0 END;\n"
                                "SYSTEM INITIAL R := 0.0; Q := 0.0; SCHEDULE LATE AT 2.5 END;\n"
                                "CONTINUOUS X' = V; V' = -X; A = 2.0*TIME; %s END;\n"
                                "DISCRETE EVENTS LOW: R := A END; LATE: Q := A END END END;\n"
                                "TERMINAL WRITELN (A:8:3) END\nEND\nEND.\n" % event)
        for options in ([], ["-o", "a.csv"], ["--vars", "X"]):
            said = box.good("run", "reads.cosy", "--json", *options).json()
            same(said["output"], "   6.000\n", "what TERMINAL writes")
            if not options or options[0] != "--vars":
                true(abs(said["final"]["R"] - 2*math.pi/3) < 1e-5 and said["final"]["Q"] == 5,
                     "%s %s: %s" % (event, options, said["final"]))


@test
def one_experiment(box):
    out = box.good("run", "says.cosy:first").out
    true("SECOND" not in out, "the other experiment was made too")
    said = box.call("run", "says.cosy:thrid")
    same(said.status, 1)
    has(said.err, "thrid")
    same(box.files(), ["SAYS_1.svg", "SAYS_2.svg"])


@test
def pictures_are_called_as_the_user_wants(box):
    box.good("run", "says.cosy:FIRST", "--plot=here.png", "--quiet")
    same(box.files(), ["here.png", "here_2.png"])
    for name in box.files():
        same(box.read(name)[:8], b"\x89PNG\r\n\x1a\n")
    box.good("run", "says.cosy:FIRST", "--plot=there.svg", "--json")
    xml.etree.ElementTree.fromstring(box.read("there_2.svg").decode())


@test
def quiet_programs_still_say_what_they_write(box):
    out = box.good("run", "says.cosy:FIRST", "--quiet").out
    true(out.startswith("K  1.0\nK  2.0\nK  3.0\nPLAIN\n"), "what the program writes")
    true("statistic" not in out and "drew" not in out, "the report is left out")


@test
def nothing_but_json(box):
    said = box.good("run", "says.cosy", "--json")
    same(said.err, "")
    j = said.json()
    same(j["runs"], 4)
    same([e["runs"] for e in j["experiments"]], [3, 1])
    true(j["output"].startswith("K  1.0\nK  2.0\nK  3.0\nPLAIN\n"), "what the program writes")
    same(j["statistics"][0], {"name": "W", "kind": "observations", "count": 1, "mean": 3,
                              "deviation": j["statistics"][0]["deviation"],
                              "least": 3, "most": 3, "total": 3})
    same(j["statistics"][1]["cells"], {"low": 0, "width": 1, "below": 0, "counts": [0, 0, 0], "above": 1})


@test
def nothing_stored_is_said(box):
    said = box.good("run", "says.cosy:SECOND", "-o", "none.csv")
    has(said.err, "[U0205]")
    true("none.csv" not in box.files() and "wrote" not in said.out, "no file")
    box.good("run", "says.cosy:FIRST", "-o", "last.csv", "--quiet")
    names, rows = box.table("last.csv")
    same(sorted(names), ["K", "X", "time"])
    same([row[names.index("K")] for row in rows], [3, 3, 3])


@test
def runs_without_end(box):
    said = box.call("run", "says.cosy:FIRST", "--max-runs", "2")
    same(said.status, 1)
    has(said.err, "[R0604]")
    has(said.err, "--max-runs")
    usage(box, "U0003", "run", "says.cosy", "--max-runs", "0")
    usage(box, "U0003", "run", "says.cosy", "--threads", "many")


@test
def version(box):
    true(re.fullmatch(r"saltus \d+\.\d+\.\d+\n", box.good("--version").out), "the form of --version")


@test
def help_pages(box):
    overview = box.good("help").out
    for word in ("run", "check", "flat", "code", "help", "--version"):
        has(overview, word)
    same(box.good("--help").out, overview)
    run = box.good("help", "run").out
    for option in ("-p", "--start", "--stop", "--step", "--tol", "--solver", "--seed", "-o", "--vars", "--events",
                   "--plot",
                   "--vars-plot", "--json", "--quiet", "--profile", "--timeout", "--log"):
        has(run, option)
    same(box.good("run", "--help").out, run)
    for command in ("check", "flat", "code"):
        has(box.good("help", command).out, "saltus " + command)
    usage(box, "U0006", "help", "rnu", says=["did you mean 'run'?"])


@test
def nothing_given(box):
    said = box.call()
    same(said.status, 2, "status")
    has(said.out + said.err, "saltus run")


@test
def wrong_commands(box):
    usage(box, "U0006", "rnu", "plain.mo", says=["did you mean 'run'?"])
    usage(box, "U0006", "plain.mo", says=["saltus run plain.mo"])
    usage(box, "U0006", "")


@test
def wrong_options(box):
    usage(box, "U0001", "run", "plain.mo", "--stpo", "1", says=["did you mean '--stop'?"])
    usage(box, "U0001", "run", "plain.mo", "-x")
    usage(box, "U0001", "check", "plain.mo", "--stop", "1")
    usage(box, "U0001", "flat", "plain.mo", "--json")
    usage(box, "U0002", "run", "plain.mo", "--stop")
    usage(box, "U0002", "run", "plain.mo", "-p")
    usage(box, "U0004", "run", "plain.mo", "slow.mo")
    usage(box, "U0005", "run")
    usage(box, "U0005", "run", "--stop", "1")


@test
def wrong_values(box):
    for option, value in (("--stop", "soon"), ("--stop", ""), ("--stop", "nan"), ("--start", "1s"), ("--step", "0"),
                          ("--step", "-1"), ("--tol", "fine"), ("--seed", "-1"), ("--seed", "1.5"), ("--timeout", "-1"),
                          ("--events", "some"), ("--log", "everything"), ("-o", "a.txt"), ("-o", "a"), ("-p", "k"),
                          ("-p", "=1"), ("-p", "k="), ("--plot=a.gif", None), ("--json=1", None),
                          ("--max-microsteps", "0"),
                          ("--solver", "rk5"), ("--tol", "-1"), ("--stop", "inf"), ("--vars", "")):
        said = box.call("run", "plain.mo", option, *([value] if value is not None else []))
        true(said.status in (1, 2), "%s %s ends with %d" % (option, value, said.status))
        same(said.out, "", "stdout of %s %s" % (option, value))
        true(re.search(r"error\[[UR]\d{4}\]", said.err), "%s %s says: %s" % (option, value, said.err))
    same(box.files(), [], "files")


@test
def several_wrong_options(box):
    """All of them are said at once."""
    said = box.call("run", "plain.mo", "--stpo", "1", "--tol", "fine", "--seed", "x")
    same(sorted(re.findall(r"error\[(\w+)\]", said.err)), ["U0001", "U0003", "U0003"])


@test
def file_and_class(box):
    same(box.good("run", "two.mo:First", "--json").json()["model"], "First")
    same(box.good("run", "two.mo:Second", "--json").json()["model"], "Second")
    same(box.good("run", "two.mo", "--json").json()["model"], "Second", "the last model is the obvious one")
    said = box.call("run", "two.mo:Thrid")
    same(said.status, 1)
    has(said.err, "[M0238]")
    said = box.call("run", "nothing.mo")
    same(said.status, 1)
    has(said.err, "[F0001]")
    said = box.call("run", "plian.mo")
    has(said.err, "did you mean")


@test
def candidates(box):
    box.write("box.mo", "package Box\n  model A\n    Real x = 1;\n  end A;\n  model B\n    Real x = 2;\n  end B;\nend "
                        "Box;\n")
    said = box.call("run", "box.mo")
    if said.status == 1:                 # where nothing is obvious, what could be meant is listed
        has(said.err, "Box.A")
        has(said.err, "Box.B")
    else:
        same(said.status, 0)
        has(said.out, "Box.B")
    same(box.good("run", "box.mo:Box.A", "--json").json()["final"]["x"], 1)


@test
def odd_file_names(box):
    for name in ("with space.mo", "with:colon.mo", "ünï.mo", "-dash.mo"):
        box.write(name, PLAIN)
        argument = "./" + name if name.startswith("-") else name
        same(box.good("run", argument, "--json").json()["model"], "Plain", name)
    same(box.good("run", "with:colon.mo:Plain", "--json").json()["model"], "Plain")


@test
def library_path(box):
    box.write("libs/Lib/package.mo", "within ;\npackage Lib\nend Lib;\n")
    box.write("libs/Lib/Part.mo", "within Lib;\nmodel Part\n  parameter Real k = 5;\n  Real x = k;\nend Part;\n")
    box.write("uses.mo", "model Uses\n  Lib.Part p(k = 6);\nend Uses;\n")
    said = box.call("run", "uses.mo", env={"MODELICAPATH": ""})
    same(said.status, 1)
    has(said.err, "MODELICAPATH")
    same(box.good("run", "uses.mo", "--json", env={"MODELICAPATH": box.path("libs")}).json()["final"]["p.x"], 6)
    several = os.pathsep.join([box.path("nowhere"), box.path("libs")])
    same(box.good("run", "uses.mo", "--json", env={"MODELICAPATH": several}).json()["final"]["p.x"], 6)
    same(box.good("run", "libs/Lib/Part.mo", "--json").json()["final"]["x"], 5)
    same(box.good("run", "libs/Lib:Lib.Part", "--json").json()["final"]["x"], 5)
    has(box.good("check", "libs/Lib:Lib.Part").out, "parameters: k")      # a model of a folder is described
    has(box.good("check", "libs/Lib").out, "1 model can be simulated")


@test
def classes_of_libraries_need_no_file(box):
    """The full name of a class stands for its file, if its library is installed; a file of that name comes first."""
    box.write("shelf/Plants/package.mo", "package Plants\nend Plants;\n")
    box.write("shelf/Plants/Tank.mo", "within Plants;\nmodel Tank\n  Real h(start = 3, fixed = true);\nequation\n"
              "  der(h) = -h;\nend Tank;\n")
    here, nowhere = {"MODELICAPATH": box.path("shelf")}, {"MODELICAPATH": ""}

    def codes(name, env):
        return box.call("run", name, "--json", env=env).codes()

    same(box.good("run", "Plants.Tank", "--json", env=here).json()["model"], "Plants.Tank")
    has(box.good("check", "Plants", env=here).out, "1 model can be simulated")
    has(box.good("flat", "Saltus.Diagrams.Discrete.DiscreteDelay").out, "DiscreteDelay")
    same(codes("Plants.Tank", nowhere), ["F0001", "U0363"])
    has(box.call("run", "Plants.Tank", env=nowhere).err, "MODELICAPATH")
    same(codes("Plants.Tonk", here), ["M0238"])
    same(codes("ball.csv", nowhere), ["F0001"])
    box.write("Plants.Tank", "nothing")
    same(codes("Plants.Tank", here), ["F0020"])
    os.remove(box.path("Plants.Tank"))


@test
def streams(box):
    said = box.good("run", "plain.mo")
    has(said.out, "Plain")
    same(said.err, "", "stderr of a good run")
    said = box.call("run", "failing.mo")
    same(said.status, 1)
    same(said.out, "", "stdout of a failed run")
    has(said.err, "too low")
    said = box.call("run", "broken.mo")
    same(said.status, 1)
    same(said.out, "", "stdout of a failed translation")
    has(said.err, "broken.mo:2:9")
    for text in (said.out, said.err, box.good("run", "plain.mo", "--plot").out):
        true("\033" not in text, "an escape code in a pipe")


@test
def quiet(box):
    said = box.good("run", "plain.mo", "--quiet", "-o", "a.csv", "--plot=a.svg")
    same(said.out + said.err, "", "what --quiet prints")
    same(box.files(), ["a.csv", "a.svg"])
    said = box.call("run", "failing.mo", "--quiet")
    same(said.status, 1)
    same(said.out, "")
    has(said.err, "[R0204]")


@test
def quiet_plot(box):
    """A plot in the terminal is asked for, so it is drawn."""
    said = box.good("run", "plain.mo", "--quiet", "--plot")
    true(len(said.out.splitlines()) > 10, "a plot")


@test
def stdout_full(box):
    """A disk that is full is noticed on stdout too."""
    with open("/dev/full", "w") as full:
        for arguments in (["run", "plain.mo"], ["run", "plain.mo", "--json"], ["check", "plain.mo"],
                          ["flat", "plain.mo"],
                          ["code", "plain.mo"]):
            said = box.call(*arguments, stdout=full)
            same(said.status, 1, "status of %s" % arguments)


@test
def stdout_closed(box):
    """A reader that goes away early is no reason for a crash message."""
    done = subprocess.run("set -o pipefail; '%s' code plain.mo | head -c 1" % box.saltus, shell=True,
                          executable="/bin/bash",
                          cwd=box.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LIMIT)
    true(done.returncode in (0, 1, 141), "status %d" % done.returncode)


@test
def no_color(box):
    """Colour on a terminal, none with NO_COLOR. Where the system has no pseudo-terminals there is nothing to look
    at."""
    import pty
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError:
        print("no_color: left out, this system has no pseudo-terminals")
        return

    def on_terminal(environment):
        main, other = pty.openpty()
        process = subprocess.Popen([box.saltus, "run", "failing.mo"], cwd=box.folder, stdin=subprocess.DEVNULL,
                                   stdout=other,
                                   stderr=other, env=environment)
        os.close(other)
        text = b""
        while True:
            try:
                part = os.read(main, 4096)
            except OSError:
                break
            if not part:
                break
            text += part
        process.wait(timeout=LIMIT)
        os.close(main)
        return text.decode()
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    true("\033[" in on_terminal(dict(environment, TERM="xterm")), "colour on a terminal")
    true("\033[" not in on_terminal(dict(environment, TERM="xterm", NO_COLOR="1")), "no colour with NO_COLOR")


@test
def words_that_are_no_commands(box):
    for words, text in ((["export", "plain.mo"], "saltus fmu export plain.mo"),
                        (["montecarlo"], "saltus sweep"),
                        (["graph"], "saltus plot"), (["rnu", "x"], "'run'"),
                        (["simulate", "plain.mo"], "saltus run plain.mo"), (["plain.mo"], "saltus run plain.mo"),
                        (["says.cosy"], "saltus run says.cosy"), (["two.mo:First"], "saltus run two.mo:First"),
                        (["version"], "--version"),
                        (["format", "plain.mo"], "saltus fmt plain.mo"),
                        (["xyz"], "run, shell, sweep, optimise, fit, linearise"),
                        (["help", "export"], "saltus fmu export")):
        usage(box, "U0006", *words, says=[text])
    usage(box, "U0380", "--plot", "plain.mo", says=["saltus run plain.mo --plot"])
    has(box.call("run", "plain").err, "did you mean 'plain.mo'?")


@test
def options_of_other_programs(box):
    for words, text in ((["--param", "k=1"], "'-p'"), (["--tolerance", "1e-5"], "'--tol'"),
                        (["--output", "a.csv"], "'-o'"),
                        (["--StopTime=3"], "'--stop'"), (["-s", "dassl"], "'--solver'"),
                        (["--variables", "x"], "'--vars'")):
        usage(box, "U0001", "run", "plain.mo", *words, says=["did you mean " + text])
    usage(box, "U0004", "run", "plain.mo", "--plot", "x", says=["--plot --vars-plot x"])
    usage(box, "U0004", "run", "plain.mo", "--vars", "x", "v", says=["--vars x,v"])
    for name, meant in (("dassl", "ida"), ("ode45", "erk"), ("CVODE", "cvode"), ("rk44", "rk4")):
        said = box.call("run", "plain.mo", "--solver", name)
        same(said.status, 1, name)
        has(said.err, "did you mean '%s'?" % meant)


@test
def classes_of_a_file(box):
    """A class that is not there: those that are."""
    box.write("package.mo", "package P\n  model Inner\n    Real x = 1;\n  end Inner;\n  partial model Base\n  end "
                            "Base;\nend P;\n")
    for name, texts in (("two.mo:Wrong", ["First, Second"]), ("two.mo:first",
                                                              ["First, Second", "did you mean 'First'?"]),
                        ("package.mo:Inner", ["did you mean 'P.Inner'?"]),
                        ("package.mo:P.Iner", ["did you mean 'P.Inner'?"])):
        said = box.call("run", name)
        same(said.status, 1, name)
        for text in texts + ["M0238"]:
            has(said.err, text)


@test
def no_home(box):
    """Without a place for a cache everything works."""
    box.good("run", "plain.mo", env={"HOME": "/dev/null/home", "XDG_CACHE_HOME": "/dev/null/cache"})
    box.good("run", "plain.mo", env={"HOME": "", "XDG_CACHE_HOME": "/dev/null"})


if __name__ == "__main__":
    sys.exit(main())
