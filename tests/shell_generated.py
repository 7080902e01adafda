#!/usr/bin/env python3
"""The shell with generated commands: whatever is written, it is answered; and whoever looks, steps, goes back, saves
and restores on the way has the bits of a run that went straight on.

    tests/shell_generated.py --saltus build/saltus [--part NAME,NAME]        SALTUS_SEED=4711 for the same commands
"""
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fuzz"))
from checks import check, folder, options, run_parts, write  # noqa: E402

import mcl  # noqa: E402

REGULATOR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples", "regulator.muss")
BALL = """model Ball
  parameter Real e = 0.5, g = 9.81;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  discrete Real bounces(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g - 0.1*v*abs(v);
  when h < 0 then
    reinit(v, -e*pre(v));
    bounces = pre(bounces) + 1;
  end when;
  annotation(experiment(StopTime = 1.2));
end Ball;
"""
PLANT = """model Plant
  input Real u(start = 0);
  output Real y = x;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -9*x - 0.4*v + u + (if sin(7*time) > 0.5 then 1 else 0);
  annotation(experiment(StopTime = 3));
end Plant;
"""
INSIDE = re.compile(r"\(null\)|internal error|Sanitizer|runtime error|crashed")
SEED = int(os.environ.get("SALTUS_SEED", random.randrange(1 << 30)))


def talk(commands):
    done = subprocess.run([options.saltus, "shell", "ball.mo", "plant.mo", REGULATOR], input=commands.encode(),
        cwd=folder,
                          capture_output=True, timeout=1800, env={**os.environ, "NO_COLOR": "1"})
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def anything():
    """Sessions of commands that the grammar makes."""
    print(f"SALTUS_SEED={SEED}")
    write("small.mcl", "OPER 1 + 1\n")
    write("round.mcl", "@round\n")
    for k in range(12):
        commands = "SET ERROR/IGNORE\nCREATE :Ball\nCREATE :exp_smpr\n" + mcl.session(SEED + k, 60)
        status, out, err = talk(commands)
        bad = INSIDE.search(out + err)
        check(status == 0 and not bad, f"session {SEED + k}", f"{status} {bad} {err[-1500:]}\n{commands}")
        check("error" in err and all(re.search(r"(error|warning|info)\[[A-Z]\d{4}\]",
            line) for line in err.splitlines()
                                     if re.match(r"(error|warning|info)\b", line)), f"session {SEED + k}: messages",
                                         err[:500])


LOOK = ["TYPE VARIABLES *", "WHY v", "SHOW EVENTS", "SHOW BLOCK/FULL", "OPER v*2", "TYPE VARIABLES/DERIVATIVE *",
    "LINEARISE",
        "SAVE kept", "STEP", "STEP/COUNT=(2)", "STEP BACK", "STEP BACK/COUNT=(2)", "PLOT {x}", "SHOW LISTS"]


def bits():
    """A walk with steps and looks, and the straight way."""
    r = random.Random(SEED)
    for k in range(10):
        model, x, end = r.choice([("Ball", "h", 1.1), ("Plant", "x", 2.7)])
        solver = r.choice(["auto", "cvode", "erk", "rodas"])
        saves = solver != "cvode"                          # which begins anew where it is saved (docs/python.md)
        head = f"CREATE :{model}\nCONTROL solver = {solver}\n"
        if r.random() < 0.5:
            head += f"BREAK {x} > {r.choice(['0.3', '5'])}\n"
        ask = f"BREAK/RESET\nGO/TO=({end})\n" + "".join(f"OPER ({n})*1e12\n" for n in (x, "v", "time"))
        walk = ""
        for _ in range(r.randint(4, 14)):
            kind = r.random()
            if kind < 0.4:
                walk += f"STEP BACK/TO=({r.uniform(0, end):.3f})\n" if r.random() < 0.5 else "STEP\n"
            else:
                look = r.choice(LOOK).format(x=x)
                walk += look + "\n" if saves or look != "SAVE kept" else ""
            if saves and r.random() < 0.15:
                walk += f"SAVE kept\nREMOVE :{model}\nRESTORE kept\nSET BLOCK :{model}\n"
        walk += f"STEP BACK/TO=({end/2})\n"
        answers = []
        for way in ("", walk):
            status, out, err = talk("SET ERROR/IGNORE\n" + head + way + ask)
            answers.append(([line for line in out.splitlines() if re.fullmatch(r"-?[\d.]+(e[+-]?\d+)?", line)][-3:],
                err))
        check(answers[0][0] == answers[1][0] and len(answers[0][0]) == 3, f"walk {k} of {SEED}",
              f"{answers[0][0]} {answers[1][0]}\n{head}{walk}{ask}\n{answers[1][1][-1500:]}")


write("ball.mo", BALL)
write("plant.mo", PLANT)
run_parts([anything, bits])
