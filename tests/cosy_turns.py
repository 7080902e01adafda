#!/usr/bin/env python3
"""Generated COSY programs of processes that act on each other, against a simulation that knows nothing of Saltus.

    cosy_turns.py --saltus build/saltus [--seed N] [--count N]

Processes hold, seize, pre-empt, enter, pass gates, wait for conditions, passivate, and interrupt, activate, destroy and
ask each other; events are scheduled and cancelled; sets and statistics are filled. Delays are decimals, written as
literals, products, quotients and variables, so most of what happens meets something else at the same time. The
simulation here follows E41 to E56 with times that are fractions. What each process writes, with its time, the code of
an interrupt and what remained of a hold, must be the same, and the figures at the end, too. Each program is run with a
state beside the processes and without: that takes another way through the engine, and must change nothing. With a
state, statements read what equations make of a variable in place of the variable (E223).
"""
import argparse
import heapq
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

PROCESSES, EVENTS, SPAN, TURNS_MOST = 6, 2, 100, 3000
STARTS = [0, 0, 0, -3, 1000, 100000, 10000000]
RESOURCES = {"F0": "facility", "F1": "facility", "S0": "storage", "G0": "gate"}


class Activity:
    def __init__(self, code, number, event=False):
        self.code, self.number, self.event = code, number, event
        self.at, self.turn, self.state, self.begun = 0, 0, "new", False
        self.priority, self.when, self.left, self.lost = 0, None, None, 0
        self.claims, self.claim, self.condition, self.order = [], None, None, 0
        self.woken, self.code_of_interrupt, self.remaining, self.rounds = False, 0, Fraction(0), {}


class Claim:
    def __init__(self, owner, pool, priority, units, since):
        self.owner, self.pool, self.priority, self.units, self.since = owner, pool, priority, units, since
        self.has = self.lost = False


class Pool:
    def __init__(self, kind, capacity):
        self.kind, self.capacity, self.content, self.open = kind, capacity, 0, False
        self.have, self.wait = [], []
        self.entries, self.last = 0, Fraction(0)
        self.waited = self.content_time = self.queue_time = Fraction(0)

    def note(self, now):
        self.content_time += (now - self.last) * self.content
        self.queue_time += (now - self.last) * len(self.wait)
        self.last = now


class Simulation:
    def __init__(self, capacities, bodies, events, start):
        self.pools = {n: Pool(kind, capacities.get(n, 0)) for n, kind in RESOURCES.items()}
        self.bodies, self.events, self.scheduled = bodies, events, []
        self.now, self.stop, self.calendar, self.tail = Fraction(start), start + SPAN, [], []
        self.order = itertools.count()
        for pool in self.pools.values():
            pool.last = Fraction(start)
        self.refs, self.watching, self.waits = [None] * PROCESSES, [], itertools.count()
        self.v, self.entries, self.log, self.turns = 0, [], [], 0
        self.observed, self.total, self.value, self.since = [], Fraction(0), 0, Fraction(start)

    # ------------------------------------------------------------------------------------------------------- turns

    def plan(self, a, at):
        a.turn += 1
        if at > self.now:
            a.state, a.when = "holds", at
            heapq.heappush(self.calendar, (at, a.priority, next(self.order), a.turn, a))
        else:
            self.join(a)

    def join(self, a):
        a.turn += 1
        a.state = "ready"
        self.tail.append((a, a.turn))

    def withdraw(self, a):
        if a.state == "queues":
            self.drop(a.claim)
        if a.state == "watches":
            self.watching.remove(a)
        a.claim, a.woken = None, False
        a.turn += 1

    def end(self, a):
        a.state = "free"
        for claim in reversed(list(a.claims)):
            self.drop(claim)
        a.turn += 1

    def look(self):
        """Conditions that have become true wake their processes (E54)."""
        for a in [a for a in self.watching if self.holds(a.condition)]:
            self.watching.remove(a)
            self.join(a)
            a.woken = True

    def go_to_next_time(self):
        while self.calendar and self.calendar[0][4].turn != self.calendar[0][3]:
            heapq.heappop(self.calendar)
        times = [a.condition[1] for a in self.watching if a.condition[0] == "time" and a.condition[1] > self.now]
        times += [self.calendar[0][0]] if self.calendar else []
        if not times or min(times) > self.stop:
            return False
        self.now = min(times)
        while self.calendar and self.calendar[0][0] <= self.now:
            _, _, _, turn, a = heapq.heappop(self.calendar)
            if a.turn == turn:
                self.join(a)
        self.look()
        return True

    def go(self):
        """False: too much happens."""
        while self.tail or self.go_to_next_time():
            if not self.tail:
                continue
            a, turn = self.tail.pop(0)
            if a.turn != turn:
                continue
            if a.woken and not self.holds(a.condition):
                a.state, a.woken = "watches", False
                self.watching.append(a)
                self.watching.sort(key=lambda w: w.order)
                continue
            a.woken, a.claim, a.state, a.begun = False, None, "runs", True
            self.turns += 1
            if self.turns > TURNS_MOST:
                return False
            if not self.execute(a):
                self.end(a)
            self.look()
        return True

    def holds(self, condition):
        kind, *what = condition
        if kind == "modulo":
            return self.v % what[0] == what[1]
        if kind == "least":
            return self.v >= what[0]
        if kind == "time":
            return self.now >= what[0] and (len(what) == 1 or self.v % 2 == what[1])
        if kind == "free":
            return self.pools[what[0]].content < self.pools[what[0]].capacity
        if kind == "nobody":
            return not self.pools[what[0]].wait
        if kind == "entries":
            return len(self.entries) >= what[0]
        other = self.refs[what[0]]
        return other is None or other.state == "free"

    # --------------------------------------------------------------------------------------------------- resources

    def drop(self, claim):
        pool, owner = claim.pool, claim.owner
        pool.note(self.now)
        if claim.has:
            pool.have.remove(claim)
            pool.content -= 1
        else:
            pool.wait.remove(claim)
            if claim.lost:
                self.give_back(owner)
        owner.claims.remove(claim)
        self.serve(pool)

    def give_back(self, owner):
        owner.lost -= 1
        if not owner.lost and owner.state == "holds":
            self.plan(owner, self.now + owner.left)

    def serve(self, pool):
        while pool.wait and (pool.open if pool.kind == "gate"
                             else pool.wait[0].units <= pool.capacity - pool.content):
            claim = pool.wait.pop(0)
            if claim.lost:
                claim.lost, claim.has = False, True
                pool.have.append(claim)
                pool.content += 1
                self.give_back(claim.owner)
                continue
            pool.waited += self.now - claim.since
            self.let_in(pool, claim)
            claim.owner.claim = None
            self.join(claim.owner)

    def let_in(self, pool, claim):
        pool.entries += 1
        pool.content += 0 if pool.kind == "gate" else claim.units
        if pool.kind == "facility":
            claim.has = True
            pool.have.append(claim)
        else:
            claim.owner.claims.remove(claim)

    def take(self, a, name, priority, units, preempts):
        """True: it waits."""
        pool = self.pools[name]
        pool.note(self.now)
        claim = Claim(a, pool, priority, units, self.now)
        a.claims.append(claim)
        worse = [c for c in pool.have if c.priority > priority]
        if preempts and pool.content >= pool.capacity and worse:
            most = max(c.priority for c in worse)
            self.take_away([c for c in worse if c.priority == most][-1])
        elif pool.wait or (not pool.open if pool.kind == "gate" else units > pool.capacity - pool.content):
            place = next((i for i, w in enumerate(pool.wait) if w.priority > priority), len(pool.wait))
            pool.wait.insert(place, claim)
            a.state, a.claim = "queues", claim
            return True
        self.let_in(pool, claim)
        return False

    def take_away(self, claim):
        pool, loser = claim.pool, claim.owner
        pool.have.remove(claim)
        pool.content -= 1
        claim.has, claim.lost = False, True
        if not loser.lost and loser.state == "holds":
            loser.left = loser.when - self.now
            loser.turn += 1
        loser.lost += 1
        place = next((i for i, w in enumerate(pool.wait) if w.priority >= claim.priority), len(pool.wait))
        pool.wait.insert(place, claim)

    # -------------------------------------------------------------------------------------------------- statements

    def execute(self, a):
        """True: it waits."""
        while a.at < len(a.code):
            kind, *what = a.code[a.at]
            a.at += 1
            if kind in ("hold", "take", "wait", "passivate"):
                a.code_of_interrupt = 0
            if getattr(self, kind if kind != "take" else "take_of")(a, *what):
                return True
        return False

    def say(self, a, place):
        self.log.append((a.number, place, self.now, self.v, a.code_of_interrupt,
                         a.remaining if a.code_of_interrupt else Fraction(0)))

    def me(self, a):
        self.refs[a.number] = a

    def hold(self, a, delay):
        if a.lost:
            a.left, a.state = delay, "holds"
            a.turn += 1
        else:
            self.plan(a, self.now + delay)
        return True

    def take_of(self, a, name, priority, units, preempts):
        return self.take(a, name, a.priority if name == "G0" else priority, units, preempts)

    def release(self, a, name):
        self.drop(next(c for c in reversed(a.claims) if c.pool is self.pools[name]))

    def leave(self, a, name, units):
        self.pools[name].note(self.now)
        self.pools[name].content -= units
        self.serve(self.pools[name])

    def gate(self, a, is_open):
        pool = self.pools["G0"]
        pool.note(self.now)
        pool.open = is_open
        self.serve(pool)

    def unless_interrupted(self, a, to):
        a.at = to if a.code_of_interrupt else a.at

    def unless(self, a, condition, to):
        a.at = a.at if self.holds(condition) else to

    def wait(self, a, condition):
        if self.holds(condition):
            return False
        a.state, a.condition, a.order = "watches", condition, next(self.waits)
        self.watching.append(a)
        return True

    def passivate(self, a):
        a.state = "passive"
        return True

    def activate(self, a, number, delay):
        other = self.refs[number]
        if other is None:
            return
        moves = other.state == "passive" or (other.state == "holds" and not other.lost)
        later = other.state == "ready" and delay > 0 and not other.woken and not other.code_of_interrupt
        if moves or later:
            self.withdraw(other)
            self.plan(other, self.now + delay)

    def interrupt(self, a, number, code):
        other = self.refs[number]
        if other is None or not other.begun or other.state in ("runs", "ready", "free"):
            return
        remaining = Fraction(0) if other.state != "holds" else other.left if other.lost else other.when - self.now
        self.withdraw(other)
        other.remaining, other.code_of_interrupt = remaining, code
        self.join(other)

    def destroy(self, a, number):
        other = self.refs[number]
        if other is not None and other.state != "free":
            self.withdraw(other)
            self.end(other)

    def ask(self, a, number):
        other = self.refs[number]
        state = "free" if other is None else other.state
        self.log.append((a.number, "alive", self.now, int(state != "free"), int(state == "passive"), Fraction(0)))

    def schedule(self, a, number, delay, priority):
        event = Activity(self.events[number], 90 + number, True)
        event.priority = priority
        self.scheduled.append(event)
        self.plan(event, self.now + delay)

    def cancel(self, a, number):
        for event in self.scheduled:
            if event.number == 90 + number and not event.begun and event.state in ("holds", "ready"):
                self.withdraw(event)
                event.state = "free"

    def count(self, a):
        self.v += 1

    def observe(self, a):
        self.observed.append(self.now - self.v)

    def note_value(self, a):
        self.total += self.value * (self.now - self.since)
        self.value, self.since = self.v % 7, self.now

    def insert(self, a):
        self.entries.append(self.v)

    def remove(self, a, at):
        value = self.entries.pop(at) if self.entries else -1
        self.log.append((a.number, "taken", self.now, value, len(self.entries), Fraction(0)))

    def again(self, a, to, times):
        a.rounds[a.at] = a.rounds.get(a.at, 0) + 1
        if a.rounds[a.at] < times:
            a.at = to


# --------------------------------------------------------------------------------------------------------- programs

def delay(rng):
    tenths = rng.choice([0, 1, 1, 2, 3, 3, 5, 6, 7, 9, 10, 12, 25])
    return Fraction(tenths, 10), rng.choice([f"{tenths / 10}", f"{tenths}*0.1", f"{tenths}/10.0", f"D[{tenths}]"])


def condition(rng, start, timed=True, dense=False):
    """Half of the times of conditions are those of the calendar but for rounding, and one with them (E221)."""
    kind = "time" if dense else rng.choice(["modulo", "least", "free", "nobody", "entries", "gone"] + ["time"] * timed)
    if kind == "modulo":
        m = rng.randint(2, 4)
        r = rng.randrange(m)
        return (kind, m, r), f"V MOD {m} = {r}"
    if kind == "time":
        twentieths = 2 * rng.randint(1, 20) if dense else rng.randint(2, 125)
        at, on = start + Fraction(twentieths, 20), f"{start}.0 + " if start else ""
        written = rng.choice([f"{float(at)}", f"{on}{twentieths}*0.05", f"{on}{twentieths}/20.0",
                              f"{on}0.05 + {twentieths - 1}*0.05"])
        turned = rng.choice([f"TIME >= {written}", f"{written} <= TIME", f"TIME - ({written}) >= 0.0",
                             f"TIME > {written}"])
        if rng.random() < 0.5:
            return (kind, at), turned
        r = rng.randrange(2)
        return (kind, at, r), f"({turned}) AND (V MOD 2 = {r})"
    n, f, g = rng.randint(1, 4), rng.choice(["F0", "F1"]), rng.choice(list(RESOURCES))
    return {"least": (("least", 4 * n), f"V >= {4 * n}"), "free": (("free", f), f"AVAILABLE ({f}) > 0"),
            "nobody": (("nobody", g), f"LENGTH ({g}) = 0"), "entries": (("entries", n), f"LENGTH (Q) >= {n}"),
            "gone": (("gone", n), f"NOT ALIVE (P{n})")}[kind]


class Body:
    """Statements, as steps for the simulation and as text."""

    ALWAYS = ["count", "gate", "interrupt", "activate", "destroy", "ask", "schedule", "cancel", "observe", "note_value",
              "insert", "remove"]
    WAITING = ["hold"] * 5 + ["facility"] * 8 + ["storage"] * 2 + ["pass", "wait", "wait", "wait", "passivate", "if",
                                                                   "count", "count", "interrupt"]

    def __init__(self, rng, own, event, start, dense):
        """dense: little but holds and waits for times, so that most of what happens meets something else."""
        self.rng, self.own, self.event, self.code, self.text = rng, own, event, [], []
        self.start, self.dense = start, dense
        if dense:
            self.ALWAYS, self.WAITING = ["count"], ["hold", "hold", "wait", "wait", "wait", "facility"]
        if not event:
            self.put(("me",), f"P{own} := SELF")
        first, lines = len(self.code), len(self.text)
        for place in range(rng.randint(1, 3 if event else 6)):
            self.statement(rng.choice(self.ALWAYS if event else self.ALWAYS + self.WAITING), place)
            if not event or rng.random() < 0.5:
                self.say(place)
        if not event and rng.random() < 0.7:
            times = rng.choice([2, 3, 10])
            self.text[lines:] = [f"FOR I := 1 TO {times} DO BEGIN", ";\n  ".join(self.text[lines:]), "END"]
            self.text[lines:] = ["\n  ".join(self.text[lines:])]
            self.code.append(("again", first, times))

    def put(self, step, text):
        self.code.append(step)
        self.text.append(text)

    def say(self, place):
        asked = "0:5, 0.0:20:9" if self.event else "INTERRUPTED:5, REMAINING:20:9"
        self.put(("say", place), f"WRITELN (ME, {place}, TIME:20:9, V:8, {asked})")

    def statement(self, kind, place):
        rng, other = self.rng, self.rng.randrange(PROCESSES)
        length, written = delay(rng)
        itself = other == self.own and not self.event
        if kind in ("interrupt", "activate", "destroy") and itself or (kind == "destroy" and rng.random() < 0.5):
            kind = "count"
        simple = {
            "count": (("count",), "V := V + 1"), "observe": (("observe",), "W := TIME - V"),
            "note_value": (("note_value",), "L := V MOD 7"), "insert": (("insert",), "R.A := V; INSERT R INTO Q"),
            "destroy": (("destroy", other), f"DESTROY P{other}"), "hold": (("hold", length), f"HOLD {written}"),
            "pass": (("take", "G0", 0, 0, False), "PASS G0"), "passivate": (("passivate",), "PASSIVATE"),
            "ask": (("ask", other), f"WRITELN (ME, $ alive$, TIME:20:9, (IF ALIVE (P{other}) THEN 1 ELSE 0):5, "
                                    f"(IF IDLE (P{other}) THEN 1 ELSE 0):5, 0.0:20:9)"),
        }
        if kind in simple:
            self.put(*simple[kind])
        elif kind == "gate":
            is_open = rng.random() < 0.5
            self.put((kind, is_open), "OPEN G0" if is_open else "CLOSE G0")
        elif kind == "interrupt":
            code = rng.choice([1, 2, -1])
            self.put((kind, other, code), f"INTERRUPT P{other} WITH {code}")
        elif kind == "activate":
            self.put((kind, other, length), f"ACTIVATE P{other} IN {written}")
        elif kind == "schedule":
            event, priority = rng.randrange(EVENTS), rng.randint(0, 3)
            self.put((kind, event, length, priority), f"SCHEDULE E{event} IN {written} PRIORITY {priority}")
        elif kind == "cancel":
            event = rng.randrange(EVENTS)
            self.put((kind, event), f"CANCEL E{event}")
        elif kind == "remove":
            at = rng.choice([0, -1])
            self.put((kind, at), f"REMOVE R FROM Q{' LAST' if at else ''}; IF NOT FOUND THEN R.A := -1; "
                                 f"WRITELN (ME, $ taken$, TIME:20:9, R.A:5, LENGTH (Q):5, 0.0:20:9)")
        elif kind == "wait":
            meant, text = condition(rng, self.start, True, self.dense)
            self.put((kind, meant), f"WAIT UNTIL {text}")
        elif kind == "if":
            meant, text = condition(rng, self.start, False)
            self.code += [("unless", meant, len(self.code) + 2), ("hold", length)]
            self.text.append(f"IF {text} THEN HOLD {written}")
        else:
            self.use(kind, place, length, written)

    def use(self, kind, place, length, written):
        rng, priority = self.rng, self.rng.randint(0, 3)
        name, units = ("S0", rng.randint(1, 2)) if kind == "storage" else (rng.choice(["F0", "F1"]), 1)
        preempts = kind == "facility" and rng.random() < 0.5
        verb = f"ENTER {name}, {units}" if kind == "storage" else f"{'PREEMPT' if preempts else 'SEIZE'} {name}"
        outer, self.text = self.text, []
        self.code.append(("take", name, priority, units, preempts))
        guard = len(self.code)
        self.code.append(None)
        if rng.random() < 0.4:
            meant, text = condition(rng, self.start)
            self.put(("wait", meant), f"WAIT UNTIL {text}")
        else:
            self.put(("hold", length), f"HOLD {written}")
        if kind == "storage":
            self.put(("leave", name, units), f"LEAVE {name}, {units}")
        else:
            self.put(("release", name), f"RELEASE {name}")
        self.say(100 + place)
        self.code[guard] = ("unless_interrupted", len(self.code))
        inner, self.text = "; ".join(self.text), outer
        self.text.append(f"{verb} PRIORITY {priority}; IF NOT INTERRUPTED THEN BEGIN {inner} END")


def program(capacities, bodies, events, created, start, beside):
    figures = "; ".join(f"WRITELN (${n} $, MEANWAIT ({n}):20:9, MEANQUEUE ({n}):20:9, "
                        f"{'0.0' if kind == 'gate' else f'UTIL ({n})'}:20:9)" for n, kind in RESOURCES.items())
    limits = "; ".join(f"LEAST{n} = V >= {n}" for n in (4, 8, 12, 16))
    lines = ["PROGRAM TURNS;", "TYPE REC = RECORD INTEGER A END;",
             "VAR " + " ".join(f"{kind.upper()} {n}{f' ({capacities[n]})' if n in capacities else ''};"
                               for n, kind in RESOURCES.items()),
             "  INTEGER V; REAL D[0..25]; SETFILE Q OF REC; REC R; COLLECT W; TIMEPERS L;"
             + " STATE X; ALGEBR Y; LOGIC LEAST4, LEAST8, LEAST12, LEAST16;" * beside,
             "  TEVENT " + ", ".join(f"E{k}" for k in range(EVENTS)) + "; PROCESS "
             + ", ".join(f"C{k}" for k in range(PROCESSES)) + ";",
             "  " + " ".join(f"C{k} P{k};" for k in range(PROCESSES)),
             f"MONITOR SIMULATE FROM {start}.0 TO {start + SPAN}.0 COMINT = 10.0 END;",
             "SYSTEM INITIAL V := 0; FOR I := 0 TO 25 DO D[I] := 0.1*I;"]
    lines += [f"  CREATE C{k} ({k}) IN {text} PRIORITY {p};" for k, (_, text, p) in enumerate(created)]
    lines += ["END;", f"CONTINUOUS X' = COS (TIME); Y = 1.0*V; {limits} END;" * beside, "DISCRETE EVENTS"]
    lines += [f"E{k}: " + ";\n  ".join(e.text).replace("(ME,", f"({90 + k},") + " END;" for k, e in enumerate(events)]
    lines += ["END; PROCESSES"]
    lines += [f"PROCESS C{k} (INTEGER ME);\nBEGIN\n  " + ";\n  ".join(b.text) + f"\nEND C{k};"
              for k, b in enumerate(bodies)]
    if beside:                  # what equations make of V is what statements do
        lines = [re.sub(r"\bV >= (4|8|12|16)\b", r"LEAST\1", line).replace(" V:8,", " Y:8:0,")
                 if line.startswith(("PROCESS C", "E0:", "E1:")) else line for line in lines]
    lines += ["END END;", "TERMINAL WRITELN ($W $, COUNT (W):20, TOTAL (W):20:9, 0.0:20:9); "
              "WRITELN ($L $, TOTAL (L):20:9, 0.0:20:9, 0.0:20:9);", figures, "END", "END", "END.", ""]
    return "\n".join(lines)


def wanted_figures(s):
    s.total += s.value * (s.stop - s.since)
    rows = [("W", len(s.observed), sum(s.observed), 0), ("L", s.total, 0, 0)]
    for name, pool in s.pools.items():
        pool.note(Fraction(s.stop))
        rows.append((name, pool.waited / pool.entries if pool.entries else 0, pool.queue_time / SPAN,
                     0 if pool.kind == "gate" else pool.content_time / SPAN / pool.capacity))
    return rows


def is_same(got, wanted, start):
    """One line: names as they are, numbers to the last digit that is written, or that times have."""
    if got is None or wanted is None or len(got) != len(wanted):
        return False
    return all(g == w if isinstance(w, str) else abs(float(g) - float(w)) < 3e-9 + 1e-15 * (abs(w) + 10 * abs(start))
               for g, w in zip(got, wanted))


def difference(saltus, text, wanted, start):
    """None: the program does as it should."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "turns.cosy")
        with open(path, "w") as out:
            out.write(text)
        said = subprocess.run([saltus, "run", path, "--json"], capture_output=True, text=True, timeout=1800, cwd=folder)
    try:
        j = json.loads(said.stdout)
    except json.JSONDecodeError:
        return said.stdout + said.stderr
    errors = [m for m in j["messages"] if m["severity"] == "error"]
    got = [line.split() for line in j["output"].splitlines()]
    if errors and errors[0]["code"] == "R0512":         # they wait for each other, and it is told
        wanted = wanted[:len(got)]
    elif errors:
        return errors[0]
    for k, (g, w) in enumerate(itertools.zip_longest(got, wanted)):
        if not is_same(g, w, start):
            return f"line {k + 1}: {g}, wanted {w and [str(x) for x in w]}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--seed", type=int, default=1979)
    parser.add_argument("--count", type=int, default=150)
    args = parser.parse_args()
    print(f"seed {args.seed}")
    wrong = lines = 0
    for number in range(args.count):
        rng = random.Random(1000 * args.seed + number)
        capacities = {"F0": rng.randint(1, 2), "F1": 1, "S0": rng.randint(2, 3)}
        start = rng.choice(STARTS)
        bodies = [Body(rng, k, False, start, number % 3 == 0) for k in range(PROCESSES)]
        events = [Body(rng, k, True, start, False) for k in range(EVENTS)]
        created = [(*delay(rng), rng.randint(0, 3)) for _ in range(PROCESSES)]
        s = Simulation(capacities, bodies, [e.code for e in events], start)
        for k, (after, _, priority) in enumerate(created):
            a = Activity(bodies[k].code, k)
            a.priority = priority
            s.plan(a, start + after)
        if not s.go():
            continue
        wanted = [tuple(x if isinstance(x, Fraction) else str(x) for x in row) for row in s.log] + wanted_figures(s)
        for beside in (False, True):
            text = program(capacities, bodies, events, created, start, beside)
            there = difference(os.path.abspath(args.saltus), text, wanted, start)
            lines += len(wanted)
            if there:
                wrong += 1
                print(f"program {number}{', with a state beside it' * beside}: {there}\n{text}")
    print(f"{wrong} of the generated programs went wrong; {lines} lines compared")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
