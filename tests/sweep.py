#!/usr/bin/env python3
"""saltus sweep: what it answers, and what must not be lost whatever happens to it.

    sweep.py --saltus build/saltus [NAME ...]

The model is x' = -k x from x.start = 1 to time 1, so final(x) = exp(-k); from k = 100 on an assertion fails. With w =
1e5 a run takes a while."""
import argparse
import csv
import json
import math
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

import sample

# a shell that starts this in the background has it ignored, and so would what is interrupted here
signal.signal(signal.SIGINT, signal.default_int_handler)

MODEL = """model Decay
  parameter Real k = 1;
  parameter Integer n = 2;
  parameter Real w = 0 "a run lasts the longer the larger it is";
  parameter Real c[2] = {1, 2};
  parameter String name = "a";
  final parameter Real f = 3;
  type Mode = enumeration(slow, fast);
  parameter Mode mode = Mode.slow;
  Real x(start = 1, fixed = true), u[n];
  Real a(start = 0, fixed = true), b(start = 1, fixed = true);
equation
  der(x) = if mode == Mode.slow then -k*x else -2*k*x;
  for i in 1:n loop u[i] = i*x; end for;
  der(a) = w*b;
  der(b) = -w*a;
  assert(k < 100, "k is too large");
end Decay;
"""
TESTS = []


def test(f):
    TESTS.append(f)
    return f


class Place:
    """A folder with the model, and calls of saltus in it."""

    def __init__(self, saltus, folder):
        self.saltus, self.folder = saltus, folder
        open(os.path.join(folder, "decay.mo"), "w").write(MODEL)

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, *args, **more):
        return subprocess.Popen([self.saltus, "sweep", "decay.mo", *args], cwd=self.folder, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                **more)

    def call(self, *args, status=0, **more):
        p = self.start(*args, **more)
        out, err = p.communicate(timeout=600)
        assert p.returncode == status, f"{args}: status {p.returncode}, not {status}\n{out}\n{err}"
        return out + err

    def rows(self, name):
        with open(self.path(name), newline="") as f:
            return list(csv.DictReader(f))

    def bytes(self, name):
        return open(self.path(name), "rb").read()


@test
def values_are_right(p):
    p.call("-p", "k=0:0.5:2", "--measure", "final(x)", "-o", "t.csv")
    rows = p.rows("t.csv")
    assert [r["k"] for r in rows] == ["0", "0.5", "1", "1.5", "2"], rows
    for r in rows:
        assert abs(float(r["final(x)"]) - math.exp(-float(r["k"]))) < 1e-5 and r["status"] == "done", r
    assert not os.path.exists(p.path("t.csv.journal"))


@test
def every_way_to_write_values(p):
    for text, wanted in [("k=1:3", "1 2 3"), ("k={3, 1}", "3 1"), ("k=lin(0, 1, 3)", "0 0.5 1"),
                         ("k=log(0.01, 1, 3)", "0.01 0.1 1"),
                         ("k=3:-1:1", "3 2 1"), ("k={-1.5, 2^2}", "-1.5 4")]:
        p.call("-p", text, "--measure", "final(x)", "-o", "t.csv")
        assert [r["k"] for r in p.rows("t.csv")] == wanted.split(), (text, p.rows("t.csv"))
    p.call("-p", "mode={slow, fast}", "-p", "x.start={1, 2}", "--measure", "y = final(x)", "-o", "t.csv")
    rows = p.rows("t.csv")
    assert [r["mode"].split(".")[-1] for r in rows] == ["slow", "slow", "fast", "fast"], rows
    assert abs(float(rows[3]["y"]) - 2 * math.exp(-2)) < 1e-5, rows
    p.call("-p", "k={1, 2}", "-p", "w={0, 1}", "--zip", "--measure", "final(x)", "-o", "t.csv")
    assert [(r["k"], r["w"]) for r in p.rows("t.csv")] == [("1", "0"), ("2", "1")]
    p.call("-p", "c={3, 4}", "-p", "k=1:2", "--measure", "final(x)*c[2]", "-o", "t.csv")       # one value, of an array
    assert abs(float(p.rows("t.csv")[0]["final(x)*c[2]"]) - 4 * math.exp(-1)) < 1e-4


@test
def structural_values(p):
    out = p.call("-p", "n=1:3", "-p", "k={1, 2}", "--measure", "final(sum(u))", "-o", "t.csv")
    assert out.count("U0722") == 1 and "'n'" in out, out
    for r in p.rows("t.csv"):
        n, k = int(r["n"]), float(r["k"])
        assert abs(float(r["final(sum(u))"]) - n * (n + 1) / 2 * math.exp(-k)) < 1e-5, r


@test
def one_point_of_a_thousand_fails(p):
    out = p.call("-p", "k=lin(0.1, 100, 1000)", "--measure", "final(x)", "-o", "t.csv")
    rows = p.rows("t.csv")
    failed = [r for r in rows if r["status"] != "done"]
    assert len(rows) == 1000 and len(failed) == 1 and failed[0]["point"] == "1000", failed
    assert "k is too large" in failed[0]["message"] and failed[0]["final(x)"] == "", failed
    assert "1 of 1000 points failed" in out and "k is too large" in out, out


@test
def all_points_fail(p):
    assert "2 of 2 points failed" in p.call("-p", "k={100, 200}", "--measure", "final(x)", status=1)


@test
def a_measure_without_a_value(p):
    p.call("-p", "k={1, 2}", "--measure", "t = time_when(x < 0.2)", "-o", "t.csv")
    rows = p.rows("t.csv")
    assert rows[0]["t"] == "" and "never becomes true" in rows[0]["message"] and rows[0]["status"] == "done", rows
    assert abs(float(rows[1]["t"]) - math.log(5) / 2) < 1e-4, rows
    p.call("-p", "k={1, 2}", "--measure", "final(x)/initial(a)", "-o", "t.csv")
    assert all("divides by zero" in r["message"] for r in p.rows("t.csv"))


@test
def lists_of_measures(p):
    """With commas between, in one word or in several; commas inside of brackets belong to an expression."""
    for how in (["--measure", "max(x, from = 0.5), final(x)", "--measure", "max(max(x, 2*x))"],
                ["--measure", "max(x, from = 0.5),", "final(x),", "max(max(x, 2*x))"]):
        p.call("-p", "k={1, 2}", *how, "-o", "t.csv")
        r = p.rows("t.csv")[1]
        os.remove(p.path("t.csv"))
        for name, value in (("max(x, from = 0.5)", math.exp(-1)), ("final(x)", math.exp(-2)), ("max(max(x, 2*x))", 2)):
            assert abs(float(r[name]) - value) < 1e-5, (how, r)


@test
def constraints(p):
    p.call("-p", "k={1, 2}", "--measure", "low = final(x) >= 0.2", "-o", "t.csv")
    rows = p.rows("t.csv")
    assert [r["low"] for r in rows] == ["1", "0"] and abs(float(rows[1]["low.margin"]) - math.exp(-2)
                                                          + 0.2) < 1e-5, rows


@test
def curves_are_written(p):
    p.call("-p", "k={1, 2}", "--vars", "x", "--curve", "d = 2*x", "--step", "0.25", "--curves", "c.csv")
    rows = p.rows("c.csv")
    assert len(rows) == 10 and [r["time"] for r in rows[:5]] == ["0", "0.25", "0.5", "0.75", "1"], rows
    for r in rows:
        assert abs(float(r["x"]) - math.exp(-float(r["k"]) * float(r["time"]))) < 1e-5 and abs(float(r["d"]) - 2
                * float(r["x"])) < 1e-6, r


@test
def mistakes(p):
    m = ["--measure", "final(x)"]
    for status, code, args in [
            (1, "U0101", ["-p", "kk=1:3", *m]), (1, "U0103", ["-p", "x=1:3", *m]), (1, "U0103", ["-p", "f=1:3", *m]),
            (1, "U0721", ["-p", 'name={"a", "b"}', *m]), (1, "U0731", ["-p", "k=3:1", *m]),
            (1, "M0132", ["-p", "k={}", *m]),
            (1, "U0731", ["-p", "k=1:0:3", *m]), (1, "U0731", ["-p", "k=log(0, 1, 3)", *m]),
            (1, "U0731", ["-p", "k=normal(1)", *m]),
            (1, "U0731", ["-p", "k=normal(1, -1)", "--random", "3", *m]), (1, "U0732", ["-p", "k=0:1e-9:1", *m]),
            (1, "U0732", ["-p", "k=1:100000", "-p", "w=1:100000", *m]),
            (1, "U0733", ["-p", "k=norml(1, 2)", "--random", "3", *m]),
            (1, "U0734", ["-p", "n=1:0.5:3", *m]), (1, "U0102", ["-p", "mode={slow, quick}", *m]),
            (1, "U0735", ["-p", "k=normal(1, 0.1)", *m]), (1, "U0736", ["-p", "k=1:3", "-p", "w=1:2", "--zip", *m]),
            (2, "U0739", ["-p", "k=1:3"]), (2, "U0743", ["-p", "k=1:3", "--zip", "--grid", *m]),
            (2, "U0744", ["-p", "k=1:3", "--indices", *m]),
            (2, "U0003", ["-p", "k=1:3", "-o", "t.mat", *m]), (2, "U0745",
                                                               ["-p", "k=1:3", "-o", "t.csv", "-o", "u.csv", *m]),
                                                               (2, "U0746", ["-p", "k=1:3", "--resume", *m]),
            (2, "U0747", ["-p", "k=1:3", "--curves", "c.csv", *m]), (2, "U0748", ["-p", "k=1", *m]),
            (1, "U0749", ["-p", "k=1:3", "-p", "k=1:2", *m]), (2, "U0755",
                                                               ["-p", "k=1:3", "--shard", "3/2", "-o", "t.csv", *m]),
            (1, "U0757", ["-p", "k=1:3", "--merge", "-o", "none.csv", *m]),
            (2, "U0003", ["-p", "k=1:3", "--picture", "haet", *m]),
            (1, "U0760", ["-p", "k=1:3", "--picture", "heat", "--plot=t.svg", *m]),
            (1, "U0701", ["-p", "k=1:3", "--measure", "max(xx)"]),
            (1, "U0714", ["-p", "k=1:3", "--measure", "x"]), (1, "U0712", ["-p", "k=1:3", "--measure", "max(x)/0"]),
            (1, "U0741", ["-p", "k=1:3", "-o", "no/such/folder/t.csv", *m]),
            (1, "U0105", ["-p", "k=1:3", "--vars", "nothing"])]:
        out = p.call(*args, status=status)
        assert code in out, f"{args}: no {code} in\n{out}"
    assert "did you mean 'k'" in p.call("-p", "kk=1:3", *m, status=1)
    assert "several values stand in braces: -p 'k={1,2}'" in p.call("-p", "k=1,2", *m, status=2)
    assert "-p 'u[1]={...}' -p 'u[2]={...}'" in p.call("-p", "u={{1, 2}, {3, 4}}", *m, status=2)


RANDOM = ["-p", "k=normal(1, 0.2)", "-p", "x.start=uniform(1, 2)", "--random", "60", "--seed", "4", "--measure",
          "final(x)", "--measure", "max(u[1])"]


@test
def threads_change_nothing(p):
    p.call(*RANDOM, "-o", "one.csv", "--threads", "1")
    p.call(*RANDOM, "-o", "four.csv", "--threads", "4")
    assert p.bytes("one.csv") == p.bytes("four.csv")


@test
def shards_give_the_same_bytes(p):
    p.call(*RANDOM, "-o", "whole.csv", "--vars", "x", "--curves", "whole_curves.csv")
    for i in (2, 1, 3):
        p.call(*RANDOM, "-o", "parts.csv", "--vars", "x", "--shard", f"{i}/3")
        if i != 3:
            assert "U0758" in p.call(*RANDOM, "-o", "parts.csv", "--vars", "x", "--merge", status=1)
    assert "U0751" in p.call(*RANDOM, "-o", "parts.csv", "--vars", "x", "--merge", "--tol", "1e-5", status=1)
    p.call(*RANDOM, "-o", "parts.csv", "--vars", "x", "--curves", "parts_curves.csv", "--merge")
    assert p.bytes("whole.csv") == p.bytes("parts.csv") and p.bytes("whole_curves.csv") == p.bytes("parts_curves.csv")


@test
def launchers(p):
    """Processes with the environment that mpirun, MPICH and srun give them; nobody has to be first."""
    p.call(*RANDOM, "-o", "whole.csv")
    for rank, size in (("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("PMI_RANK", "PMI_SIZE"),
                       ("SLURM_PROCID", "SLURM_NTASKS")):
        ranks = [p.start(*RANDOM, "-o", "ranks.csv", env=dict(os.environ, **{rank: str(i), size: "3"}))
                 for i in range(3)]
        for r in ranks:
            out, err = r.communicate(timeout=300)
            assert r.returncode == 0, out + err
        assert p.bytes("whole.csv") == p.bytes("ranks.csv")
        assert not [f for f in os.listdir(p.folder) if "shard" in f], os.listdir(p.folder)
    assert "U0756" in p.call(*RANDOM, status=2, env=dict(os.environ, PMI_RANK="0", PMI_SIZE="2"))


LONG = ["-p", "k=lin(0.1, 1, 60)", "-p", "w=3e3", "--measure", "final(x)", "-o", "long.csv"]


def finished(p, name="long.csv.journal"):
    return os.path.getsize(p.path(name)) if os.path.exists(p.path(name)) else 0


def heavier():
    """Sweeps that last longer and longer, for whoever comes too late to stop the first."""
    for w in ("3e3", "3e4", "3e5", "3e6", "3e7"):
        yield [a.replace("w=3e3", "w=" + w) for a in LONG]


def stop_in_the_middle(p, number):
    """A sweep that got this signal when some of its points were finished, and not all."""
    for words in heavier():
        process = p.start(*words)
        while process.poll() is None and finished(p) <= 400:
            time.sleep(0.02)
        process.send_signal(number)
        out, err = process.communicate(timeout=900)
        if process.returncode != 0:
            return words, process.returncode, out, err
        os.unlink(p.path("long.csv"))
    raise AssertionError("all sweeps were over before they could be stopped")


def same_as_undisturbed(p, words):
    kept = p.bytes("long.csv")
    p.call(*words, "--restart")
    assert kept == p.bytes("long.csv")


@test
def a_measure_that_divides_by_zero(p):
    """The runs are good, the row says why the value is missing, and so does the command."""
    out = p.call("-p", "k=1:3", "--measure", "q = 1/(final(k) - 2)", "-o", "t.csv")
    rows = p.rows("t.csv")
    assert "[U0976]" in out and "divides by zero" in out and "point 2" in out, out
    assert [r["status"] for r in rows] == ["done"]*3 and [r["q"] for r in rows] == ["-1", "", "1"], rows
    assert "divides by zero" in rows[1]["message"], rows


@test
def pictures_that_do_not_show_all_say_so(p):
    for picture, most in (("overlay", 200), ("multiples", 36)):
        for n in (most, most + 1):
            out = p.call("-p", f"k=lin(1, 2, {n})", "--vars", "x", "--picture", picture, "--plot=t.svg")
            assert ("[U0975]" in out) == (n > most), out
            assert (f"of {n} runs" in p.bytes("t.svg").decode()) == (n > most)


@test
def curves_over_each_other_have_a_key(p):
    p.call("-p", "k=lin(1, 2, 41)", "--vars", "x", "--plot=t.svg")
    svg = p.bytes("t.svg").decode()
    assert all(f"k = {k}<" in svg for k in ("1", "1.25", "1.5", "1.75", "2")) and "k = 1.1<" not in svg
    p.call("-p", "k=1:10", "-p", "x.start={1, 2}", "--vars", "x", "--plot=t.svg")
    svg = p.bytes("t.svg").decode()
    assert "k = 1, x.start = 1<" in svg and "k = 10, x.start = 2<" in svg and svg.count("x.start =") == 3, svg


@test
def killed_and_resumed(p):
    words, status, _, _ = stop_in_the_middle(p, signal.SIGKILL)
    assert status == -signal.SIGKILL and finished(p) > 400 and not os.path.exists(p.path("long.csv"))
    with open(p.path("long.csv.journal"), "ab") as f:       # as if it had been killed while it wrote
        f.write(b"\x10\0\0\0half of an entry")
    assert "U0752" in p.call(*words, status=1)
    assert "U0751" in p.call(*words, "--tol", "1e-5", "--resume", status=1)
    p.call(*words, "--resume")
    assert len(p.rows("long.csv")) == 60 and not finished(p)
    same_as_undisturbed(p, words)


@test
def interrupted_and_resumed(p):
    words, status, out, err = stop_in_the_middle(p, signal.SIGINT)
    assert status == 130 and "U0753" in err and "--resume" in err, out + err
    rows = p.rows("long.csv")
    assert 0 < len(rows) < 60 and all(r["status"] == "done" for r in rows), len(rows)
    p.call(*words, "--resume")
    assert len(p.rows("long.csv")) == 60
    same_as_undisturbed(p, words)


@test
def time_is_over(p):
    """A busy machine may need the shorter limits to translate, a fast one has made all points of the shorter sweeps."""
    sweeps, seconds = heavier(), 0.5
    words = next(sweeps)
    for _ in range(8):
        process = p.start(*words, "--timeout", str(seconds), "--restart")
        out, err = process.communicate(timeout=900)
        if process.returncode == 0:
            words = next(sweeps)
        elif "U0341" in err:
            seconds *= 4
        else:
            break
    assert process.returncode == 3 and "U0753" in err, out + err
    p.call(*words, "--resume")
    assert len(p.rows("long.csv")) == 60


@test
def a_run_takes_too_long(p):
    p.call("-p", "w={0, 1e7}", "--measure", "final(x)", "-o", "t.csv", "--run-timeout", "5")
    rows = p.rows("t.csv")
    assert [r["status"] for r in rows] == ["done", "failed"] and "5 seconds" in rows[1]["message"], rows


@test
def the_disk_is_full(p):
    """No file may grow beyond 3000 bytes: the journal of 200 points does not fit."""
    many = ["-p", "k=lin(0.1, 1, 200)", "--measure", "final(x)", "-o", "full.csv"]

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))

    out = p.call(*many, status=1, preexec_fn=limit)
    assert "U0742" in out and "--resume" in out, out
    assert not os.path.exists(p.path("full.csv")) or len(p.rows("full.csv")) < 200
    p.call(*many, "--resume")
    kept = p.bytes("full.csv")
    p.call(*many, "--restart")
    assert len(p.rows("full.csv")) == 200 and kept == p.bytes("full.csv")


@test
def json_tells_all(p):
    out = json.loads(p.call("-p", "k=uniform(0, 1)", "-p", "x.start=uniform(1, 2)", "--sobol", "64", "--indices",
                            "--measure", "y = final(x)", "--json"))
    assert out["status"] == "done" and out["points"] == 256 and out["done"] == 256 and out["failed"] == 0, out
    index = out["measures"]["y"]["indices"]
    assert 0 < index["k"]["first"] < 1 and index["x.start"]["total_low"] <= index["x.start"]["total"] <= index[
            "x.start"]["total_high"], index
    out = json.loads(p.call("-p", "kk=1:2", "--measure", "final(x)", "--json", status=1))
    assert out["status"] == "failed" and out["messages"][0]["code"] == "U0101", out


with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "models", "restart", "root.mo")) as file:
    ROOT = "model Root" + file.read().partition("model Root")[2]


@test
def models_that_simulate_themselves_again(p):
    """What is measured is the last simulation, and each point begins at the start values."""
    open(p.path("decay.mo"), "w").write(ROOT)
    p.call("-p", "k={2, 9, 2, 100}", "--measure", "final(p), final(steps)", "-o", "t.csv", "--threads", "1")
    rows = p.rows("t.csv")
    for r, k in zip(rows, (2, 9, 2, 100)):
        assert abs(float(r["final(p)"]) - math.sqrt(k)) < 1e-9, r
    assert rows[0]["final(steps)"] == rows[2]["final(steps)"] and float(rows[0]["final(steps)"]) > 4, rows
    p.call("-p", "p.start={1, 3, 50}", "--measure", "final(p), final(steps)", "-o", "s.csv")
    rows = p.rows("s.csv")
    assert all(abs(float(r["final(p)"]) - math.sqrt(2)) < 1e-9 for r in rows), rows
    assert float(rows[2]["final(steps)"]) > float(rows[0]["final(steps)"]), rows
    open(p.path("decay.mo"), "w").write(ROOT.replace("again = abs(p - pre(p)) > 1e-9*p", "again = true"))
    out = p.call("-p", "k={2}", "--measure", "final(p)", "-o", "e.csv", status=1)
    assert "after 10000 simulations the model asks for another one" in out, out


@test
def pictures(p):
    two = ["-p", "k=1:3", "-p", "w=0:2", "--measure", "final(x)", "--measure", "max(a)"]
    for args in ([*two], [*two, "--vars", "x,a"], [*two, "--vars", "x,a", "--picture", "multiples"],
                 [*two, "--picture", "effects"],
                 [*RANDOM, "--vars", "x"], [*RANDOM], ["-p", "k={100, 200, 1}", "--measure", "final(x)"]):
        p.call(*args, "--plot=t.svg")
        assert p.bytes("t.svg").startswith(b"<svg") or b"<svg" in p.bytes("t.svg")[:200], args
    assert "└" in p.call("-p", "k=1:3", "--measure", "final(x)", "--plot")


EDGES = """model Edges
  parameter Real k = 1;
  discrete Real n(start = 1, fixed = true), z(start = 0, fixed = true);
  Real x(start = 1, fixed = true), y = n + time, s = -n;
equation
  der(x) = 0.5;
  when sample(0, 0.5) then
    n = pre(n) + 10*k;
    reinit(x, pre(x) + k);
  end when;
  when time >= 1 then z = 7*k; end when;
end Edges;
"""


@test
def events_at_the_ends_count_whatever_else_is_measured(p):
    """At the start an event leads from the start values (n = 1, x = 1) to n = 11, x = 2, and at the stop another one to
    n = 31, z = 7. Extrema have both sides, initial and final what the events leave, also alone and beside others, and
    with steps that end anywhere."""
    open(p.path("decay.mo"), "w").write(EDGES)
    known = {"initial(n)": 11, "final(n)": 31, "min(n)": 1, "max(n)": 31, "initial(y)": 11, "final(y)": 32,
             "min(y)": 1, "max(y)": 32, "initial(s)": -11, "max(s)": -1, "initial(x)": 2, "final(x)": 4.5,
             "min(x)": 1, "max(x)": 4.5, "initial(z)": 0, "final(z)": 7, "min(z)": 0, "max(z)": 7,
             "before(n, 0)": 1, "at(n, 0)": 11, "before(z, 1)": 0, "at(z, 1)": 7, "mean(n)": 16, "integral(y)": 16.5,
             "initial(n, from = 0)": 11, "final(n, to = 1)": 21, "initial(n*x)": 22}
    random_ = random.Random(11)
    names = list(known)
    asked = [[m] for m in names] + [random_.sample(names, random_.randint(2, 6)) for _ in range(25)] + [names]
    for some in sample.sanitized(asked, 5):
        more = random_.choice([[], ["--solver", "rk4", "--step", "0.03"], ["--max-step", "0.07"]])
        p.call("-p", "k={1, 2}", "--stop", "1", *more, "-o", "t.csv",
               *(a for i, m in enumerate(some) for a in ("--measure", f"m{i} = {m}")))
        for i, m in enumerate(some):
            got = float(p.rows("t.csv")[0][f"m{i}"])
            assert abs(got - known[m]) < 1e-9, f"{m} is {got}, not {known[m]}, beside {some} with {more}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("names", nargs="*")
    a = parser.parse_args()
    for variable in ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"):
        os.environ.pop(variable, None)
    bad = 0
    for f in TESTS:
        if a.names and f.__name__ not in a.names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                f(Place(os.path.abspath(a.saltus), folder))
            except (AssertionError, OSError, KeyError, ValueError, subprocess.TimeoutExpired) as e:
                bad += 1
                print(f"{f.__name__}: {e}")
    print(f"{len(a.names) or len(TESTS)} tests, {bad} failed")
    return 1 if bad else 0


sys.exit(main())
