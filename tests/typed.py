#!/usr/bin/env python3
"""Types that follow from connections: random diagrams of holds, delays, switches and identities, with loops.

    types.py --saltus build/saltus [--count N] [--seed N]

Each diagram has parts of different types (Real, Integer, Boolean, String, an enumeration, Integers with limits), all of
whose blocks follow from one source. The same diagram with the types written out as redeclarations must give the same
values. With one connection more, from a source of another type, it must be refused (M0430), and nothing else be said.
"""
import os
import random
import sys

import generated

TYPES = {"Real": "Real", "Integer": "Integer", "Boolean": "Boolean", "String": "String", "Color": "Color",
         "Byte": "Saltus.Diagrams.Types.UInt8"}
VALUES = {"Real": "sin(time)", "Integer": "integer(3*time)", "Boolean": "time > 1.3",
          "String": "\"s\" + String(integer(2*time))", "Color": "if time > 0.8 then Color.blue else Color.green",
          "Byte": "integer(5*time)"}
KINDS = ["Discrete.SampleHold", "Discrete.DiscreteDelay", "Routing.Identity", "Routing.Switch2"]


def part(r, number, kind):
    """Declarations and connections of one part: a source and blocks behind it."""
    blocks = [(r.choice(KINDS), "b%d_%d" % (number, k)) for k in range(r.randint(1, 6))]
    declared, connected = ["Source%s s%d;" % (kind, number)], []
    outputs = ["s%d.y" % number]
    for what, name in blocks:
        switch = what == "Routing.Switch2"
        declared.append("%s %s(%s%s);" % (what, name, "control = cos(3*time)" if switch else "", "%s"))
        later = [n + ".y" for _, n in blocks]
        for port in ("u1", "u2") if switch else ("u",):
            may = later if what == "Discrete.DiscreteDelay" else outputs
            connected.append("connect(%s, %s.%s);" % (r.choice(may + outputs[:1]), name, port))
        if what.startswith("Discrete"):
            connected.append("connect(clock.o, %s.e);" % name)
        outputs.append(name + ".y")
    return declared, connected


def is_whole(lines):
    """Whether all blocks of a part are connected to its source, directly or by others."""
    sides = [[end.split(".")[0] for end in line[8:-2].split(", ")] for line in lines if "clock" not in line]
    names, reached = {name for side in sides for name in side}, {n for side in sides for n in side if n[0] == "s"}
    for _ in names:
        reached |= {name for side in sides if set(side) & reached for name in side}
    return reached == names


def model(r, parts, written):
    text = ["package P", "import Saltus.Diagrams.*;", "type Color = enumeration(red, green, blue);"]
    for kind in TYPES:
        text.append("connector Out%s = output %s; block Source%s Out%s y = %s; end Source%s;" % (
            kind, TYPES[kind], kind, kind, VALUES[kind], kind))
    declared, connected = ["Activations.SampleClock clock(period = 0.25, offset = 0.1);"], []
    for kind, (some, lines) in parts:
        said = "redeclare type T = " + TYPES[kind] if written else ""
        for line in some:
            line = line.replace("%s", ", " + said if "control" in line and said else said) if "%s" in line else line
            declared.append(line)
        connected += lines
    r.shuffle(declared)
    r.shuffle(connected)
    return "\n".join(text + ["model M"] + declared + ["equation"] + connected + ["end M;", "end P;"])


def judge(saltus, seed, folder):
    r = random.Random(seed)
    kinds = r.sample(sorted(TYPES), r.randint(1, 3))
    parts = [(kind, part(r, k, kind)) for k, kind in enumerate(kinds)]
    if not all(is_whole(lines) for _, (_, lines) in parts):
        return None                    # a loop of its own has no type but Real
    path = os.path.join(folder, "p.mo")
    follows = generated.run(saltus, path, model(r, parts, False), "--stop", "2.2", of="P.M")
    wrote = generated.run(saltus, path, model(r, parts, True), "--stop", "2.2", of="P.M")
    if wrote["status"] != "done":
        return (None if follows["status"] == wrote["status"] else
                (False, "written out it fails, otherwise not: " + generated.told(wrote)))
    if follows["status"] != "done" or follows["final"] != wrote["final"]:
        return False, "%s: %s" % ("/".join(kinds), generated.told(follows) or "other values")
    whole, other = r.choice(parts), r.choice([k for k in ("Real", "Boolean", "String") if k not in kinds] or ["Color"])
    if other == whole[0]:
        return True, "/".join(kinds)
    extra = (["Source%s wrong;" % other, "Routing.Switch2 both(control = time%s);"],
             ["connect(s%d.y, both.u1);" % kinds.index(whole[0]), "connect(wrong.y, both.u2);"])
    refused = generated.run(saltus, path, model(r, parts + [(whole[0], extra)], False), "--stop", "2.2", of="P.M")
    codes = {m["code"] for m in refused["messages"] if m["severity"] == "error"}
    return codes == {"M0430"}, "%s with %s: %s" % ("/".join(kinds), other, generated.told(refused))


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "diagrams whose types follow from connections", 40))
