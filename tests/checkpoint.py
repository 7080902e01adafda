#!/usr/bin/env python3
"""Runs that are killed and go on from their checkpoints: the results are those of a run that nobody has killed, byte
for byte.

    checkpoint.py --saltus build/saltus [--seed N]

Each model is run once to its end, and once more in pieces, each of which is killed (SIGKILL) after a time by chance. A
piece that the machine was too slow or too fast for is no fault: whatever was saved, the pieces together must give the
same files. The seed is printed."""
import argparse
import os
import random
import subprocess
import sys
import tempfile
import time

import sample

DRIVEN = """model Driven
  input Real u;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), d = delay(x, 0.3);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x - 0.01*v + u + 0.1*d;
  when x > 0.5 then n = pre(n) + 1; end when;
  when sample(0, 0.7) then reinit(v, 0.99*v); end when;
end Driven;
"""
SWITCHED = """model Switched
  Real i(start = 0), u, v(start = 0, fixed = true), s;
  Boolean closed = sin(20*time) > 0, on;
equation
  0.1*der(i) = u - v;
  der(v) = i - v;
  on = s >= 0;
  if closed then u = 2; s = -1; elseif on then u = 0; s = i; else i = 0; s = -u; end if;
end Switched;
"""
HELD = """model Held
  Real h(start = 1, fixed = true), v(start = 0, fixed = true), way(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81 + (if sin(time) > 0.98 then 30 else 0);
  der(way) = h;
  when h < 0 then reinit(v, -0.5*pre(v)); end when;
end Held;
"""
SLIDES = """model Slides
  Real s(start = 1, fixed = true), y(start = 0, fixed = true), drift = 1.4*sin(time);
equation
  der(s) = drift + der(y);
  der(y) = if s > 0 then -1 else 1;
end Slides;
"""
MODELS = [("driven.mo", DRIVEN, 1500, ["--input", "u=data.csv:u:linear:repeat", "--step", "0.5"],
           ["auto", "erk", "rodas", "cvode", "dirk", "rk4"]),
          ("switched.mo", SWITCHED, 300, ["--step", "0.1"], ["auto", "rodas"]),
          ("held.mo", HELD, 300, ["--step", "0.1", "--on-zeno", "rest"], ["auto", "cvode"]),
          ("slides.mo", SLIDES, 300, ["--step", "0.1", "--on-chatter", "slide"], ["auto", "rk4"])]


def run(saltus, folder, arguments, limit=None):
    """Returns the exit status, or None if it was killed."""
    process = subprocess.Popen([saltus, "run"] + arguments, cwd=folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        said = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None
    if process.returncode:
        print(said[1].decode())
    return process.returncode


def read(folder, name):
    with open(os.path.join(folder, name), "rb") as stream:
        return stream.read()


def one(saltus, draw, name, text, stop, options, solver):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, name), "w") as stream:
            stream.write(text)
        with open(os.path.join(folder, "data.csv"), "w") as stream:
            stream.write("time,u\n0,0\n1,0.5\n1,-0.5\n3,0.25\n")
        common = [name, "--quiet"] + options
        settings = ["--stop", str(stop), "--solver", solver, "--every", str(stop/37)]
        began = time.monotonic()
        if run(saltus, folder, common + settings + ["-o", "whole.csv", "--checkpoint", "whole.saved"]) != 0:
            return "the whole run failed"
        took = time.monotonic() - began
        killed = 0
        for piece in range(60):
            resumes = ["--resume", "piece.saved"] if os.path.exists(os.path.join(folder, "piece.saved")) else settings
            arguments = common + resumes + ["-o", "pieces.csv", "--checkpoint", "piece.saved"]
            status = run(saltus, folder, arguments, draw.uniform(0.05, 0.6)*took if piece < 8 else None)
            if status is not None:
                break
            killed += 1
        if status != 0:
            return "a piece ended with %s" % status
        if read(folder, "whole.csv") != read(folder, "pieces.csv"):
            return "%d kills, and other results" % killed
        if read(folder, "whole.saved.rows") != read(folder, "piece.saved.rows"):
            return "%d kills, and other rows" % killed
        return ""


def damaged(saltus, draw):
    """Every damage of a checkpoint is told, none is gone on from."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "switched.mo"), "w") as stream:
            stream.write(SWITCHED)
        if run(saltus, folder, ["switched.mo", "--quiet", "--stop", "3", "-o", "a.csv", "--checkpoint", "c", "--every",
                                "1"]) != 0:
            return "the run failed"
        whole = read(folder, "c")
        for _ in range(8 if sample.SANITIZED else 25):
            bad = bytearray(whole)
            if draw.random() < 0.3:
                del bad[draw.randrange(len(bad)):]
            else:
                bad[draw.randrange(len(bad))] ^= 1 << draw.randrange(8)
            with open(os.path.join(folder, "c"), "wb") as stream:
                stream.write(bad)
            done = subprocess.run([saltus, "run", "switched.mo", "--resume", "c", "-o", "b.csv"], cwd=folder,
                                  capture_output=True)
            if done.returncode != 1 or b"[F0030]" not in done.stderr:
                return "a damaged checkpoint ended with %d: %s" % (done.returncode, done.stderr.decode())
        with open(os.path.join(folder, "c"), "wb") as stream:
            stream.write(whole)
        with open(os.path.join(folder, "c.rows"), "r+b") as stream:
            stream.truncate(100)
        done = subprocess.run([saltus, "run", "switched.mo", "--resume", "c", "-o", "b.csv"], cwd=folder,
                              capture_output=True)
        if done.returncode != 1 or b"[F0030]" not in done.stderr:
            return "missing rows ended with %d: %s" % (done.returncode, done.stderr.decode())
        return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    arguments = parser.parse_args()
    saltus = os.path.abspath(arguments.saltus)
    print("seed %d" % arguments.seed)
    draw = random.Random(arguments.seed)
    bad = 0
    cases = sample.sanitized([(*model[:4], solver) for model in MODELS for solver in model[4]], 4)
    for name, text, stop, options, solver in cases:
        why = one(saltus, draw, name, text, stop / (3 if sample.SANITIZED else 1), options, solver)
        if why:
            print("%s with %s: %s" % (name, solver, why))
            bad += 1
    why = damaged(saltus, draw)
    if why:
        print(why)
        bad += 1
    print("%d of %d went on as if nothing had happened" % (len(cases) + 1 - bad, len(cases) + 1))
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
