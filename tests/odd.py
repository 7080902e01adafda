#!/usr/bin/env python3
"""Odd inputs: names, values and files that nobody means to give, and outputs that cannot be written. Each gets a
message that says what is wrong, and the status of its kind: 2 for wrong usage, 1 for a file or a run that fails.
Nothing hangs and nothing ends by a signal.

    odd.py --saltus build/saltus [NAME ...]
"""
import os
import resource
import signal
import socket
import threading
import time

import command_tools
from command_tools import has, same, true, usage

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def fails(box, code, *arguments, says=(), **rest):
    """Status 1 and this message."""
    said = box.call(*arguments, **rest)
    same(said.status, 1, "status of %s (%s)" % (" ".join(arguments), said.err))
    has(said.err, "[%s]" % code)
    for text in says:
        has(said.err, text)
    return said


@test
def stdout_on_a_full_disk(box):
    """Every command that prints something, help and version too, says that it could not."""
    with open("/dev/full", "w") as full:
        for words in (["--help"], ["--version"], ["help", "run"], ["run", "--help"], ["run", "plain.mo"],
                      ["run", "plain.mo", "--json"],
                      ["run", "plain.mo", "--plot"], ["run", "says.cosy"], ["check", "plain.mo"],
                      ["check", "plain.mo", "--json"], ["flat", "plain.mo"],
                      ["code", "plain.mo"], ["fmt", "--print", "plain.mo"]):
            fails(box, "U0360", *words, stdout=full)
        same(box.call(stdout=full).status, 2, "status of wrong usage")


@test
def results_on_a_full_disk(box):
    for ending in ("csv", "mat"):
        os.symlink("/dev/full", box.path("full." + ending))
        fails(box, "F0011", "run", "plain.mo", "--step", "1e-4", "-o", "full." + ending, says=["No space left"])
    for ending in ("svg", "png"):
        os.symlink("/dev/full", box.path("full." + ending))
        fails(box, "F0011", "run", "plain.mo", "--plot=full." + ending, says=["No space left"])


@test
def files_that_may_not_grow(box):
    """The limit of the system on the size of files is an error of writing, not a signal, and leaves nothing."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
    for option in (["-o", "r.csv"], ["-o", "r.mat"], ["--plot=r.svg"], ["--plot=r.png"]):
        fails(box, "F0011", "run", "plain.mo", *option, before=limit, says=["File too large"])
        same(box.files(), [], "files")


@test
def two_dashes_end_the_options(box):
    box.write("-x.mo", command_tools.PLAIN)
    for words in (["run", "--", "plain.mo"], ["run", "--stop", "0.1", "--", "-x.mo"], ["check", "--", "-x.mo"],
                  ["flat", "--", "-x.mo"], ["code", "--", "-x.mo"]):
        box.good(*words)
    box.good("fmt", "--print", "--", "-x.mo")
    said = box.call("run", "--")
    same(said.status, 2)
    has(said.err, "U0005")
    said = box.call("run", "--", "plain.mo", "--json")
    same(said.status, 2, "what follows -- is a file")
    has(said.err, "U0004")


@test
def tolerances(box):
    for value in ("1e-30", "1e-15", "0.6", "1e300"):
        fails(box, "R0403", "run", "plain.mo", "--tol", value)
    for value in ("0", "-1e-6", "nan", "inf", "1e999", "", "1e-6x", "0x"):
        usage(box, "U0003", "run", "plain.mo", "--tol", value)
    for value in ("1e-14", "0.5"):
        box.good("run", "plain.mo", "--tol", value)


@test
def what_is_no_file(box):
    os.mkfifo(box.path("pipe.mo"))
    os.mkdir(box.path("folder.mo"))          # might be a package, but there is no package.mo in it
    for what in ("run", "check", "flat", "code"):
        same(box.call(what, "folder.mo").status, 1, what)
    os.symlink("/dev/zero", box.path("zero.mo"))
    os.symlink("/dev/null", box.path("null.mo"))
    os.symlink("circle.mo", box.path("circle.mo"))
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(box.path("socket.mo"))
    for name, code, says in (("pipe.mo", "F0002", "a pipe"), ("zero.mo", "F0002", "a device"),
                             ("null.mo", "F0002", "a device"),
                             ("circle.mo", "F0003", "symbolic links"), ("socket.mo", "F0003", "cannot be read"),
                             ("nothing.mo", "F0001", "no file"),
                             ("plain.mo/x.mo", "F0001", "no file"), ("x" * 300 + ".mo", "F0003", "too long")):
        for what in ("run", "check", "flat", "code", "fmt"):
            fails(box, code, what, name, says=[says])


@test
def results_into_pipes(box):
    """Into one that nobody reads nothing is written; a reader may come a little later."""
    os.mkfifo(box.path("pipe.csv"))
    fails(box, "F0010", "run", "plain.mo", "-o", "pipe.csv", says=["nobody reads it"])
    got = []

    def read():
        time.sleep(0.02)
        with open(box.path("pipe.csv"), "rb") as file:
            got.append(file.read())
    reader = threading.Thread(target=read)
    reader.start()
    box.good("run", "plain.mo", "-o", "pipe.csv")
    reader.join()
    box.good("run", "plain.mo", "-o", "file.csv")
    same(got[0], box.read("file.csv"), "what was read")


@test
def small_stacks(box):
    """As much as the system allows is taken; where that is too little it is told, however deep the text is."""
    box.write("deep.mo", "model Deep\n  Real x = %s1%s;\nend Deep;\n" % ("("*100000, ")"*100000))
    for most in (128 << 10, 256 << 10, 1 << 20):
        fails(box, "U0350", "run", "plain.mo", before=lambda: resource.setrlimit(resource.RLIMIT_STACK, (most, most)),
              says=["%d kB" % (most >> 10), "ulimit -s"])
        for words in (["run", "plain.mo"], ["check", "deep.mo"]):
            said = box.call(*words, before=lambda: resource.setrlimit(resource.RLIMIT_STACK, (most, 64 << 20)))
            same(said.status, int(words[1] == "deep.mo"), "status of %s: %s" % (words, said.err[:300]))
            true("U0350" not in said.err and "crashed" not in said.err, said.err[:300])


@test
def time_of_the_processor(box):
    """The limit of the system ends a run as --timeout does: what was computed is written."""
    said = box.call("run", "slow.mo", "--stop", "1e6", "-o", "a.csv",
                    before=lambda: resource.setrlimit(resource.RLIMIT_CPU, (2, 600)))
    same(said.status, 3, said.err)
    has(said.err, "[R0405]")
    has(said.err, "ulimit -t")
    true(len(box.table("a.csv")[1]) > 0, "rows are kept")


@test
def a_table_in_a_pipe(box):
    """What a model reads is not waited for either."""
    os.mkfifo(box.path("table.txt"))
    box.write("reads.mo", """model Reads
  impure function lines
    input String name;
    output Integer n[2];
  external "C" ModelicaIO_readMatrixSizes(name, "t", n);
  end lines;
  parameter Integer n[2] = lines("%s");
  Real x = n[1];
end Reads;
""" % box.path("table.txt"))
    said = box.call("run", "reads.mo")
    same(said.status, 1, said.err)
    has(said.err, "a pipe")


@test
def odd_texts(box):
    good, program = command_tools.PLAIN.encode(), command_tools.COSY.encode()
    for name, text, status in (("empty.mo", b"", 1), ("blank.mo", b" \n\t\r\n", 1), ("mark.mo", b"\xef\xbb\xbf", 1),
                               ("zeros.mo", good + b"\0", 1), ("cut.mo", good[:-9], 1),
                               ("marked.mo", b"\xef\xbb\xbf" + good, 0), ("crlf.mo", good.replace(b"\n", b"\r\n"), 0),
                               ("cr.mo", good.replace(b"\n", b"\r"), 0),
                               ("no_end.mo", good.rstrip(b"\n"), 0), ("page.mo", b"\f\v" + good, None),
                               ("utf16.mo", good.decode().encode("utf-16"), 1),
                               ("empty.cosy", b"", 1), ("crlf.cosy", program.replace(b"\n", b"\r\n"), None),
                               ("zeros.cosy", program + b"\0\0", 1)):
        with open(box.path(name), "wb") as file:
            file.write(text)
        for what in ("check", "run", "flat", "fmt"):
            said = box.call(what, name)
            if status is not None and not (what == "fmt" and status == 1 and text.strip() in (b"", b"\xef\xbb\xbf")):
                same(said.status, status, "%s %s (%s)" % (what, name, said.err[:500]))
            true(said.status in (0, 1), "status of %s %s" % (what, name))
            true(said.status == 0 or said.err.strip(), "no message of %s %s" % (what, name))


@test
def numbers_of_any_size(box):
    for option, value, code, status in (
            ("--stop", "1e400", "U0003", 2), ("--stop", "-", "U0003", 2), ("--stop", "12abc", "U0003", 2),
            ("--stop", "1e308", None, None), ("--start", "1e300", "R04", 1),
            ("--stop", "-5", "R0402", 1), ("--step", "1e-300", "R0407", 1), ("--step", "0", "U0003", 2),
            ("--step", "1e300", None, 0), ("--seed", "-1", "U0003", 2),
            ("--seed", "18446744073709551615", None, 0), ("--seed", "18446744073709551616", "U0003", 2),
            ("--seed", "1.5", "U0003", 2), ("--threads", "0", "U0003", 2),
            ("--threads", "1000000000", None, 0), ("--threads", "99999999999", "U0003", 2),
            ("--max-microsteps", "0", "U0003", 2), ("--max-microsteps", "1000000000", None, 0),
            ("--max-runs", "1e3", "U0003", 2), ("--timeout", "1e300", None, 0), ("--timeout", "0", "U0003", 2),
            ("--timeout", "-1", "U0003", 2)):
        said = box.call("run", "plain.mo", option, value, *([] if option == "--timeout"
                                                            else ["--timeout", "5" if value == "1e308" else "600"]))
        what = "%s %s: %s" % (option, value, said.err)
        true(said.status == status if status is not None else said.status in (0, 1, 3),
             "status %d of %s" % (said.status, what))
        if code:
            has(said.err, "[%s" % code)
    for name in ("n", "size"):
        for value in ("1e400", "nan", "inf", "", "1e", "--", "{1,2", "'", '"', "\\", "1,5", "9223372036854775808",
                      "-9223372036854775809", "9007199254740993", "1e19", "9"*400):
            said = box.call("run", "plain.mo", "-p", "%s=%s" % (name, value))
            true(said.status in (1, 2) and "error[" in said.err, "-p %s=%s: status %d %s" % (name, value, said.status,
                    said.err))
    for value in ("1e400", "nan", "", "1e", "{1}", "x", "1 2"):
        said = box.call("run", "plain.mo", "-p", "k=%s" % value)
        true(said.status in (1, 2) and "error[" in said.err, "-p k=%s: status %d %s" % (value, said.status, said.err))


@test
def options_given_twice(box):
    for option, values in (("--stop", "12"), ("--start", "01"), ("--step", "12"), ("--tol", "12"), ("--seed", "12"),
                           ("--solver", ["erk", "dirk"]), ("--timeout", "12"),
                           ("--events", ["both", "none"]), ("--max-runs", "12"), ("--threads", "12")):
        usage(box, "U0361", "run", "plain.mo", option, values[0], option, values[1],
              says=["%s is given twice" % option])
    box.good("run", "plain.mo", "-p", "k=1", "-p", "n=2", "--quiet", "--quiet", "--vars", "x", "--vars", "v*", "--log",
             "init", "--log", "solver", "-o", "a.csv", "-o", "b.csv")
    same(box.table("a.csv")[0], ["time", "v[1]", "v[2]", "x"], "columns of both --vars")


@test
def options_of_pictures_without_a_picture(box):
    for words in (["--vars-plot", "x"], ["--vars-plot", "nobody"], ["--title", "a"], ["--mark-events"]):
        usage(box, "U0430", "run", "plain.mo", *words, says=[words[0] + " is about a picture"])
    box.good("run", "plain.mo", *["--vars-plot", "x", "--plot=a.svg"])


@test
def iterations_of_time_stay_small(box):
    """An iteration in a function is not written out turn by turn: 61 000 lines before, for 200 conditions on time."""
    tests = os.path.dirname(os.path.abspath(__file__))
    said = box.good("code", os.path.join(tests, "models", "known", "iteration_of_time.mo"))
    true(len(said.out.splitlines()) < 3000, "%d lines" % len(said.out.splitlines()))


@test
def values_that_are_missing(box):
    for option in ("-p", "--start", "--stop", "--step", "--tol", "--solver", "--seed", "-o", "--vars", "--events",
                   "--vars-plot", "--timeout", "--log", "--max-microsteps",
                   "--max-runs", "--threads"):
        usage(box, "U0002", "run", "plain.mo", option)
        said = box.call("run", "plain.mo", option, "")
        true(said.status in (1, 2) and "error[" in said.err, "%s '': status %d %s" % (option, said.status, said.err))
    for word in ("--json=1", "--quiet=", "--profile=x"):
        usage(box, "U0003", "run", "plain.mo", word)
    for words in ([""], [":Plain"], []):
        said = box.call("run", *words)
        same(said.status, 2, "status of %s" % words)
        has(said.err, "U0005")


@test
def words_that_are_no_commands(box):
    for word in ("", "-", "--", "-x", "--json", "plain.mo", "Run", "\n", "x" * 10000, "\xff", "%s%n"):
        said = box.call(word)
        same(said.status, 2, "status of '%s'" % word[:20])
        true("error[U" in said.err, said.err[:300])


@test
def closed_streams(box):
    """Whoever starts the program without some of its streams gets no results in the place of others."""
    for closed in ([1], [2], [0, 1, 2]):
        def close():
            for stream in closed:
                os.close(stream)
        said = box.call("run", "plain.mo", "-o", "closed.csv", before=close)
        true(said.status in (0, 1), "status %d without streams %s" % (said.status, closed))
        if os.path.exists(box.path("closed.csv")):
            same(box.table("closed.csv")[0][0], "time", "the results are not mixed with messages")
            os.remove(box.path("closed.csv"))


@test
def signals_that_others_ignore(box):
    """A reader that goes away, with SIGPIPE ignored by whoever starts the program."""
    read, write = os.pipe()
    os.close(read)
    said = box.call("code", "plain.mo", stdout=write, before=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))
    os.close(write)
    true(said.status in (1, -signal.SIGPIPE), "status %d" % said.status)


if __name__ == "__main__":
    command_tools.TESTS[:] = TESTS
    raise SystemExit(command_tools.main())
