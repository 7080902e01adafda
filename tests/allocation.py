#!/usr/bin/env python3
"""Memory that is not there: the n-th allocation fails, in every command, for every n. Each must end with a message and
status 1, or go on and end well where what was refused is not needed; never by a signal, and never with a message that
blames the model.

    allocation.py --saltus build/saltus --inside build/tiers --library build/libfail_allocation.so
                                          some n of each command, by chance
    allocation.py ... --all [NAME ...]    every n
    allocation.py ... --at N NAME         one, with what it says

The n are drawn from a seed that is printed.
"""
import argparse
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import tempfile

HANG = 900            # seconds; ten thousand times what is needed

EVENTS = """model Events
  record R Real a; Real b[2]; end R;
  function f input Real u; output Real y; protected Real s[3]; algorithm for i in 1:3 loop s[i] := u/i; end for;
    y := sum(s); end f;
  parameter Integer n = 3;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true), x[n](each start = 1, each fixed = true), y, z, late;
  discrete Integer k(start = 0, fixed = true);
  R r(a = h, b = {v, 1});
equation
  der(h) = v;
  der(v) = -9.81;
  der(x) = -x + fill(f(h), n);
  y + 0.1*sin(y) = h;
  z = if h > 0.5 then y else -y;
  late = delay(h, 0.05);
  when h < 0 then reinit(v, -0.8*pre(v)); end when;
  when sample(0, 0.1) then k = pre(k) + 1; end when;
  assert(h > -1, "too low: " + String(h));
  annotation(experiment(StopTime = 0.6));
end Events;
"""
MODES = """model Modes
  Real x(start = 1, fixed = true), u, i;
  Boolean on = x > 0.5;
equation
  der(x) = -u;
  if on then u = 1 + i; i = 0; else u = 0.2*i; u + i = x; end if;
  annotation(experiment(StopTime = 1.2));
end Modes;
"""
CHAIN = """model Chain
  Real x[40](each start = 1, each fixed = true), a, b;
equation
  a = x[1] + 0.3*sin(b);
  b = x[2] + 0.3*sin(a);
  for i in 1:40 loop der(x[i]) = -100*x[i] + x[if i > 33 then 1 else i + 7] + x[if i < 12 then 40 else i - 11]*a;
    end for;
  annotation(experiment(StopTime = 0.1));
end Chain;
"""
CONSTRAINT = """model Pendulum
  Real x(start = 1), y(start = 0), vx(start = 0, fixed = true), vy(start = 0), f;
equation
  der(x) = vx; der(y) = vy;
  der(vx) = -f*x; der(vy) = -f*y - 9.81;
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 0.3));
end Pendulum;
"""
EXTERNAL = """model Called
  function g input Real u; output Real y; external "C" y = half(u)
    annotation(Include = "static double half(double u) { return u/2; }"); end g;
  Real x(start = 1, fixed = true);
equation
  der(x) = -g(x);
  annotation(experiment(StopTime = 0.2));
end Called;
"""
COSY = """PROGRAM SHOP;
CONST REAL A = 0.2;
VAR STATE X; REAL Y; FACILITY F (2); RANDOM R; COLLECT W; HISTOGRAM H (0.0, 0.5, 5); PROCESS SOURCE, CLIENT; SEVENT LOW;
MONITOR INITCOND X = 1.0; SIMULATE FROM 0.0 TO 3.0 COMINT = 0.1 REPLICATIONS = 2 END;
SYSTEM
  INITIAL Y := 0.0; CREATE SOURCE END;
  CONTINUOUS X' = -X + Y; CONDIT LOW: X CROSSES 0.5 NEG TOL = 1.0E-6 END END;
  DISCRETE
    EVENTS LOW: Y := Y + 0.5; H := X; WRITELN ("low ", X:8:4) END END;
    PROCESSES
      PROCESS SOURCE; BEGIN WHILE TRUE DO BEGIN HOLD EXPONENTIAL(R, A); CREATE CLIENT END END;
      PROCESS CLIENT; VAR REAL CAME; BEGIN CAME := TIME; SEIZE F; HOLD UNIFORM(R, 0.1, 0.3); RELEASE F;
        W := TIME - CAME END
    END
  END
END;
OUTPUT LIST X; PLOT X; GRAPH X; HISTOGRAM H END
END.
"""
DECAY = """model Decay
  parameter Real k = 1.4, u0 = 0.5;
  Real x(start = 1.1, fixed = true);
equation
  der(x) = u0 - k*x;
  annotation(experiment(StopTime = 2));
end Decay;
"""
PLANT = """package Plants
  block P input Real u; output Real y; Real v(start = 0, fixed = true); equation der(v) = u - v - y; der(y) = v; end P;
  model Driven input Real u; input Real w; P p(u = u + w, y(start = 0, fixed = true)); output Real y = p.y;
    annotation(experiment(StopTime = 1)); end Driven;
  model Loop P p(u = 1 - p.y, y(start = 0, fixed = true)); end Loop;
end Plants;
"""
FOLD = ("model Fold parameter Real m = -1; Real x(start = -1, fixed = true); "
        "equation der(x) = m + x - x^3/3; end Fold;\n")
BALL = """model Ball
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v; der(v) = -9.81;
  when h <= 0 then reinit(v, -0.5*pre(v)); end when;
  annotation(experiment(StopTime = 3));
end Ball;
"""
RELAY = ("model Relay Real x(start = 1, fixed = true); equation der(x) = (if x > 0 then -1 else 1) + 0.5*sin(time); "
         "annotation(experiment(StopTime = 3)); end Relay;\n")
DATA = "time,x\n" + "".join("%g,%.6f\n" % (t/10, 0.25 + 0.75*2.718281828**(-0.2*t) + 0.01*(t*7 % 3 - 1))
                            for t in range(21))
FILES = {"decay.mo": DECAY, "plant.mo": PLANT, "fold.mo": FOLD, "ball.mo": BALL, "relay.mo": RELAY, "d.csv": DATA,
         "events.mo": EVENTS, "modes.mo": MODES, "chain.mo": CHAIN, "pendulum.mo": CONSTRAINT, "called.mo": EXTERNAL,
         "shop.cosy": COSY,
         "wrong.mo": "model Wrong\n  Real x = y + \"a\";\n  Integer n = 1.5\nend Wrong;\n"}
COMMANDS = {"run_" + solver: ["run", "events.mo", "--solver", solver]
            for solver in ["auto", "cvode", "adams", "ida", "erk", "dirk", "rodas", "euler", "heun", "rk4"]}
COMMANDS.update({"sparse_" + solver: ["run", "chain.mo", "--solver", solver]
                 for solver in ["cvode", "ida", "dirk", "rodas"]})
COMMANDS.update({"pendulum_" + solver: ["run", "pendulum.mo", "--solver", solver]
                 for solver in ["auto", "cvode", "adams", "ida", "rodas"]})
COMMANDS.update({
    "modes": ["run", "modes.mo", "--log", "events,modes,steps,init,solver"],
    "called": ["run", "called.mo"],
    "csv": ["run", "events.mo", "-o", "r.csv", "-o", "r.mat"],
    "pictures": ["run", "events.mo", "--plot=p.svg"],
    "png": ["run", "modes.mo", "--plot=p.png"],
    "terminal": ["run", "modes.mo", "--plot", "--profile"],
    "json": ["run", "events.mo", "--json", "-p", "n=4"],
    "cosy": ["run", "shop.cosy", "--threads", "2"],
    "optimise": ["optimise", "events.mo", "--min", "max(y)", "--vary", "h.start in [0.9, 1.1]", "--evaluations", "12",
                 "--starts", "2", "--threads", "2",
                 "-o", "o.csv", "--restart", "--plot=o.svg"],
    "optimise_constrained": ["optimise", "events.mo", "--max", "max(y)", "--vary", "h.start in [0.9, 1.1]", "--subject",
                             "max(z) <= 1.05", "--method", "cobyla",
                             "--evaluations", "12", "--threads", "1"],
    "sweep": ["sweep", "events.mo", "-p", "h.start=0.9:0.1:1.1", "-p", "n=2:3", "--measure", "max(y)", "--measure",
              "t = time_when(h < 0.2)", "--vars", "h", "--curves",
              "c.csv", "-o", "s.csv", "--restart", "--threads", "2", "--plot=s.svg"],
    "sweep_random": ["sweep", "modes.mo", "-p", "x.start=normal(1, 0.1)", "--sobol", "4", "--indices", "--measure",
                     "final(x)", "--threads", "1", "--plot"],
    "fit": ["fit", "decay.mo", "--data", "d.csv", "--vary", "k,x.start", "--bounds", "k=0:9", "--starts", "2", "-o",
            "f.csv", "--restart", "--plot", "f.svg", "--check"],
    "fit_differences": ["fit", "decay.mo", "--data", "d.csv; u0 = 0", "--vary", "k", "--differences", "--loss", "huber",
                        "--sigma", "0.01", "--json"],
    "linearise": ["linearise", "decay.mo", "--inputs", "u0", "--outputs", "x", "--plot", "bode=b.svg", "-o", "l.mat",
                  "-o", "l.mo", "-o", "l.json"],
    "linearise_steady": ["linearise", "plant.mo", "--steady", "--component", "p", "--outputs", "y", "--sample", "0.1",
                         "--plot", "rlocus=b.png", "--json"],
    "trim": ["trim", "decay.mo", "--free", "x,u0", "--zero", "der(*), x - 2", "--bounds", "u0=0:9"],
    "trim_branch": ["trim", "fold.mo", "--continue", "m=-1:0.2:1", "-o", "t.csv", "--plot", "t.svg"],
    "plot": ["plot", "a=d.csv", "b=decay.mo", "--vars", "x", "-o", "p.svg", "--plot", "--mark-events"],
    "plot_spectrum": ["plot", "d.csv", "--spectrum=hann", "--plot=p.png", "--log-axis", "y", "--plot", "--histogram"],
    "draw": ["draw", "plant.mo", "-o", "p.svg", "-o", "p.png", "--diagram"],
    "draw_icon": ["draw", "decay.mo", "--icon", "-o", "p.svg"],
    "compare": ["compare", "d.csv", "decay.mo", "--plot", "--all", "--tol", "1"],
    "compare_json": ["compare", "d.csv", "d.csv", "--json"],
    "checkpoint": ["run", "events.mo", "--checkpoint", "c.save", "--every", "0.1"],
    "resume": ["run", "events.mo", "--resume", "half.save", "-o", "r.csv"],
    "input": ["run", "plant.mo:Plants.Driven", "--input", "u=sin(t)", "--input", "w=d.csv:x", "--record", "peaks", "-o",
              "r.mat"],
    "rest": ["run", "ball.mo", "--on-zeno", "rest", "--log", "events"],
    "slide": ["run", "relay.mo", "--on-chatter", "slide"],
    "isolate": ["run", "called.mo", "--isolate", "-o", "r.csv"], "explain": ["explain", "R0301", "U0101"],
    "explain_all": ["explain"],
    "check_called": ["check", "called.mo"], "check_cosy": ["check", "shop.cosy"], "flat_modes": ["flat", "modes.mo"],
    "code_cosy": ["code", "shop.cosy"],
    "wrong_run": ["run", "wrong.mo", "--json"], "commands": ["simulate", "events.mo"], "version": ["--version"],
    "bare": [],
    "check": ["check", "events.mo"], "check_json": ["check", "modes.mo", "--json"],
    "flat": ["flat", "events.mo"], "code": ["code", "events.mo"], "fmt": ["fmt", "--print", "events.mo"],
    "wrong": ["check", "wrong.mo"], "usage": ["run", "events.mo", "--sovler", "x"], "help": ["help", "run"],
    "none": ["run", "nothing.mo"],
})
# what "resume" goes on with
HALF = ["run", "events.mo", "--checkpoint", "half.save", "--every", "0.1", "-o", "r.csv"]
# with Saltus inside: libraries see that there is no memory
LIBRARY = {"library_" + name: [name + ".mo"] for name in ("events", "chain", "modes")}
BLAMES = ["error[R0", "error[S0", "error[M0", "error[K0"]     # a model that is right


class Place:
    def __init__(self, saltus, library, inside):
        self.saltus, self.library, self.inside = saltus, library, inside
        self.folder = tempfile.mkdtemp(prefix="saltus-allocation-")
        for name, text in FILES.items():
            with open(os.path.join(self.folder, name), "w") as file:
                file.write(text)
        subprocess.run([saltus] + HALF, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=HANG)

    def call(self, name, at=None, on=False):
        count = os.path.join(self.folder, "count")
        env = dict(os.environ, LD_PRELOAD=self.library, FAIL_COUNT=count, FAIL_ON="1" if on else "0", SALTUS_CC="",
                   NO_COLOR="1")
        if at:
            env["FAIL_AT"] = str(at)
        try:
            program = [self.inside] + LIBRARY[name] if name in LIBRARY else [self.saltus] + COMMANDS[name]
            done = subprocess.run(program, cwd=self.folder, env=env, stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=HANG)
        except subprocess.TimeoutExpired:
            return None, "", "no end", 0
        made = 0
        if os.path.exists(count):
            with open(count) as file:
                made = int(file.read() or 0)
            os.remove(count)
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"), made

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def judge(work):
    """What is wrong with these n of one command."""
    programs, name, places = work
    place, bad = Place(*programs), []
    good, _, right, _ = place.call(name)
    for at, on in places:
        status, out, err, _ = place.call(name, at, on)
        why = None
        if status is None or status < 0:
            why = "ended by signal %d" % -status if status is not None else "no end"
        elif status == good:
            pass                     # what was refused was not needed, or the command fails anyhow
        elif status != 1:
            why = "status %d" % status
        elif not err.strip() and '"error"' not in out:
            why = "no message"
        elif "memory" not in err + out:
            why = "says nothing of memory: %s" % (err or out)[:300]
        if not why and good == 0 and status == 1 and any(b in err for b in BLAMES):
            why = "blames the model: %s" % err[:300]
        half = [n for n in os.listdir(place.folder) if ".part" in n]
        if half and not why:
            why = "half a file is left: %s" % ", ".join(half)
        for n in half:
            os.remove(os.path.join(place.folder, n))
        if why:
            bad.append("%s, allocation %d%s: %s" % (name, at, " and all later" if on else "", why))
    place.remove()
    return name, len(places), bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--inside", required=True, help="a program with Saltus inside that runs a model")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--each", type=int, default=12, help="how many n of each command")
    parser.add_argument("--all", action="store_true", help="every n")
    parser.add_argument("--at", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    programs = [os.path.abspath(path) for path in (arguments.saltus, arguments.library, arguments.inside)]
    place = Place(*programs)
    if arguments.at:
        for on in (False, True):
            print(*place.call(arguments.names[0], arguments.at, on), sep="\n")
        place.remove()
        return 0
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1 << 32)
    chance = random.Random(seed)
    works, total = [], 0
    names = arguments.names or list(COMMANDS) + list(LIBRARY)
    for name in names:
        _, _, _, made = place.call(name)
        if not made:
            print("%s: the allocator that fails was not loaded" % name)
            return 1
        total += made
        every = range(1, made + 1)
        chosen = [(n, on) for n in every for on in (False, True)] if arguments.all else \
            [(n, chance.random() < 0.3) for n in sorted(chance.sample(every, min(arguments.each, made)))]
        works += [(programs, name, chosen[i:i + 200]) for i in range(0, len(chosen), 200)]
    place.remove()
    tried, bad = 0, []
    with multiprocessing.Pool(arguments.jobs) as pool:
        for name, n, wrong in pool.imap(judge, works):
            tried += n
            bad += wrong
            for text in wrong:
                print(text, flush=True)
    print("%d of %d allocations in %d commands refused, seed %d: %d end wrongly" % (tried, total, len(names), seed,
            len(bad)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
