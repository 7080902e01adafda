#!/usr/bin/env python3
"""saltus optimise: what must not be lost whatever happens, and what is told and written.

    optimise_kept.py --saltus build/saltus --source . [NAME ...]
"""
import math
import os
import resource
import signal
import subprocess
import sys
import time

from optimise_tools import BALL, DECAY, RASTRIGIN, ROSENBROCK, main, near, test


@test
def slopes_do_not_depend_on_threads(p):
    p.model(BALL)
    ball = ["Ball.mo", "--min", "(final(h) - 0.4)^2", "--vary", "e in [0.3, 0.95]", "--vary", "h0 in [0.7, 1.3]",
            "--method", "slsqp", "--starts", "4"]
    tables = []
    for threads in ("1", "4"):
        p.call(*ball, "--threads", threads, "-o", f"t{threads}.csv")
        tables.append(p.bytes(f"t{threads}.csv"))
    assert tables[0] == tables[1]


@test
def slopes_are_resumed(p):
    """A journal that is cut anywhere, also between a point and its slopes, leads to the same table and the same
    text."""
    p.model(BALL)
    ball = ["Ball.mo", "--min", "(final(h) - 0.4)^2", "--vary", "e in [0.3, 0.95]", "--vary", "h0 in [0.7, 1.3]",
            "--method", "slsqp", "-o", "t.csv"]
    text = p.call(*ball)
    table = p.bytes("t.csv")
    for size in (300, 900, 1700, 2900):
        os.remove(p.path("t.csv"))
        limits = lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                          resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
        cut = p.start(*ball, preexec_fn=limits)
        cut.communicate()
        assert cut.returncode == 1 and os.path.getsize(p.path("t.csv.journal")) <= size, cut.returncode
        again = p.call(*ball, "--resume")
        assert p.bytes("t.csv") == table and again == text, (again, text)


@test
def one_at_a_time(p):
    """Two optimisations do not write one journal."""
    slow = ["Decay.mo", "--min", "final(x)", "--vary", "k in [0, 4]", "-p", "w=2000", "--method", "crs",
            "--evaluations", "1000000", "-o", "both.csv"]
    first = p.start(*slow)
    while first.poll() is None and not (os.path.exists(p.path("both.csv.journal"))
                                        and os.path.getsize(p.path("both.csv.journal")) > 0):
        time.sleep(0.02)
    assert first.poll() is None, first.communicate()
    assert "U0995" in p.call(*slow, "--restart", status=1)
    first.kill()
    first.communicate()


@test
def evaluations_are_kept_to(p):
    """All runs count, those of the polishing and of the look around the optimum, too."""
    p.model(ROSENBROCK)
    two = ["Rosenbrock.mo", "--min", "final(f)", "--vary", "a in [-2, 2]", "--vary", "b in [-2, 2]"]
    for method in ("auto", "slsqp", "bobyqa", "cobyla", "direct", "crs", "isres"):
        for starts, most in ((1, 1), (1, 2), (3, 2), (1, 7), (3, 50), (1, 300)):
            out = p.solve(*two, "--method", method, "--starts", str(starts), "--evaluations", str(most))
            assert 0 < out["runs"] and out["runs"] + out["followed"] <= most and out["runs"] == sum(s["runs"]
                    for s in out["searches"]), (method, starts, most, out["runs"])
    assert "U0919" in p.call(*two, "--evaluations", "1")


@test
def mistakes(p):
    good = ["--min", "final(x)", "--vary", "k in [0, 4]"]
    vary = lambda text: ["--min", "final(x)", "--vary", text]
    for status, code, args in [
            (2, "U0921", ["--vary", "k in [0, 4]"]), (2, "U0921", [*good, "--max", "final(x)"]),
            (2, "U0922", ["--min", "final(x)"]),
            (2, "U0923", [*good, "-o", "t.csv", "-o", "u.csv"]), (2, "U0003", [*good, "-o", "t.mat"]),
            (2, "U0924", [*good, "--resume"]), (1, "U0901", vary("k")), (1, "U0901", vary("k in 0, 4")),
            (1, "U0901", vary("k in [0 4]")), (1, "U0901", vary("k in [a, 4]")), (1, "U0901", vary("k in [0, 4] 2")),
            (1, "U0901", vary("")),
            (1, "U0901", vary("k in [0, 1e999]")), (1, "U0901", vary("in [0, 1]")),
            (1, "U0901", vary("k in [0, 4] = {1, 2")),
            (1, "U0901", vary("k within [0, 4]")), (1, "U0902", vary("k in [4, 0]")), (1, "U0902", vary("k in [1, 1]")),
            (1, "U0902", vary("k in [0, 4] log")), (1, "U0902", vary("k in [0, 4] = 5")),
            (1, "U0902", vary("k in [0, 4] = {1, 2}")),
            (1, "U0903", vary("zz* in [0, 4]")), (1, "U0904", [*good, "--vary", "k in [1, 2]"]),
            (1, "U0905", vary("n in [1, 4]")),
            (1, "U0905", vary("on in [0, 1]")), (1, "U0101", vary("kk in [0, 4]")),
            (1, "U0103", vary("fixed_one in [0, 4]")),
            (1, "U0908", ["--min", "final(x) <= 2", "--vary", "k in [0, 4]"]),
            (1, "U0909", [*good, "--subject", "final(a)"]),
            (1, "U0910", [*good, "--method", "bobyka"]), (1, "U0911", [*good, "--method", "bobyqa"]),
            (1, "U0911", [*good, "--method", "crs", "--subject", "final(x) >= 0.1"]),
            (1, "U0911", [*good, "--method", "mma", "--subject", "final(x) == 0.1"]),
            (1, "U0701", ["--min", "final(xx)", "--vary", "k in [0, 4]"]),
            (1, "U0714", ["--min", "x", "--vary", "k in [0, 4]"]),
            (1, "U0713", [*good, "--subject", "{1, 2} <= 3"]), (1, "U0715",
                                                                [*good, "--subject", "final(x) <= 1", "--subject",
                                                                 "final(x) <= 1"]),
            (1, "U0741", [*good, "-o", "no/such/folder/t.csv"]), (1, "U0105", [*good, "--vars", "nothing"]),
            (2, "U0003", [*good, "--xtol", "0"])]:
        out = p.call("Decay.mo", *args, status=status)
        assert code in out, f"{args}: no {code} in\n{out}"
    assert "did you mean 'bobyqa'" in p.call("Decay.mo", *good, "--method", "bobyka", status=1)
    out = p.call("Decay.mo", *vary("k in [0 4]"), status=1)
    assert "--vary:1:9" in out.replace(" ", "") and "^" in out, out
    assert "F0001" in p.call("none.mo", *good, status=1)
    p.model(DECAY.replace("Decay", "Sized").replace("parameter Real k = 1, c = 5",
                                                    "parameter Real size = 2; parameter Real k = 1, c = 5").replace(
        "u[n]", "u[integer(size)]").replace("1:n", "1:integer(size)"))
    assert "U0906" in p.call("Sized.mo", "--min", "final(x)", "--vary", "size in [1, 4]", status=1)


LONG = ["Decay.mo", "--min", "(final(x) - 0.3)^2 + 0*final(a)", "--vary", "k in [0.1, 4]", "--vary",
        "x.start in [0.5, 2]", "-p", "w=8e3", "--starts", "4",
        "--method", "bobyqa", "--evaluations", "60", "-o", "long.csv"]


@test
def threads_change_nothing(p):
    p.model(RASTRIGIN)
    for how in (["--starts", "6"], ["--method", "crs", "--starts", "3", "--evaluations", "900"], ["--method", "slsqp"]):
        for threads in "14":
            p.call("Rastrigin.mo", "--min", "final(f)", "--vary", "x in [-5.12, 5.12]", *how, "--threads", threads,
                   "-o", f"t{threads}.csv", "--seed", "7")
        assert p.bytes("t1.csv") == p.bytes("t4.csv"), how
    p.call("Rastrigin.mo", "--min", "final(f)", "--vary", "x in [-5.12, 5.12]", "--starts", "6", "-o", "other.csv",
           "--seed", "8")
    assert p.bytes("other.csv") != p.bytes("t1.csv")


def finished(p, name="long.csv.journal"):
    return os.path.getsize(p.path(name)) if os.path.exists(p.path(name)) else 0


def wait_for_runs(p, process, bytes_=500):
    """False: the machine had so much else to do that it was over before anybody looked."""
    for _ in range(3000):
        if process.poll() is not None:
            return False
        if finished(p) > bytes_:
            return True
        time.sleep(0.02)
    return False


def same_as_undisturbed(p):
    kept = p.bytes("long.csv")
    p.call(*LONG, "--restart")
    assert kept == p.bytes("long.csv")


@test
def killed_and_resumed(p):
    process = p.start(*LONG)
    in_time = wait_for_runs(p, process)
    process.kill()
    process.communicate()
    if not in_time or os.path.exists(p.path("long.csv")):
        return
    assert finished(p) > 500
    with open(p.path("long.csv.journal"), "ab") as f:       # as if it had been killed while it wrote
        f.write(b"\x10\0\0\0half of an entry")
    assert "U0926" in p.call(*LONG, status=1)
    assert "U0925" in p.call(*LONG, "--tol", "1e-5", "--resume", status=1)
    assert "U0929" not in p.call(*LONG, "--resume")
    assert not finished(p)
    same_as_undisturbed(p)


@test
def nothing_to_resume(p):
    short = ["Decay.mo", "--min", "(final(x) - 0.5)^2", "--vary", "k in [0, 4]", "-o", "short.csv"]
    assert "U0929" in p.call(*short, "--resume") and "U0929" not in p.call(*short)


@test
def interrupted_and_resumed(p):
    process = p.start(*LONG)
    in_time = wait_for_runs(p, process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=900)
    if not in_time or process.returncode == 0:
        return
    assert process.returncode == 130 and "U0920" in err and "--resume" in err and "best" in out, out + err
    rows = p.rows("long.csv")
    assert 0 < len(rows) < 70, len(rows)
    p.call(*LONG, "--resume")
    same_as_undisturbed(p)


@test
def time_is_over(p):
    """All runs together would take hours; a busy machine may need the shorter limits to translate."""
    for seconds in ("3", "24", "192"):
        out = p.call(*[a.replace("w=8e3", "w=3e6") for a in LONG], "--timeout", seconds, "--restart", status=3)
        if "U0341" not in out:
            break
    assert "U0920" in out and os.path.exists(p.path("long.csv.journal")), out


@test
def a_run_takes_too_long(p):
    """With w = 1e7 a run would take minutes; those runs have no cost, and the optimum lies elsewhere."""
    out = p.solve("Decay.mo", "--min", "final(x) + 0*final(a)", "--vary", "w in [0, 1e8] = 0", "--vary", "k in [0, 4]",
                  "--run-timeout", "5", "--evaluations",
                  "6", "--method", "cobyla")
    assert out["failed"] > 0 and out["best"] <= math.exp(-1) + 1e-6, out


@test
def the_disk_is_full(p):
    """No file may grow beyond 3000 bytes: the journal does not fit."""
    p.model(ROSENBROCK)
    many = ["Rosenbrock.mo", "--min", "final(f)", "--vary", "a in [-2, 2]", "--vary", "b in [-2, 2]", "-o", "full.csv"]

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))

    out = p.call(*many, status=1, preexec_fn=limit)
    assert "U0927" in out and "--resume" in out, out
    p.call(*many, "--resume")
    kept = p.bytes("full.csv")
    p.call(*many, "--restart")
    assert kept == p.bytes("full.csv")


@test
def the_table_has_every_run(p):
    out = p.solve("Decay.mo", "--min", "final(x)", "--vary", "k in [0, 10]", "--subject", "low = final(x) >= 0.1", "-o",
                  "t.csv")
    rows = p.rows("t.csv")
    assert len(rows) == out["runs"] == sum(s["runs"] for s in out["searches"]), (len(rows), out["runs"])
    best = None
    for r in rows:
        if r["status"] == "done":
            near(float(r["final(x)"]), math.exp(-float(r["k"])), 1e-5)
            near(float(r["low.margin"]), float(r["final(x)"]) - 0.1, 1e-9)
            if r["feasible"] == "1":
                best = min(best or 1e9, float(r["final(x)"]))
        assert r["best"] == "" if best is None else abs(float(r["best"]) - best) < 1e-15, r
    near(best, 0.1, 1e-5)


@test
def the_command_gives_the_best_run(p):
    out = p.solve("Decay.mo", "--min", "(final(x) - 0.5)^2", "--vary", "k in [0, 4]", "-p", "c=4.5")
    command = out["command"].replace("saltus", p.saltus, 1) + " -o best.csv --quiet"
    subprocess.run(command, shell=True, cwd=p.folder, check=True)
    near(float(p.rows("best.csv")[-1]["x"]), 0.5, 1e-3)
    out = p.solve("Decay.mo", "--min", "(final(x) - 0.5)^2", "--vary", "k in [0, 4]", "-p", "c=4.5", "-p", "k=2")
    out = p.solve("Decay.mo", "--min", "(final(x) - 0.5)^2", "--vary", "k in [0, 4]", "--stop", "2", "--solver",
                  "cvode")
    command = out["command"].replace("saltus", p.saltus, 1) + " -o best.csv --quiet"
    assert "--stop 2" in command and "--solver cvode" in command, command
    subprocess.run(command, shell=True, cwd=p.folder, check=True)
    near(float(p.rows("best.csv")[-1]["x"]), 0.5, 1e-3)
    p.model("model Fed input Real u; parameter Real k = 1; Real x(start = 0, fixed = true); equation der(x) = k*u; "
            "end Fed;")
    out = p.solve("Fed.mo", "--min", "(final(x) - 3)^2", "--vary", "k in [0, 9]", "--input", "u=2*t")
    command = out["command"].replace("saltus", p.saltus, 1) + " -o best.csv --quiet"
    subprocess.run(command, shell=True, cwd=p.folder, check=True)
    near(float(p.rows("best.csv")[-1]["x"]), 3, 1e-3)
    out = p.solve("Decay.mo", "--min", "(final(x) - 0.5)^2", "--vary", "k in [0, 4]", "-p", "c=4.5", "-p", "k=2")
    assert out["command"].count("'k=") == 1 and "'c=4.5'" in out["command"], out
    assert out["parameters"]["k"]["start"] == 2, out


@test
def the_command_has_what_was_given_and_nothing_else(p):
    given = [["--start", "0.5", "--stop", "2"], ["--tol", "1e-5"], ["--max-step", "0.25"], ["--solver", "cvode"],
             ["--seed", "7"], ["--on-zeno", "rest"], ["--on-chatter", "slide"]]
    for options in given + [[], sum(given, [])]:
        command = p.solve("Decay.mo", "--min", "(final(x) - 0.5)^2", "--vary", "k in [0, 4]",
                          *options)["command"]
        told = {option: value for option, value in zip(command.split(), command.split()[1:]) if option[:2] == "--"}
        assert told == dict(zip(options[::2], options[1::2])), (options, command)


@test
def pictures(p):
    p.model(ROSENBROCK)
    two = ["Rosenbrock.mo", "--min", "final(f)", "--vary", "a in [-2, 2]", "--vary", "b in [-2, 2]"]
    for args in (two, [*two, "--subject", "final(f) >= 1"], ["Decay.mo", "--min", "final(x)", "--vary", "k in [0, 10]",
                                                             "--vars", "x,a"]):
        p.call(*args, "--plot=t.svg")
        assert b"<svg" in p.bytes("t.svg")[:200], args
    out = p.call(*two, "--plot")
    assert "└" in out and "a: best so far" in out and "a: runs" not in out, out
    assert b"at the start" in p.bytes("t.svg") and b"best so far" in p.bytes("t.svg")


if __name__ == "__main__":
    sys.exit(main())
