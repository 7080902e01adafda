#!/usr/bin/env python3
"""What the program says of itself, made from one table: help, manual pages, completion of the shells, explanations of
messages; and models that come from the standard input.

    texts.py --saltus build/saltus [NAME ...]        the tests of these names only

Manual pages are read by man or groff, and scripts by bash, zsh and fish, where these are installed.
"""
import concurrent.futures
import csv
import os
import pty
import re
import shutil
import subprocess
import sys

import command_tools
from command_tools import has, same, test, true, usage

LIBRARY = {"Plant/package.mo": "package Plant\n  constant Real answer = 42;\nend Plant;\n",
           "Plant/Part.mo": "within Plant;\nmodel Part\n  Real x = answer*time;\nend Part;\n"}
CAR = """model Car
  parameter Integer n = 1 "part of the structure";
  parameter Real k = 1;
  Real x[n](each start = 1, each fixed = true), y = sum(x);
equation
  for i in 1:n loop
    der(x[i]) = -k*x[i];
  end for;
end Car;
"""


def commands(box):
    return re.findall(r"^  ([a-z]+) ", box.good("help").out, re.M)


def options_of(box, name):
    page = box.good("help", name).out
    return re.findall(r"^  (--?[a-z][a-z-]*)", page.split("\nOptions:\n")[1].split("\n\n")[0], re.M)


# -------------------------------------------------------------------------------------------------- help and manual

@test
def every_command_has_a_page(box):
    names = commands(box)
    true({"run", "sweep", "check", "flat", "code", "fmt", "linearise", "trim", "plot", "compare", "explain",
          "help"} <= set(names), names)
    for name in names:
        page = box.good("help", name).out
        true(page.startswith("saltus %s " % name), name)
        for part in ("\nOptions:\n", "\nFor example:\n  saltus ", "\nExit status: 0 "):
            has(page, part) if name != "help" or part != "\nFor example:\n  saltus " else None
        true(max(map(len, page.splitlines())) <= 110, "lines of %s" % name)
        same(box.good(name, "--help").out, page)
        true(options_of(box, name), "options of %s" % name)


@test
def other_spellings_are_found(box):
    same(box.good("help", "linearize").out, box.good("help", "linearise").out)


@test
def manual_pages_have_the_same_words(box):
    for name in [""] + commands(box):
        roff = box.good("help", "--man", *([name] if name else [])).out
        true(roff.startswith('.TH SALTUS%s 1 ' % ("-" + name.upper() if name else "")), roff[:40])
        for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "SEE ALSO"):
            has(roff, ".SH " + section)
        for line in roff.splitlines():
            true(not re.match(r"['.](?!(TH|SH|SS|PP|TP|nf|fi|ft|nh|ad)\b)", line),
                 "%s: a line that roff takes for a request: %s" % (name, line))
            true("--" not in line, "%s: hyphens that cannot be copied: %s" % (name, line))
        if name:
            for option in options_of(box, name):
                has(roff, "\\fB" + option.replace("-", "\\-") + "\\fR")


@test
def manual_pages_can_be_read(box):
    """Without a warning; and nothing is lost: what man shows has the words of the help."""
    if not shutil.which("groff"):
        return
    for name in [""] + commands(box):
        roff = box.good("help", "--man", *([name] if name else [])).out.encode()
        done = subprocess.run(["groff", "-man", "-ww", "-Tascii", "-P-c", "-rLL=70n"], input=roff, capture_output=True,
                              timeout=command_tools.LIMIT)
        same((done.returncode, done.stderr), (0, b""), "groff of the page of '%s'" % name)
        shown = re.sub(r"\s+", " ", re.sub(".\b", "", done.stdout.decode()))
        if name:
            about = box.good("help", name).out.split("\n\n")[1]
            has(shown, re.sub(r"\s+", " ", about.strip()))


@test
def manual_of_what_is_not_there(box):
    usage(box, "U0006", "help", "--man", "rnu", says=["did you mean 'run'?"])
    usage(box, "U0003", "help", "--completion", "csh", says=["bash, zsh or fish"])
    usage(box, "U0001", "help", "--men", says=["'--man'"])


# ------------------------------------------------------------------------------------------------------- completion

def in_bash(box, *words):
    script = ('source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _saltus; '
              'for word in "${COMPREPLY[@]}"; do printf "%s\\n" "$word"; done')
    path = os.path.dirname(box.saltus) + ":" + os.environ["PATH"]
    done = subprocess.run(["bash", "-c", script, "_", "saltus", *words], cwd=box.folder, capture_output=True, text=True,
                          timeout=command_tools.LIMIT,
                          env=dict(os.environ, PATH=path))
    same(done.stderr, "", "what bash says of %s" % (words,))
    return done.stdout.splitlines()


def folder_of_models(box):
    os.mkdir(box.path("models"))
    for name in ("a b.mo", "result.csv", "picture.svg", "notes.txt"):
        box.write(name, "")


@test
def bash_completes(box):
    folder_of_models(box)
    box.write("script", box.good("help", "--completion", "bash").out)
    models = sorted(n for n in list(command_tools.FILES) + ["a b.mo"])
    for words, wanted in ((["sw"], ["sweep"]), (["run", ""], models + ["models"]),
                          (["run", "--ev"], ["--events", "--every"]),
                          (["run", "--events", ""], ["both", "after", "none"]),
                          (["run", "--events", "=", "a"], ["after"]),
                          (["run", "--plot", "="], ["picture.svg", "models"]), (["run", "--plot", "pl"], ["plain.mo"]),
                          (["run", "--log", "events,st"], ["events,steps"]),
                          (["run", "two.mo", ":"], ["First", "Second"]),
                          (["run", "two.mo", ":", "S"], ["Second"]), (["run", "--stop", ""], []),
                          (["linearize", "--method", "t"], ["tustin"]),
                          (["help", "swe"], ["sweep"]), (["explain", "R020"], ["R020%d" % k for k in range(1, 10)]),
                          (["plot", "res"], ["result.csv"]), (["linearise", "--plot", "bo"], ["bode="])):
        same(sorted(in_bash(box, *words)), sorted(wanted), "after saltus %s" % " ".join(words))
    for name in commands(box):
        same(in_bash(box, name, "-"), options_of(box, name), "options of %s" % name)


@test
def fish_completes(box):
    if not shutil.which("fish"):
        return
    folder_of_models(box)
    box.write("script", box.good("help", "--completion", "fish").out)

    def ask(line):
        done = subprocess.run(["fish", "-c", "source ./script; complete -C $argv[1]", line], cwd=box.folder,
                              capture_output=True, text=True,
                              timeout=command_tools.LIMIT, env=dict(os.environ, HOME=box.folder))
        same(done.stderr, "", "what fish says of %s" % line)
        return [word.split("\t")[0] for word in done.stdout.splitlines()]
    same(ask("saltus sw"), ["sweep"])
    same(sorted(ask("saltus run --events ")), ["after", "both", "none"])
    same(sorted(ask("saltus run --ev")), ["--events", "--every"])
    true({"plain.mo", "says.cosy"} <= set(ask("saltus run ")), "models")
    for name in commands(box):
        true(set(options_of(box, name)) <= set(ask("saltus %s -" % name)), "options of %s" % name)


@test
def zsh_reads_its_script(box):
    if not shutil.which("zsh"):
        return
    box.write("script", box.good("help", "--completion", "zsh").out)
    done = subprocess.run(["zsh", "-n", "script"], cwd=box.folder, capture_output=True, text=True,
                          timeout=command_tools.LIMIT)
    same((done.returncode, done.stderr), (0, ""))
    for name in commands(box):
        for option in options_of(box, name):
            has(box.read("script").decode(), "'*" + option)


# ---------------------------------------------------------------------------------------------------- explanations

def listed_codes():
    """Severity and text of each code of the documents."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    listed = {}
    for name in os.listdir(os.path.join(root, "docs", "messages.d")):
        with open(os.path.join(root, "docs", "messages.d", name)) as file:
            for row in file:
                _, code, severity, text, _ = row.split("|")
                listed[code.strip()] = (severity.strip(), text.strip())
    return listed


def explained(box):
    """All codes by letter."""
    return [code for letter in sorted({code[0] for code in listed_codes()})
            for code in re.findall(r"^([A-Z]\d{4})  ", box.good("explain", letter).out, re.M)]


@test
def each_code_is_explained(box):
    listed = listed_codes()
    codes = explained(box)
    same(sorted(codes), sorted(listed))
    said = box.good("explain", *codes).out
    for code in codes:
        has(said, "%s (%s)\n" % (code, listed[code][0]))
        has(re.sub(r"\s+", " ", said), re.sub(r"\s+", " ", listed[code][1]))


@test
def examples_get_their_message(box):
    """Each example, piped into a run, gets the message that it is shown for."""
    def one(code):
        said = box.call("explain", code, "--example")
        if said.status:
            has(said.err, "[U0974]")
            return None
        ran = box.call("run", "-", "--json", "--timeout", "300", given=said.out.encode())
        return code if "[" not in ran.out or code not in ran.codes() else True
    codes = [code for code in explained(box) if code[0] in "SRCK"][::11] + ["R0202", "S0111", "M0301"]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = list(pool.map(one, codes))
    same([code for code in found if isinstance(code, str)], [], "examples without their message")
    true(found.count(True) > 3, "some have an example")


@test
def explanations_by_word(box):
    overview = box.good("explain").out
    for part in ("F: files (", "R: the run (", "saltus explain R02"):
        has(overview, part)
    same(box.good("explain", "r0202").out, box.good("explain", "R0202").out)
    has(box.good("explain", "R0202").out, "model M\n")
    lines = box.good("explain", "R020").out
    same(re.findall(r"^(\w+)  ", lines, re.M), ["R020%d" % k for k in range(1, 10)])
    usage(box, "U0973", "explain", "R0200", says=["near it there is", "R0201"])
    usage(box, "U0973", "explain", "M9999", says=["near it there is M"])
    usage(box, "U0973", "explain", "hello", says=["a letter and four digits"])
    usage(box, "U0973", "explain", "", says=["a letter and four digits"])
    usage(box, "U0973", "explain", "Z1234", says=["a letter and four digits"])
    usage(box, "U0974", "explain", "C0101", "--example")


def on_terminal(box, *arguments, typed=b""):
    """What a person sees: the standard error, and with `typed` the input too, are a terminal."""
    master, slave = pty.openpty()
    process = subprocess.Popen([box.saltus, *arguments], cwd=box.folder, stdin=slave if typed else subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL,
                               stderr=slave)
    os.close(slave)
    if typed:
        os.write(master, typed)
    said = b""
    while True:
        try:
            more = os.read(master, 4096)
        except OSError:
            break
        if not more:
            break
        said += more
    process.wait(command_tools.LIMIT)
    os.close(master)
    return said.decode()


@test
def the_hint_is_for_people(box):
    hint = "'saltus explain M0120' tells more."
    same(on_terminal(box, "run", "broken.mo").count("saltus explain"), 1)
    has(on_terminal(box, "run", "broken.mo"), hint)
    for arguments in (["run", "broken.mo", "--json"], ["run", "plain.mo", "--sovler", "erk"]):
        true("saltus explain" not in on_terminal(box, *arguments), arguments)
    true("saltus explain" not in box.call("run", "broken.mo").err, "nothing of it in a file")


# ------------------------------------------------------------------------------------------------ the standard input

@test
def a_model_from_the_input_is_the_same(box):
    plain = box.read("plain.mo")
    for words in (["check", "%s"], ["flat", "%s"], ["code", "%s"], ["check", "%s", "--json"],
                  ["linearise", "%s", "--inputs", "k", "--outputs", "x"],
                  ["trim", "%s"], ["sweep", "%s", "-p", "k=1:3", "--measure", "final(x)", "--quiet"]):
        wanted = box.good(*[w % "plain.mo" if "%" in w else w for w in words]).out
        got = box.good(*[w % "-" if "%" in w else w for w in words], given=plain).out
        same(got.replace("<stdin>", "plain.mo"), wanted, " ".join(words))
    search = ["--min", "(final(x) - 0.5)^2", "--vary", "k in [0.1, 9]", "--json"]
    wanted, got = (box.good("optimise", name, *search, given=plain).json() for name in ("plain.mo", "-"))
    same((got["best"], got["runs"]), (wanted["best"], wanted["runs"]))
    same(got["command"], wanted["command"].replace("plain.mo", "-"))
    box.good("run", "plain.mo", "-o", "a.csv", "--quiet")
    box.good("run", "-", "-o", "b.csv", "--quiet", given=plain)
    same(box.read("a.csv"), box.read("b.csv"))
    box.good("run", "-", "--isolate", "-o", "c.csv", "--quiet", given=plain)
    same(box.read("a.csv"), box.read("c.csv"))


@test
def a_class_of_the_input(box):
    two = box.read("two.mo")
    same(box.good("run", "-:First", "--json", given=two).json()["model"], "First")
    same(box.good("run", "--json", "--", "-:Second", given=two).json()["model"], "Second")
    said = box.call("run", "-:Third", given=two)
    same(said.status, 1)
    has(said.err, "First, Second")


@test
def the_notation_is_told_by_the_first_word(box):
    for before in (b"", b"\xef\xbb\xbf", b"(* a comment *)\n{ another }\n", b"\r\n\t "):
        out = box.good("run", "-:FIRST", "--quiet", given=before + box.read("says.cosy").lower()).out
        has(out, "  1.0")
    for before in (b"", b"\xef\xbb\xbf", b"// PROGRAM\n/* PROGRAM (* */\n"):
        box.good("run", "-", "--quiet", given=before + box.read("plain.mo"))
    said = box.call("run", "-", given=b"PROGRAM P; VAR STATE X; SYSTEM CONTINUOUS X' = Y END END END.\n")
    same(said.status, 1)
    has(said.err, "[K")
    has(said.err, "<stdin>:1:")


@test
def a_sweep_translates_the_input_again(box):
    """n is part of the structure: each value is another program, and all are made of the text that was read once. y(1)
    = n*exp(-k)."""
    said = box.good("sweep", "-", "-p", "n=1:4", "-p", "k={0, 1}", "--measure", "final(y)", "-o", "t.csv", "--quiet",
                    given=CAR.encode())
    rows = list(csv.DictReader(box.read("t.csv").decode().splitlines()))
    same(len(rows), 8, said.err)
    for row in rows:
        n, k, y = (float(row[name]) for name in ("n", "k", "final(y)"))
        true(abs(y - n*2.718281828459045**-k) < 1e-5, "n = %g, k = %g: %g" % (n, k, y))


@test
def libraries_are_looked_for_from_here(box):
    for name, text in LIBRARY.items():
        box.write(name, text)
    text = b"within Plant;\nmodel New\n  extends Part;\n  Real y = 2*x;\nend New;\n"
    inside = subprocess.run([box.saltus, "run", "-", "--json"], cwd=box.path("Plant"), input=text, capture_output=True,
                            timeout=command_tools.LIMIT)
    same(inside.returncode, 0, inside.stdout.decode())
    has(inside.stdout.decode(), '"y":84')
    outside = b"model New\n  extends Plant.Part;\nend New;\n"
    same(box.call("run", "-", given=outside).status, 1, "only MODELICAPATH names folders of libraries")
    box.good("run", "-", given=outside, env={"MODELICAPATH": box.folder})


@test
def bad_input(box):
    for given, code in ((b"", "U0970"), (b" \r\n\t\n", "U0970"), (b"model M\0 end M;", "F0004"),
                        (b"model M \"\xe4\" end M;", "F0005"),
                        (bytes(range(256)), "F0004"), (b"\x7fELF\1\1", "M01"), (b"hello", "M01"),
                        (b"time,x\n0,1\n", "M01"), (b"// PROGRAM", "M0")):
        for name in ("run", "check", "flat", "code"):
            said = box.call(name, "-", given=given)
            true(said.status in (1, 2), "%s of %r: %d" % (name, given, said.status))
            has(said.err, "[" + code)
    has(box.call("run", "-", given=b"model M\n  Real x = y;\nend M;\n").err, "<stdin>:2:12\n")
    has(box.call("run", given=box.read("plain.mo")).err, "saltus run -")
    said = box.call("run", "-", "-", given=b"")
    same(said.status, 2)
    has(said.err, "one model at a time")
    said = box.call("compare", "-", "b=-", given=box.read("plain.mo"))
    same(said.status, 2)
    has(said.err, "[U0971]")
    same(box.call("run", "-", before=lambda: os.close(0)).status, 2)


@test
def samples_have_two_derivatives(box):
    box.write("d.mo", "model D\n  input Real u(start = 0);\n  Real y = der(u), z = der(y), a = der(z);\nend D;\n")
    box.write("u.csv", "time,u\n0,0\n1,1\n2,4\n")
    said = box.call("run", "d.mo", "--input", "u.csv")
    same(said.status, 1)
    for part in ("[S0304]", "'u.samples'", "d.mo:2:14", "by an expression"):
        has(said.err, part)
    box.write("d.mo", "model D\n  input Real u(start = 0);\n  Real y = der(u);\nend D;\n")
    same(box.good("run", "d.mo", "--input", "u=t^2", "--stop", "2", "--json").json()["final"]["y"], 4)
    same(box.good("run", "d.mo", "--input", "u.csv", "--stop", "1.5", "--json").json()["final"]["y"], 3)


@test
def results_of_the_input(box):
    has(box.good("compare", "plain.mo", "-", given=box.read("plain.mo")).out, "agree")
    has(box.good("plot", "one=-", "two=plain.mo", "--vars", "x", given=box.read("plain.mo")).out, "one")


@test
def texts_are_laid_out_through_a_pipe(box):
    same(box.good("fmt", "-", given=b"model M\nReal x;\nend M;\n").out, "model M\n  Real x;\nend M;\n")
    said = box.call("fmt", "-", given=b"model M\n  Real\nend M;\n")
    same((said.status, said.out), (1, ""))
    has(said.err, "<stdin>:")
    same(box.call("fmt", "-", given=b"").status, 1)


@test
def whoever_types_is_told_how_to_end(box):
    said = on_terminal(box, "run", "-", typed=b"model M Real x = y; end M;\n\x04")
    has(said, "[U0972]")
    has(said, "Ctrl-D")
    has(said, "M0301")


if __name__ == "__main__":
    sys.exit(command_tools.main())
