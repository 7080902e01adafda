#!/usr/bin/env python3
"""Names change no jump: parts of expressions get names of their own (a = sin(phi); r = 1 + 0.5*a), at random, and what
happens in the instants stays what it was (E410).

    renamed.py --saltus build/saltus [--count N] [--seed S] [--keep FOLDER] [NAME ...]

A model is flattened, and random operations in its equations are replaced by new variables, again and again, so that new
names stand in the equations of others. All rows of the grid must agree, and the same messages must come (R0230 tells a
jump, R0231 that there is none that the equations know). The models are mechanisms with ratios that move, whose jumps
are known in closed form, and switched networks of switched_models.py."""
import argparse
import concurrent.futures
import csv
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from switched_models import CASES                                        # noqa: E402
import switched_machines                                                 # noqa: E402, F401: more cases
import switched_textbook                                                 # noqa: E402, F401: more cases

NETWORKS = ("two_capacitors", "dog_clutch", "coils_in_series", "boost_ccm", "sc_doubler", "rope_taut", "water_ram",
            "bridge_rl", "three_capacitors", "fall_on_floor", "flyback_dcm", "cuk_ccm", "sepic_dcm", "half_wave_rl")
TOL = 1e-9


def coupled(declarations, equations, tie, at=0.1):
    """A shaft w1 of inertia J1 drives a body of inertia J2 and speed w2 from `at` on."""
    return """model M
  parameter Real J1 = 1, J2 = 3;
  Real phi(start = 0.7, fixed = true), w1(start = 5, fixed = true), w2(start = 0, fixed = true), t1, t2;
  %s
  Boolean on = time >= %r;
equation
  der(phi) = w1;
  J1*der(w1) = -t1;
  J2*der(w2) = t2;
  %s
  if on then %s; else t2 = 0; end if;
end M;
""" % (declarations, at, equations, tie)


def speeds(ratio):
    """Of J1*w1 + r*J2*w2 and w2 = r*w1 after it, from w1 = 5 at the angle 0.7 + 5*0.1."""
    r = ratio(1.2)
    w1 = 5/(1 + 3*r*r)
    return {"w1": w1, "w2": r*w1}


def crank(a):
    return -0.3*(math.sin(a) + 0.3*math.sin(a)*math.cos(a)/math.sqrt(1 - 0.09*math.sin(a)**2))


def wave(a):
    return 1 + 0.5*math.sin(a)


def geneva(a):
    """The speed of a Geneva wheel of four slots by that of its driver, at the angle a from the line of centres."""
    return 0.70710678118654752*(math.cos(a) - 0.70710678118654752)/(1.5 - 2*0.70710678118654752*math.cos(a))


# name -> (text, the states after the jump at 0.1)
MECHANISMS = {
    "named": (coupled("Real r;", "r = 1 + 0.5*sin(phi); t1 = r*t2;", "w2 = r*w1"), speeds(wave)),
    "in_place": (coupled("", "t1 = (1 + 0.5*sin(phi))*t2;", "w2 = (1 + 0.5*sin(phi))*w1"), speeds(wave)),
    "rate_needed": (coupled("Real r, rate;", "r = 1 + 0.5*sin(phi); rate = der(r); t1 = r*t2;", "w2 = r*w1"),
                    speeds(wave)),
    "implicit": (coupled("Real r(start = 1.4);",
                         "r^3 + r = (1 + 0.5*sin(phi))^3 + 1 + 0.5*sin(phi); t1 = r*t2;",
                         "w2 = (1 + 0.5*sin(phi))*w1"), speeds(wave)),
    "algorithm": (coupled("Real r, a;", "t1 = r*t2;", "w2 = (1 + 0.5*sin(phi))*w1").replace(
        "equation", "algorithm\n  a := 0.5*sin(phi);\n  r := 1 + a;\nequation", 1), speeds(wave)),
    "geneva": (coupled("Real k;", "k = sqrt(0.5)*(cos(phi) - sqrt(0.5))/(1.5 - 2*sqrt(0.5)*cos(phi)); t1 = k*t2;",
                       "w2 = k*w1"), speeds(geneva)),
    "crank": (coupled("Real b(start = 0.2), x, u;",
                      "sin(b) = 0.3*sin(phi); x = 0.3*cos(phi) + cos(b); u = der(x);\n"
                      "  t1 = -0.3*sin(phi + b)/cos(b)*t2;", "u = w2"), speeds(crank)),
    # a gear with other wheels from 0.1 on: J1*(w1+ - w1-) = -r*P, J2*(w2+ - w2-) = P, w2+ = r*w1+
    "shifted": ("""model M
  parameter Real J1 = 1, J2 = 3;
  Real w1(start = 5, fixed = true), w2, t1, t2, r, h;
  Boolean on = time >= 0.1;
equation
  J1*der(w1) = -t1;
  J2*der(w2) = t2;
  h = if on then 2 else 1;
  r = 1.5*h;
  t1 = r*t2;
  w2 = r*w1;
end M;
""", {"w1": (5 + 3*3*7.5)/(1 + 3*9), "w2": 3*(5 + 3*3*7.5)/(1 + 3*9)}),
    # a plunger in a coil whose inductance follows its place: the flux through both coils is kept
    "plunger": ("""model M
  Real x(start = 0.1, fixed = true), u(start = 0.5, fixed = true), L1, i1(start = 3, fixed = true),
    i2(start = 0, fixed = true), flux, v, vs, is;
  Boolean open = time >= 0.1;
equation
  der(x) = u;
  der(u) = -0.2*x;
  L1 = 2/(1 + x^2);
  flux = L1*i1;
  der(flux) = -v;
  0.5*der(i2) = v - vs;
  is = i1 - i2;
  if open then is = 0; else v = 0; end if;
  vs = i2;
end M;
""", None),
}


# der() of products: what goes on as a whole is seen in the text as written (E651), so names come before flattening.
# The momentum is 3 + 2*time, and the load of 2 is picked up at 0.1; what hangs on three ropes loses one of them.
AS_WRITTEN = {
    "picked_up": ("""model M
  Real v(start = 3, fixed = true);
  Real x(start = 0, fixed = true);
  Real a;
equation
  a = if time >= 0.1 then 2 else 0;
  der((1 + a)*v) = 2;
  der(x) = v;
end M;
""", {"v": 3.2/3, "x": 0.31}),
    "let_go": ("""model M
  Real v(start = 3, fixed = true);
  Real x(start = 0, fixed = true);
  Real d;
  discrete Real k(start = 3, fixed = true);
equation
  d = 2*k;
  der(d*v/(1 + k)) = -v;
  der(x) = v*k;
  when time >= 0.1 then
    k = 2;
  end when;
end M;
""", {"v": 3*math.exp(-0.1/1.5)*1.5/(4/3)}),
    "two_terms": ("""model M
  Real v(start = 3, fixed = true);
  Real x(start = 0, fixed = true);
  Real m;
  Real u;
equation
  m = if time >= 0.1 then 2 else 1;
  u = if time >= 0.1 then 5 else 1;
  der(m*v - u*(m + 1)) = 0;
  der(x) = v;
end M;
""", {"v": (3 - 2 + 15)/2, "x": 0.3}),
}
MECHANISMS.update(AS_WRITTEN)


# Names for parts of expressions

TOKEN = re.compile(r"\s*('(?:[^'\\]|\\.)*'|[A-Za-z_][\w.]*|\d+\.?\d*(?:[eE][-+]?\d+)?|\.?[*/^]|[-+(),=])")


class Parts:
    """The operations of a side of an equation, as spans of its text."""

    def __init__(self, text):
        self.tokens, at = [], 0
        while text[at:].strip():
            found = TOKEN.match(text, at)
            if not found:
                raise ValueError(text)
            self.tokens.append((found.group(1), found.start(1), found.end(1)))
            at = found.end()
        self.at, self.found = 0, []
        self.end = self.sum()
        if self.at < len(self.tokens):
            raise ValueError(text)

    def peek(self):
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def chain(self, of, operators):
        begin = self.tokens[self.at][1]
        end = of()
        while self.peek() in operators and self.peek():
            self.take()
            end = of()
            self.found.append((begin, end))
        return end

    def sum(self):
        if self.peek() in ("-", "+"):
            begin = self.take()[1]
            end = self.product()
            self.found.append((begin, end))
            while self.peek() in ("-", "+"):
                self.take()
                end = self.product()
                self.found.append((begin, end))
            return end
        return self.chain(self.product, ("+", "-"))

    def product(self):
        return self.chain(self.power, ("*", "/"))

    def power(self):
        return self.chain(self.leaf, ("^",))

    def leaf(self):
        text, begin, end = self.take()
        if text == "(":
            self.sum()
            return self.close()
        if self.peek() != "(":
            return end
        self.take()
        self.sum()
        while self.peek() == ",":
            self.take()
            self.sum()
        end = self.close()
        self.found.append((begin, end))
        return end

    def close(self):
        text, _, end = self.take()
        if text != ")":
            raise ValueError("parenthesis")
        return end


def rename_one(lines, rng, number):
    """One operation in an equation gets a name. False: there is none."""
    first = lines.index("equation")
    inside, places = False, []
    for k in range(first + 1, len(lines)):
        line = lines[k]
        inside = inside or line.startswith("  when ") or line.startswith("algorithm")
        body = line.strip()
        if not inside and body.count("=") == 1 and body.endswith(";") and not re.search(
                r"[<>\"{}\[\]]|\b(if|and|or|not|pre|sample|time|edge|true|false)\b", body):
            where = line.index("=") + 1
            try:
                spans = Parts(line[where:line.rindex(";")]).found + []
                left = Parts(line[:where - 1]).found
            except ValueError:
                continue
            places += [(k, where + a, where + b) for a, b in spans] + [(k, a, b) for a, b in left]
        inside = inside and not line.startswith("  end when") and not line.startswith("equation")
    if not places:
        return False
    k, begin, end = rng.choice(places)
    name = "named%d" % number
    whole, lines[k] = lines[k][begin:end], lines[k][:begin] + name + lines[k][end:]
    lines.insert(first, "  Real %s;" % name)
    lines.insert(len(lines) - 1, "  %s = %s;" % (name, whole))
    return True


def renamed(text, rng):
    lines = text.rstrip().split("\n")
    if "equation" not in lines:
        return None
    for number in range(rng.randrange(1, 9)):
        if not rename_one(lines, rng, number + 1):
            return None
    return "\n".join(lines) + "\n"


# runs

def run(saltus, path, stop, steps):
    done = subprocess.run([saltus, "run", path, "--stop", repr(stop), "--step", repr(stop/steps), "--tol", repr(TOL),
                           "--events", "both", "--json", "-o", path + ".csv"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=600)
    said = json.loads(done.stdout)
    codes = sorted({m["code"] for m in said["messages"] if m["code"] in ("R0230", "R0231", "R0250", "R0251")}
                   | {m["code"] for m in said["messages"] if m["severity"] == "error"})
    if done.returncode:
        return None, codes
    with open(path + ".csv") as file:
        reader = csv.reader(file)
        names = next(reader)
        return [dict(zip(names, map(float, row))) for row in reader], codes


def on_grid(rows, stop, steps):
    """The last row of each instant of the grid."""
    found = {}
    for row in rows:
        k = round(row["time"]/stop*steps)
        if abs(row["time"] - k*stop/steps) < 1e-9*stop:
            found[k] = row
    return found


def difference(base, other, states, stop, steps):
    a, b = on_grid(base, stop, steps), on_grid(other, stop, steps)
    size = {s: max(abs(row[s]) for row in base) or 1.0 for s in states}
    for k in sorted(a):
        for s in states:
            if k not in b or not abs(a[k][s] - b[k][s]) <= 1e4*TOL*size[s]:
                return "%s(%g) = %r, with names %r" % (s, k*stop/steps, a[k][s], b.get(k, {}).get(s))
    return None


def form_of(name):
    return "a" if "a" in CASES[name].forms else CASES[name].forms[0]


def flat_of(saltus, name, folder):
    path = os.path.join(folder, name + ".mo")
    mechanism = name in MECHANISMS
    if not mechanism:
        CASES[name].net(form_of(name))               # its text needs what this notes
    with open(path, "w") as file:
        file.write(MECHANISMS[name][0] if mechanism else CASES[name].text(form_of(name)))
    if name in AS_WRITTEN:
        return MECHANISMS[name][0]
    done = subprocess.run([saltus, "flat", path + ("" if mechanism else ":P.M")], stdout=subprocess.PIPE, check=True)
    return done.stdout.decode()


def after_jump(rows):
    return [row for row in rows if row["time"] == 0.1][-1]


def judge(saltus, name, count, seed, folder):
    """What is wrong, by variant."""
    text, wrong = flat_of(saltus, name, folder), []
    stop, steps = (0.2, 7) if name in MECHANISMS else (CASES[name].stop, CASES[name].points)
    base_path = os.path.join(folder, name + "_base.mo")
    with open(base_path, "w") as file:
        file.write(text)
    base, codes = run(saltus, base_path, stop, steps)
    if base is None:
        return ["%s: %s" % (name, codes)]
    known = MECHANISMS.get(name, (None, None))[1] or {}
    states = sorted(set(s[4:-1] for s in base[0] if s.startswith("der(") and s[4:-1] in base[0]) | set(known))
    for k in range(count):
        made = renamed(text, random.Random("%s %d %d" % (name, seed, k)))
        if not made:
            continue
        path = os.path.join(folder, "%s_%d.mo" % (name, k))
        with open(path, "w") as file:
            file.write(made)
        rows, told = run(saltus, path, stop, steps)
        reason = "tells %s, without names %s" % (told, codes) if told != codes or rows is None else difference(
            base, rows, states, stop, steps)
        if reason:
            wrong.append("%s, variant %d: %s" % (name, k, reason))
    for s, value in known.items():
        got = after_jump(base)[s]
        if not abs(got - value) <= 1e-7*abs(value):
            wrong.append("%s: %s after the jump is %r, should be %r" % (name, s, got, value))
    return wrong


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--saltus", required=True)
    arguments.add_argument("--count", type=int, default=6)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--keep")
    arguments.add_argument("names", nargs="*")
    asked = arguments.parse_args()
    names = asked.names or list(MECHANISMS) + list(NETWORKS)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        where = asked.keep or folder
        os.makedirs(where, exist_ok=True)
        saltus = os.path.abspath(asked.saltus)
        made = pool.map(lambda n: judge(saltus, n, asked.count, asked.seed, where), names)
        wrong = [w for some in made for w in some]
    print("\n".join(wrong + ["%d models with %d variants each: %d wrong" % (len(names), asked.count, len(wrong))]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
