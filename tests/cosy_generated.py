#!/usr/bin/env python3
"""Generated COSY programs against computations that know nothing of Saltus.

    cosy_generated.py --saltus build/saltus [--seed N] [--count N]

queues      processes that create, hold, seize, enter and leave, with priorities, against an event-driven simulation
here. Its times are fractions, so
            delays such as 0.1 and 0.3 meet exactly; in the program they are sums of rounded numbers. Capacities are
            written as numbers, CONSTs and variables that a declaration, MONITOR or INITIAL gives: all must do the same.
functions   piecewise functions of a state, written as FUNCTIONs with IF, with a loop over thresholds, as one that calls
another, and as an IF expression; the
            integral is known.
numbers     expressions that may have no value, in a process: the value, or the message and where.
undefined   operations without a value (a division by zero, a root of a negative number, a subscript out of bounds, ...)
at every place where an
            expression may stand: each ends the run with one message, at its line and at its moment, whatever is made of
            the value and whatever is recorded; the same operation with a value does not.
guarded     the same operations in branches and behind AND and OR that keep them in their range, with states that leave
it: no message. found       REMOVE with and without asking for FOUND: a program that does not ask ends where the set is
empty.
cells       observations on the borders of the cells of a histogram, with decimals that are rounded in several ways, and
            differences of times: each is in the cell above its border.
written     values without widths behind values with and without: each can be read back by itself.
"""
import argparse
import heapq
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

import sample

wrong = []


def run(saltus, text, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.cosy")
        with open(path, "w") as out:
            out.write(text)
        options = [o.format(path) for o in options]
        said = subprocess.run([saltus, "run", path, "--json", *options], capture_output=True, text=True, timeout=1800,
                              cwd=folder)
    try:
        return json.loads(said.stdout)
    except json.JSONDecodeError:
        return {"status": "no JSON", "messages": [], "output": said.stdout + said.stderr}


def complain(what, text, detail):
    wrong.append(what)
    print(f"{what}: {detail}\n{text}")


# ------------------------------------------------------------------------------------------------------------ queues

class Simulation:
    """E41 to E51 for what the generated programs do."""

    def __init__(self, facilities, storages):
        self.calendar, self.tail, self.order, self.now, self.log = [], [], itertools.count(), Fraction(0), []
        self.facility = [{"free": n, "wait": []} for n in facilities]
        self.storage = [{"free": n, "wait": []} for n in storages]

    def start(self, process, delay, priority):
        process.priority = priority
        self.plan(process, self.now + delay)

    def plan(self, process, at):
        if at > self.now:
            heapq.heappush(self.calendar, (at, process.priority, next(self.order), process))
        else:
            self.tail.append(process)

    def take(self, pool, process, amount, priority):
        """True: it has it at once."""
        if pool["wait"] or amount > pool["free"]:
            place = next((i for i, w in enumerate(pool["wait"]) if w[0] > priority), len(pool["wait"]))
            pool["wait"].insert(place, (priority, amount, process))
            return False
        pool["free"] -= amount
        return True

    def give(self, pool, amount):
        pool["free"] += amount
        while pool["wait"] and pool["wait"][0][1] <= pool["free"]:
            _, needed, process = pool["wait"].pop(0)
            pool["free"] -= needed
            self.tail.append(process)

    def go(self, stop):
        while True:
            if self.calendar and self.calendar[0][0] <= self.now:
                process = heapq.heappop(self.calendar)[3]
            elif self.tail:
                process = self.tail.pop(0)
            elif self.calendar and self.calendar[0][0] < stop:
                self.now = self.calendar[0][0]
                continue
            else:
                return
            process.go_on(self)


class Process:
    def __init__(self, number, script):
        self.number, self.script, self.at = number, script, 0

    def go_on(self, s):
        while self.at < len(self.script):
            kind, *what = self.script[self.at]
            self.at += 1
            if kind == "say":
                s.log.append((self.number, what[0], float(s.now)))
            elif kind == "hold":
                return s.plan(self, s.now + what[0])
            elif kind == "seize" and not s.take(s.facility[what[0]], self, 1, what[1]):
                return
            elif kind == "release":
                s.give(s.facility[what[0]], 1)
            elif kind == "enter" and not s.take(s.storage[what[0]], self, what[1], what[2]):
                return
            elif kind == "leave":
                s.give(s.storage[what[0]], what[1])


def delay(rng):
    """A decimal, as a fraction and as it is written: a literal, a product, a quotient or a variable."""
    tenths = rng.choice([1, 1, 2, 3, 3, 5, 6, 7, 9, 10, 12, 25])
    forms = [f"{tenths / 10}", f"{tenths}*0.1", f"{tenths}/10.0", f"D[{tenths}]"]
    return Fraction(tenths, 10), rng.choice(forms)


def body(rng, facilities, storages, rounds):
    """What a process does: as steps for the simulation, and as text."""
    steps, text = [("say", 0)], ["WRITELN (ME, 0, TIME:20:9)"]
    for place in range(rng.randint(1, 3)):
        kind = rng.choice(["hold", "facility", "storage"])
        length, written = delay(rng)
        if kind == "hold":
            part, lines = [("hold", length)], [f"HOLD {written}"]
        elif kind == "facility":
            k, p = rng.randrange(len(facilities)), rng.randint(0, 2)
            part = [("seize", k, p), ("hold", length), ("release", k)]
            lines = [f"SEIZE F{k} PRIORITY {p}", f"HOLD {written}", f"RELEASE F{k}"]
        else:
            k, n, p = rng.randrange(len(storages)), rng.randint(1, 2), rng.randint(0, 1)
            part = [("enter", k, n, p), ("hold", length), ("leave", k, n)]
            lines = [f"ENTER S{k}, {n} PRIORITY {p}", f"HOLD {written}", f"LEAVE S{k}, {n}"]
        steps += part + [("say", place + 1)]
        text += lines + [f"WRITELN (ME, {place + 1}, TIME:20:9)"]
    if rounds > 1:
        return steps * rounds, "FOR R := 1 TO %d DO BEGIN %s END" % (rounds, "; ".join(text))
    return steps, "; ".join(text)


WAYS = ["literal", "constant", "declared", "monitor", "initial"]


def program(way, facilities, storages, classes, created, stop, continuous):
    """`way`: how capacities are given. `continuous`: a state beside it, so that the run is not one of processes
    alone."""
    names = [f"F{k}" for k in range(len(facilities))] + [f"S{k}" for k in range(len(storages))]
    sizes = dict(zip(names, facilities + storages))
    capacity = {n: str(v) if way == "literal" else f"N{n}" for n, v in sizes.items()}
    gives = "; ".join(f"N{n} := {v}" for n, v in sizes.items())
    lines = ["PROGRAM GENERATED;"]
    if way == "constant":
        lines.append("CONST INTEGER " + "; INTEGER ".join(f"N{n} = {v}" for n, v in sizes.items()) + ";")
    lines.append("VAR")
    lines += [f"  {'FACILITY' if n[0] == 'F' else 'STORAGE'} {n} ({capacity[n]});" for n in names]
    if way in ("declared", "monitor", "initial"):
        lines += [f"  INTEGER N{n}{f' := {v}' if way == 'declared' else ''};" for n, v in sizes.items()]
    lines.append("  REAL D[1..25];" + (" STATE X;" if continuous else ""))
    lines.append("  PROCESS " + ", ".join(f"C{k}" for k in range(len(classes))) + ";")
    lines.append(f"MONITOR {gives + '; ' if way == 'monitor' else ''}SIMULATE FROM 0.0 TO {stop} END;")
    lines.append("SYSTEM INITIAL")
    lines.append("  FOR I := 1 TO 25 DO D[I] := 0.1*I;")
    if way == "initial":
        lines.append(f"  {gives};")
    lines += [f"  CREATE C{c} ({n}) IN {written} PRIORITY {p};" for n, (c, _, written, p) in enumerate(created)]
    lines.append("END;")
    if continuous:
        lines.append("CONTINUOUS X' = 1.0 END;")
    lines.append("DISCRETE PROCESSES")
    lines += [f"  PROCESS C{k} (INTEGER ME); BEGIN {text} END C{k};" for k, (_, text) in enumerate(classes)]
    return "\n".join(lines + ["END END", "END", "END.", ""])


def queues(saltus, rng, count):
    for number in range(count):
        facilities, storages = [rng.randint(1, 3) for _ in range(2)], [rng.randint(2, 4)]
        rounds = 200 if number % 4 == 0 else rng.randint(1, 8)
        classes = [body(rng, facilities, storages, rounds) for _ in range(3)]
        created = [(rng.randrange(3), *delay(rng), rng.randint(0, 3)) for _ in range(2 if rounds > 8 else 8)]
        s = Simulation(facilities, storages)
        for n, (c, after, _, priority) in enumerate(created):
            s.start(Process(n, classes[c][0]), after, priority)
        stop = 10000
        s.go(stop)
        continuous = number % 3 == 0
        for way in rng.sample(WAYS, 2):
            text = program(way, facilities, storages, classes, created, stop, continuous)
            j = run(saltus, text, "--step", "1000")
            got = [line.split() for line in j["output"].splitlines()]
            try:
                got = [(int(a), int(b), float(t)) for a, b, t in got]
            except ValueError:
                complain("queues", text, f"{way}: {j['status']} {j['messages'][:1]}")
                continue
            first = next((k for k, (a, b) in enumerate(itertools.zip_longest(got, s.log))
                          if not a or not b or a[:2] != b[:2] or abs(a[2] - b[2]) > 2e-9), None)
            if j["status"] != "done" or first is not None:
                there = None if first is None else (got[first:first + 3], s.log[first:first + 3])
                complain("queues", text, f"{way}: {j['status']}, line {first}: {there}")


# --------------------------------------------------------------------------------------------------------- functions

def piecewise(rng):
    """Steps at thresholds inside of 0 to 3, and the integral over 0 to 3."""
    at = sorted(rng.sample(range(1, 30), rng.randint(1, 4)))
    at = [k / 10 + 0.037 for k in at]
    height = [rng.choice([-2.0, -1.0, 0.5, 1.0, 3.0]) for _ in at]
    return at, height, sum(h * (3 - a) for a, h in zip(at, height))


def functions(saltus, rng, count):
    for _ in range(count):
        at, height, whole = piecewise(rng)
        n = len(at)
        ifs = " ".join(f"IF X > {a} THEN S := S + ({h});" for a, h in zip(at, height))
        arrays = " ".join(f"A[{k + 1}] := {a}; H[{k + 1}] := {h};" for k, (a, h) in enumerate(zip(at, height)))
        forms = {
            "ifs": f"FUNCTION F (REAL X): REAL; VAR REAL S; BEGIN S := 0.0; {ifs} F := S END;",
            "loop": f"FUNCTION F (REAL X): REAL; VAR REAL S; REAL A[1..{n}]; REAL H[1..{n}]; BEGIN S := 0.0; {arrays} "
                    f"FOR I := 1 TO {n} DO IF X > A[I] THEN S := S + H[I]; F := S END;",
            "while": f"FUNCTION F (REAL X): REAL; VAR REAL S; INTEGER I; REAL A[1..{n}]; REAL H[1..{n}]; BEGIN S := "
            f"0.0; I := 1; {arrays} "
                     f"WHILE I <= {n} DO BEGIN IF X > A[I] THEN S := S + H[I]; I := I + 1 END; F := S END;",
            "nested": f"FUNCTION G (REAL X, A, H): REAL; BEGIN IF X <= A THEN G := 0.0 ELSE G := H END; FUNCTION F "
            f"(REAL X): REAL; BEGIN F := "
                      + " + ".join(f"G (X, {a}, {h})" for a, h in zip(at, height)) + " END;",
            "sign": "FUNCTION F (REAL X): REAL; BEGIN F := "
                    + " + ".join(f"({h})*0.5*(1.0 + SIGN (X - {a}))" for a, h in zip(at, height)) + " END;",
            "direct": "",
        }
        form = rng.choice(list(forms))
        called = rng.choice(["F (X)", "F (TIME)", "F (0.5*X + 0.5*TIME)"])
        direct = " + ".join(f"(IF X > {a} THEN {h} ELSE 0.0)" for a, h in zip(at, height))
        equation = f"Y' = {called if forms[form] else direct}"
        if forms[form] and rng.random() < 0.3:
            equation = f"Y' = Z; PROCED (Z <- X); Z := {called} END"
        text = f"""PROGRAM PIECES;
VAR STATE X, Y; ALGEBR Z;
{forms[form]}
MONITOR INITCOND X = 0.0; Y = 0.0; SIMULATE FROM 0.0 TO 3.0 COMINT = 3.0 END;
SYSTEM CONTINUOUS X' = 1.0; {equation}{'' if 'PROCED' in equation else '; Z = 0.0'} END END
END.
"""
        j = run(saltus, text, "--tol", "1e-8", "--solver", rng.choice(["auto", "erk", "dirk", "cvode"]))
        if j["status"] != "done" or j["messages"] or abs(j["final"]["Y"] - whole) > 1e-6 or j["steps"] > 500:
            complain("functions", text, f"{form}: {j['status']}, {j.get('final')}, wanted Y = {whole}; "
                                        f"{j.get('steps')} steps; {j['messages'][:1]}")


# ----------------------------------------------------------------------------------------------------------- numbers

def expression(rng, depth):
    """Text, and a function of the variables that raises where there is no value."""
    if depth == 0 or rng.random() < 0.15:
        if rng.random() < 0.4:
            v = rng.choice([0.0, 1.0, 2.0, -1.0, 0.5, 3.0])
            return f"({v})", lambda e: v
        name = rng.choice("ABCD")
        return name, lambda e: e[name]
    a, fa = expression(rng, depth - 1)
    b, fb = expression(rng, depth - 1)
    op = rng.choice("+-*//^smxlRi")

    def finite(f):
        def g(e):
            z = f(e)
            if not math.isfinite(z):
                raise OverflowError
            return z
        return g
    if op in "+-*":
        return f"({a} {op} {b})", lambda e: {"+": fa(e) + fb(e), "-": fa(e) - fb(e), "*": fa(e) * fb(e)}[op]
    if op == "/":
        return f"({a} / {b})", finite(lambda e: fa(e) / fb(e))
    if op == "^":
        return f"({a} ** {b})", finite(lambda e: math.pow(fa(e), fb(e)))
    if op == "s":
        return f"SQRT ({a})", lambda e: math.sqrt(fa(e))
    if op == "l":
        return f"LN ({a})", lambda e: math.log(fa(e))
    if op == "m":
        return f"MIN ({a}, {b})", lambda e: min(fa(e), fb(e))
    if op == "x":
        return f"MAX ({a}, {b})", lambda e: max(fa(e), fb(e))
    if op == "R":
        return f"EXP ({a})", lambda e: math.exp(fa(e))
    return f"(IF {a} > {b} THEN {a} ELSE {b})", lambda e: fa(e) if fa(e) > fb(e) else fb(e)


CODES = {"R0301", "R0302", "R0303"}


def numbers(saltus, rng, count):
    for _ in range(count):
        text, value = expression(rng, 4)
        e = {n: rng.choice([0.0, 0.0, 1.0, -1.0, 2.0, 0.25, -3.0]) for n in "ABCD"}
        gives = "; ".join(f"{n} := {v}" for n, v in e.items())
        source = f"""PROGRAM NUMBERS;
VAR REAL A, B, C, D, Y; PROCESS P;
MONITOR SIMULATE FROM 0.0 TO 1.0 END;
SYSTEM INITIAL {gives}; Y := A + B + C + D; CREATE P END;
DISCRETE PROCESSES PROCESS P; BEGIN
  Y := {text};
  WRITELN ($value $, Y:40:12)
END P END END
END
END.
"""
        try:
            wanted = value(e)
        except (ZeroDivisionError, ValueError, OverflowError):
            wanted = None
        j = run(saltus, source)
        codes = [m["code"] for m in j["messages"] if m["severity"] == "error"]
        if wanted is None:
            if j["status"] != "failed" or len(codes) != 1 or codes[0] not in CODES or "value" in j["output"]:
                complain("numbers", source, f"no value with {e}, but {j['status']} {codes} {j['output']!r}")
        else:
            got = float(j["output"].split()[1]) if j["output"].startswith("value") else math.nan
            if not abs(got - wanted) <= 1e-9 * (1 + abs(wanted)):
                complain("numbers", source, f"{wanted} with {e}, but {got}, {codes}")


# --------------------------------------------------------------------------------------------------------- undefined

# With Z = 1, N = 1, I0 = 1, K = 3 each has a value, with Z = 0, N = -1, I0 = 0, K = 9 none has.
OPERATIONS = {
    "Z/Z": "R0301", "1.0/Z": "R0301", "SQRT (N)": "R0302", "LN (Z)": "R0302", "LN (N)": "R0302", "LOG10 (Z)": "R0302",
    "ASIN (2.0 - 2.0*Z)": "R0302", "ACOS (2.0 - 2.0*Z)": "R0302", "Z**(N - 2.0)": "R0302", "N**(0.5*Z + 0.5)": "R0302",
    "5 DIV I0": "R0320",
    "5 MOD I0": "R0320", "ARR[K]": "R0320",
}
ABSORBED = ["{}", "MAX ({}, 1.0)", "MIN (2.0, 1.0*({}))", "1.0/(1.0 + ABS ({}))", "(IF {} > 0.5 THEN 1.0 ELSE 2.0)",
            "ATAN ({})", "TANH ({})", "SIGN ({})"]
ARGUMENTS = "(REAL Z, N; INTEGER I0, K)"
BOUNDS = "VAR REAL ARR[2..4]; REAL B; BEGIN ARR[2] := 1.0; ARR[3] := 1.0; ARR[4] := 1.0;"

# Where it stands: a dictionary of parts, in which @ is the operation. `process` is what a process does from 0.25 on.
CONTEXTS = {
    "assignment": {"process": "Y := @"}, "event": {"event": "Y := @"}, "jump": {"event": "X := @"},
    "dstate": {"event": "DS := @"},
    "terminal": {"terminal": "Y := @"}, "monitor": {"after": "; Y := @"}, "hold": {"process": "HOLD 0.0001*ABS (@)"},
    "if": {"process": "IF @ > 5.0 THEN Y := 1.0 ELSE Y := 2.0"}, "while": {"process": "WHILE @ > 5.0E9 DO Y := 1.0"},
    "for": {"process": "FOR I := 1 TO ROUND (@) DO Y := 1.0"}, "case": {"process": "CASE ROUND (@) OF 1: Y := 1.0 END; "
                                                                        "ELSE: Y := 2.0 END CASE"},
    "write": {"process": "WRITELN (@)"}, "priority": {"process": "SEIZE FA PRIORITY ROUND (@); RELEASE FA"},
    "enter": {"process": "ENTER ST, ROUND (ABS (@)) + 1"},
    "schedule": {"process": "SCHEDULE G IN ABS (@)"}, "random": {"process": "Y := UNIFORM (R, -9.0, 9.0 + @)"},
    "collect": {"process": "W := @"},
    "timed": {"process": "L := @"}, "argument": {"process": "CREATE C (@)"},
    "function": {"process": "Y := F (Z, N, I0, K)", "sub": f"FUNCTION F {ARGUMENTS}: REAL; {BOUNDS} F := @ END;"},
    "unused": {"process": "Y := F (Z, N, I0, K)", "sub": f"FUNCTION F {ARGUMENTS}: REAL; {BOUNDS} B := @; "
                           "IF B > 3.0 "
                                                         f"THEN F := 1.0 ELSE F := 2.0 END;"},
    "called by an equation": {"equation": "A = F (Z, N, I0, K)", "sub": f"FUNCTION F {ARGUMENTS}: REAL; {BOUNDS} F := "
                                                                        f"@ END;"},
    "written out": {"equation": "A = F (Z, N, I0, K)",
                    "sub": f"FUNCTION F {ARGUMENTS}: REAL; {BOUNDS} B := @; "
                           "IF B > 3.0 THEN F := 1.0 ELSE F := 2.0 END;"},
    "procedure": {"process": "P1", "sub": "PROCEDURE P1; BEGIN Y := @ END;"},
    "wait": {"process": "WAIT UNTIL @ > 5.0E9; Y := 1.0"},
    "wait for a state": {"process": "WAIT UNTIL (X > 7.0) OR (X*(@) > 5.0E9); Y := 1.0"},
    "when": {"equation": "WHEN @ > 5.0E9 DO Y := 1.0 END"},
    "when of a state": {"equation": "WHEN X*(@) > 5.0E9 DO Y := 1.0 END"},
    "crosses": {"equation": "CONDIT G: X*(@) CROSSES 5.0E9 POS END"},
    "crossed": {"equation": "CONDIT G: X CROSSES 5.0E9 + @ POS END"},
    "equation": {"equation": "A = @"}, "rate": {"equation": "V' = @"},
    "condition": {"equation": "A = IF @ > 5.0 THEN 1.0 ELSE 2.0"},
    "condition of a state": {"equation": "A = IF X*(@) > 5.0E9 THEN 1.0 ELSE 2.0"},
    "branch": {"equation": "IF @ > 5.0 THEN A = 1.0 ELSE A = 2.0 END"},
    "logic": {"equation": "LO = @ > 5.0"}, "limit": {"equation": "A = LIMIT (X, -5.0, 6.0 + @)"},
    "delay": {"equation": "A = DELAY (@, 0.1)"},
    "loop": {"equation": "A = 0.5*SIN (A) + @ + X"}, "proced": {"equation": "PROCED (A <- X); A := @ END"},
}
# Before the run: the operation has no value from the beginning.
EARLY = {
    "initial": {"initial": "Y := @;"}, "monitor first": {"before": "Y := @;"},
    "initial condition": {"before": "INITCOND V = @;"},
    "storage": {"capacity": "STORAGE S2 (1 + ROUND (ABS (@)));"},
    "facility": {"capacity": "FACILITY F2 (1 + ROUND (ABS (@)));"},
    "setfile": {"capacity": "SETFILE S2 (1 + ROUND (ABS (@))) OF REC;"}, "stop": {"stop": "9.0 + 1.0*(@)"},
}
GOOD, BAD = "Z := 1.0; N := 1.0; I0 := 1; K := 3;", "Z := 0.0; N := -1.0; I0 := 0; K := 9;"


def undefined_program(parts, operation, early, bad):
    """The program, and the line on which the operation stands."""
    p = {k: v.replace("@", operation) for k, v in parts.items()}
    now = BAD if early and bad else GOOD
    given = "A" if "A =" in parts.get("equation", "") or "A <-" in parts.get("equation", "") else ""
    given += "V" if "V'" in parts.get("equation", "") else ""
    given += "L" if "LO =" in parts.get("equation", "") else ""
    lines = [
        "PROGRAM NOVALUE;", "TYPE REC = RECORD REAL FIELD END;",
        "VAR REAL Z, N, Y; INTEGER I0, K; REAL ARR[2..4]; STATE X, V; ALGEBR A; LOGIC LO; DSTATE DS; TEVENT E, G; "
        "SEVENT H;",
        "  FACILITY FA; STORAGE ST (100); RANDOM R; COLLECT W; TIMEPERS L; PROCESS Q, C;", "  " + p.get("capacity", ""),
        p.get("sub", ""), "MONITOR",
        f"  {now} FOR I := 2 TO 4 DO ARR[I] := 1.0;", "  " + p.get("before", ""),
        f"  SIMULATE FROM 0.0 TO {p.get('stop', '1.0')} {p.get('after', '')}", "END;", "SYSTEM INITIAL",
        "  X := 0.1; CREATE Q; SCHEDULE E AT 0.5;", "  " + p.get("initial", ""), "END;", "CONTINUOUS X' = 1.0;",
        "" if "V" in given else "  V' = 0.0;", "" if "A" in given else "  A = 0.0;",
        "" if "L" in given else "  LO = X > 0.5;", "  " + p.get("equation", ""),
        "END;", "DISCRETE EVENTS", "  E: " + ("Y := 1.0;" if early else BAD if bad else GOOD),
        "  " + p.get("event", ""), "  END; G: Y := 3.0 END", "END; PROCESSES PROCESS Q; BEGIN",
        "  HOLD 0.25; WHILE TIME < 0.75 DO BEGIN", "  " + p.get("process", ""), "  ; HOLD 0.25 END END Q;",
        "  PROCESS C (REAL B); BEGIN Y := B END C", "END END;",
        "TERMINAL", "  " + p.get("terminal", ""), "END", "END", "END.", ""]
    text = "\n".join(lines)
    return text, next(k + 1 for k, line in enumerate(lines) if operation in line)


def undefined(saltus, rng, count):
    places = [(name, parts, False) for name, parts in CONTEXTS.items()] + [(name, parts, True)
                                                                           for name, parts in EARLY.items()]
    cases = [(place, operation) for place in places for operation in OPERATIONS]
    for (name, parts, early), operation in rng.sample(cases, min(count, len(cases))):
        around = rng.choice(ABSORBED)
        whole = around.format(operation if around != "{}" else f"({operation})")
        options = rng.choice([[], ["-o", "{}.csv"], ["--solver", "cvode"]])
        for bad in (True, False):
            text, line = undefined_program(parts, whole, early, bad)
            j = run(saltus, text, *options)
            errors = [m for m in j["messages"] if m["severity"] == "error"]
            where = f"{operation} in {around} at '{name}' {options}"
            if not bad:
                if j["status"] != "done" or errors:
                    complain("undefined", text, f"{where} has a value, but: {j['status']} {errors[:1]}")
                continue
            late = {"terminal": 1, "monitor": 1}.get(name, 0 if early else 0.5)
            codes = {OPERATIONS[operation], "R0509"} if "capacity" in parts else {OPERATIONS[operation]}
            if len(errors) != 1 or errors[0]["code"] not in codes or errors[0]["line"] != line:
                complain("undefined", text, f"{where}: {j['status']} {errors[:2]}, wanted {codes} at line {line}")
            elif j.get("time") and not late <= j["time"]["stop"] <= late + (0.001 if name == "hold" else 0):
                complain("undefined", text, f"{where}: it ends at {j['time']['stop']}, not at {late}")


# ----------------------------------------------------------------------------------------------------------- guarded

def guarded(saltus, rng, count):
    for _ in range(count):
        level, rate = rng.choice([0.0, 0.3, 0.1, 1e-6, -0.05, 0.7]), rng.choice([0.3, 1.3, 7.1])
        over = f"X - ({level})"
        part = rng.choice([f"SQRT ({over})", f"1.0/SQRT ({over})", f"LN ({over})", f"({over})**0.5",
                           f"ACOS (1.0 - 0.1*({over}) - 1.0E-9)"])
        whole = rng.choice(ABSORBED).format(part)
        yes, no = rng.choice([("X > {}", "X <= {}"), ("NOT (X <= {})", "NOT (X > {})")])
        yes, no = yes.format(f"({level})"), no.format(f"({level})")
        equation = rng.choice([f"A = IF {yes} THEN {whole} ELSE 0.0", f"A = IF {no} THEN 0.0 ELSE {whole}",
                               f"IF {yes} THEN A = {whole} ELSE A = 0.0 END",
                               f"A = IF ({yes}) AND ({whole} > 0.4) THEN 1.0 ELSE 0.0",
                               f"A = IF ({no}) OR ({whole} < 0.4) THEN 0.0 ELSE 1.0",
                               f"A = 0.0; WHEN ({yes}) AND ({whole} < 0.4) DO Y := 1.0 END", f"A = F (X)"])
        wait = rng.choice(["HOLD 1.0", f"WAIT UNTIL {no}", f"WAIT UNTIL ({no}) OR ({whole} > 5.0E9)",
                           f"WAIT UNTIL ({yes}) AND ({whole} < -5.0E9)"])
        text = f"""PROGRAM GUARDED;
VAR STATE X; ALGEBR A; REAL Y; PROCESS P;
FUNCTION F (REAL X): REAL; BEGIN IF {yes} THEN F := {whole} ELSE F := 0.0 END;
MONITOR INITCOND X = 1.0; SIMULATE FROM 0.0 TO {rng.choice(["5.0", "3.3"])} END;
SYSTEM INITIAL Y := F (0.9); CREATE P END;
CONTINUOUS X' = -{rate}*X - 0.2; {equation} END;
DISCRETE PROCESSES PROCESS P; BEGIN {wait}; Y := 2.0 END P END END
END
END.
"""
        j = run(saltus, text, "--solver", rng.choice(["auto", "erk", "dirk", "rodas", "cvode"]),
                *rng.choice([[], ["-o", "{}.csv"]]))
        errors = [m for m in j["messages"] if m["severity"] == "error"]
        if errors or j["status"] != "done" or not math.isfinite(j["final"]["A"]):
            complain("guarded", text, f"{j['status']} {errors[:1]}")


# ------------------------------------------------------------------------------------------------------------- found

def found(saltus, rng, count):
    for _ in range(count):
        ops = [rng.choice("iird") for _ in range(8)]
        lines, entries, ends, wanted = [], [], False, []
        for k, op in enumerate(ops):
            asks = rng.random() < 0.5
            if op == "i":
                lines.append(f"S.A := {k}.0; INSERT S INTO Q")
                if not ends:
                    entries.append(float(k))
                continue
            last = op == "d"
            lines.append(f"REMOVE S FROM Q{' LAST' if last else ''}; "
                         + ("IF FOUND THEN WRITELN (S.A) ELSE WRITELN ($none$)" if asks else "WRITELN (S.A)"))
            if ends:
                continue
            if entries:
                wanted.append(f"{entries.pop(-1 if last else 0):g}")
            elif asks:
                wanted.append("none")
            else:
                ends = True
        text = "PROGRAM FOUNDS;\nTYPE R = RECORD REAL A END;\nVAR SETFILE Q OF R; R S; PROCESS P;\n" \
               "MONITOR SIMULATE FROM 0.0 TO 1.0 END;\n" \
               "SYSTEM INITIAL CREATE P END;\nDISCRETE PROCESSES PROCESS P; BEGIN\n  " + ";\n  ".join(
                       lines) + "\nEND P END END\nEND\nEND.\n"
        j = run(saltus, text)
        if j["output"].split() != wanted or (j["status"] == "failed") != ends:
            complain("found", text, f"{j['status']}, {j['output'].split()}, wanted {wanted}, "
                                    f"{'an error' if ends else 'no error'}")


# ------------------------------------------------------------------------------------------------------------- cells

def cells(saltus, rng, count):
    for _ in range(count):
        width, low = Fraction(rng.choice([1, 2, 3, 5, 7]), rng.choice([10, 100])), Fraction(rng.randint(-9, 9), 10)
        n = 9
        lines, wanted = [], [0] * (n + 2)
        for _ in range(40):
            k = rng.randint(-2, n + 2)
            border = low + k * width
            lines.append(rng.choice([f"H := {float(border)}", f"H := {float(low)} + {k}*{float(width)}",
                                     f"H := {border.numerator}/{border.denominator}.0"]))
            wanted[min(max(k + 1, 0), n + 1)] += 1
        waits = []
        for _ in range(10):                          # a difference of times: how long a hold was
            k = rng.randint(0, n)
            hold = low + k * width
            if hold >= 0:
                waits.append(f"T := TIME; HOLD {float(hold)}; H := TIME - T; HOLD {rng.choice([0.1, 7.3, 100.7])}")
                wanted[min(k + 1, n + 1)] += 1
        text = f"""PROGRAM CELLS;
VAR HISTOGRAM H ({float(low)}, {float(width)}, {n}); REAL T; PROCESS P;
MONITOR SIMULATE FROM 0.0 TO 5000.0 END;
SYSTEM INITIAL CREATE P END;
DISCRETE PROCESSES PROCESS P; BEGIN
  {("; " + chr(10) + "  ").join(lines + waits)}
END P END END
END
END.
"""
        j = run(saltus, text)
        got = j.get("statistics", [{}])[0].get("cells", {})
        if [got.get("below"), *got.get("counts", []), got.get("above")] != wanted:
            complain("cells", text, f"{j['status']} {got}, wanted {wanted}")


# ----------------------------------------------------------------------------------------------------------- written

def written(saltus, rng, count):
    for _ in range(count):
        values = [rng.choice([str(rng.randint(-9999, 9999)), f"{rng.randint(-999, 999) / 8}", "0.5", "12345.625"])
                  for _ in range(6)]
        items = [f"{v}:{rng.randint(1, 14)}:3" if "." in v and rng.random() < 0.6 else v for v in values]
        text = f"""PROGRAM WRITTEN;
MONITOR SIMULATE FROM 0.0 TO 1.0 END;
SYSTEM INITIAL WRITELN ({", ".join(items)}) END
END
END.
"""
        j = run(saltus, text)
        got = j["output"].split()
        if len(got) != 6 or any(abs(float(g) - float(v)) > 1e-5 * abs(float(v)) for g, v in zip(got, values)):
            complain("written", text, f"{j['output']!r}, wanted {values}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--seed", type=int, default=1979)
    parser.add_argument("--count", type=int, default=1, help="times the usual number")
    args = parser.parse_args()
    print(f"seed {args.seed}")
    for what, count in ((queues, 24), (functions, 16), (numbers, 60), (undefined, 90), (guarded, 60), (found, 12),
                        (cells, 8), (written, 8)):
        what(os.path.abspath(args.saltus), random.Random(args.seed), sample.part(count * args.count))
    print(f"{len(wrong)} of the generated programs went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
