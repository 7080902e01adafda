#!/usr/bin/env python3
"""A model gives in company what it gives alone: two of the models under tests/models and examples side by side in one,
one of them beside a neighbour that switches, jumps or sets states at times of its own, or one of them as an array of
two components. What is told of the run of the model alone is told in company, too (E240, E241).

    company.py --saltus build/saltus [--count 80] [--seed N] [--only SEED] [-v]

What is decided for a whole model, and concerns a part of it, is found so: states and start values that are chosen,
modes that are searched for, events that end the steps of others. The values at the end are compared. Where they differ,
all is run again with a hundredth of the tolerance: a model that then differs from itself is sensitive, and says nothing
about the program.
"""
import functools
import glob
import os
import random
import re
import sys

import generated

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ALLOWED = 3e-3
MOST = 100000            # evaluations of the rates that a model may need alone, times its equations
NO_CASE = {"S0114", "M0201", "M0224"}        # an input of the model; a name of the file from its top
NEIGHBOURS = {
    "Switched": """
  Real a(start = 4, fixed = true), b(start = 0, fixed = true), i;
  Boolean closed = mod(time/T, 0.17) < 0.05;
equation
  der(a) = 0.1 - i;
  3*der(b) = i;
  if closed then a = b; else i = 0; end if;""",
    "Stated": """
  Real a(start = 4, fixed = true), b(start = 0, fixed = true), i;
  Boolean closed = mod(time/T, 0.17) < 0.05;
equation
  der(a) = 0.1 - i;
  3*der(b) = i;
  if closed then a = b; else i = 0; end if;
  when closed then reinit(a, 2); end when;""",
    "Set": """
  Real a(start = 4, fixed = true);
equation
  der(a) = -a;
  when sample(0.13*T, 0.17*T) then reinit(a, 2); end when;""",
    "Shifted": """
  Real a(start = 1, fixed = true), b, f;
  discrete Real ratio(start = 2, fixed = true);
equation
  a = ratio*b;
  der(a) = f;
  2*der(b) = 0.2 - ratio*f;
  when sample(0.13*T, 0.17*T) then ratio = 5 - pre(ratio); end when;""",
}
REFUSED = {"S0102"}      # of arrays of components: what needs a size that is one number


@functools.lru_cache(maxsize=None)
def models():
    """Path, text and stop time of what can be put into a package and run with no more than a stop time."""
    found = []
    for path in sorted(glob.glob(ROOT + "/tests/models/*/*.mo") + glob.glob(ROOT + "/examples/*.mo")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        line = re.search(r"//! run(.*)", text)
        options = line[1] if line else ""
        if re.search(r"^\s*within|modelica://|Include|Library|getInstanceName|again *=", text, re.M):
            continue
        if re.search(r"--(start|on-|input|env)|--solver (?!\{?auto)", options) or "/packages/" in path:
            continue
        stop = re.search(r"--stop\s+\{?([-\d.e]+)", options) or re.search(r"StopTime\s*=\s*([\d.eE+-]+)", text)
        found.append((path, text, float(stop[1]) if stop else 1.0))
    return found


def is_usable(answer):
    """Quick, and nothing is left open in it (R0313)."""
    return answer["status"] == "done" and answer["time"]["start"] == 0 and \
        answer["rhs"]*(1 + answer["equations"]) < MOST and not any(m["code"] == "R0313" for m in answer["messages"])


def differences(alone, company, prefix):
    """The values that are others, as a text of each. What has no name in company is left out: an array of records."""
    out = []
    for name, value in alone["final"].items():
        other = company["final"].get(prefix + name)
        if name.startswith("der(") or other is None:
            continue
        same = value == other if isinstance(value, str) else abs(value - other) <= ALLOWED*max(1e-3, abs(value)) or \
            value != value and other != other
        if not same:
            out.append("%s%s is %r and was %r" % (prefix, name, other, value))
    return out


class Case:
    def __init__(self, saltus, seed, folder):
        self.saltus, self.folder, self.chance = saltus, folder, random.Random(seed)
        kind = self.chance.random()
        self.array, beside = kind < 0.3, 0.3 <= kind < 0.6
        self.parts = [self.chance.choice(models())]
        if beside:
            name = self.chance.choice(sorted(NEIGHBOURS))
            stop = self.parts[0][2]
            self.parts.append((ROOT + "/" + name, "model %s\n  constant Real T = %r;%s\nend %s;\n" %
                               (name, stop or 1.0, NEIGHBOURS[name], name), stop))
        elif not self.array:
            stop = self.parts[0][2]
            near = [m for m in models() if stop/4 <= m[2] <= 4*stop]
            self.parts.append(self.chance.choice(near))
        self.stop = 0.9871*min(part[2] for part in self.parts)       # what happens at the very end is no matter

    def run(self, text, name, *options):
        return generated.run(self.saltus, os.path.join(self.folder, name + ".mo"), text, "--stop", repr(self.stop),
                             "--timeout", "600", *options)

    def alone(self, *options):
        return [self.run(text, "alone%d" % i, *options) for i, (_, text, _) in enumerate(self.parts)]

    def company(self, alone, *options):
        """The answer, and the prefix of each part in it with the number of the part."""
        packages = "".join("package P%d\n%s\nend P%d;\n" % (i, part[1], i) for i, part in enumerate(self.parts))
        components = "".join("  P%d.%s p%d%s;\n" % (i, answer["model"], i, "[2]" if self.array else "")
                             for i, answer in enumerate(alone))
        answer = self.run(packages + "model Company\n" + components + "end Company;\n", "company", *options)
        return answer, [("p0[1].", 0), ("p0[2].", 0)] if self.array else [("p0.", 0), ("p1.", 1)]

    def name(self):
        return " + ".join(os.path.relpath(part[0], ROOT) for part in self.parts) + ("[2]" if self.array else "")


def codes(answer):
    """What is told of the run. A message that a reserve of steps was made (R0259) depends on the steps."""
    return {m["code"] for m in answer["messages"] if m["code"].startswith("R") and m["severity"] != "error"} - {"R0259"}


def judge(saltus, seed, folder):
    case = Case(saltus, seed, folder)
    alone = case.alone()
    if not all(is_usable(answer) for answer in alone):
        return None
    together, where = case.company(alone)
    errors = {m["code"] for m in together["messages"] if m["severity"] == "error"}
    if errors & NO_CASE or case.array and errors & REFUSED:
        return None
    if together["status"] != "done":
        return False, "%s: %s %s" % (case.name(), together["status"], generated.told(together))
    lost = set().union(*map(codes, alone)) - codes(together)
    if lost:
        return False, "%s: %s is told of one alone" % (case.name(), ", ".join(sorted(lost)))
    if not any(differences(alone[i], together, prefix) for prefix, i in where):
        return True, case.name()
    fine = case.alone("--tol", "1e-8")
    if any(answer["status"] != "done" or differences(answer, alone[i], "") for i, answer in enumerate(fine)):
        return None
    together, where = case.company(alone, "--tol", "1e-8")
    wrong = [line for prefix, i in where for line in differences(fine[i], together, prefix)]
    return not wrong, "%s: %s" % (case.name(), "; ".join(wrong[:3]))


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "models give in company what they give alone", 80))
