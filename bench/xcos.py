#!/usr/bin/env python3
"""Diagrams of Xcos in Saltus and in Scilab, compared.

    bench/xcos.py FOLDER ...               all .zcos files below these folders, of an installed Scilab 6.1 for example
    bench/xcos.py --kept DIR FOLDER ...    recordings of Scilab are kept in DIR, and taken from there the next time
    bench/xcos.py --table FOLDER ...       a line of a table for each diagram that does not agree
    bench/xcos.py --times FOLDER ...       compares the times of the integrations too

Scilab simulates each diagram without windows; every sink becomes a recorder of what it sees, and the final continuous
states are written. Saltus runs the same file. A diagram agrees if every sample of every sink lies within 1e-3 of the
signal's range of what Saltus gives at that time, or between its values on both sides of an event at that time, and
where there are no sinks if the final states agree. At event scopes the times of events are compared. What differs is
compared once more with small tolerances, and short steps, on both sides. Diagrams that Scilab does not simulate count
for nothing.
"""
import argparse
import bisect
import collections
import concurrent.futures
import csv
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

RECORDER = r"""
mode(-1); lines(0);
function block = rec(block, flag)
  if block.nin == 0 then
    if flag == 2 then global FD; mfprintf(FD, "E %d %.17g\n", curblock(), scicos_time()); end
  elseif flag == 1 | flag == 2 then
    v = []; for k = 1:block.nin, v = [v, double(matrix(real(block.inptr(k)), 1, -1))]; end
    global FD; mfprintf(FD, "R %d %d %.17g", curblock(), flag, scicos_time());
    mfprintf(FD, " %.17g", v(:)); mfprintf(FD, "\n");
  end
endfunction
function o = at(scs, p)
  o = scs.objs(p(1)); for i = 2:size(p, "*"), o = o.model.rpar.objs(p(i)); end
endfunction
function record(f, to)
  importXcosDiagram(f);
  scs_m.props.tol(5) = 0;
  Info = scicos_simulate(scs_m, list(), struct(), "nw");
  c = Info(2); s0 = Info(6); tol = scs_m.props.tol; tf = scs_m.props.tf;
  if size(c.state.x, "*") > c.sim.xptr($) - 1 & tol(6) < 100 then tol(6) = 100; end
  if TIGHT > 0 then tol(1) = min(tol(1), 1e-10); tol(2) = min(tol(2), 1e-9); end
  if TIGHT == 1 then tol(7) = tf/20000; end
  plain = c;
  fd = mopen(to, "wt"); global FD; FD = fd;
  for i = 1:length(c.sim.funs)
    p = c.corinv(i); u = ""; fn = c.sim.funs(i); sink = %f;
    if type(p) == 1 then try o = at(scs_m, p); u = o.model.uid; end; end
    if type(u) <> 10 | u == [] then u = ""; end
    if type(fn) == 10 then
      if or(fn(1) == ["trash" "tows_c" "affich2"]) then
        c.sim.funs(i) = rec; c.sim.funtyp(i) = 5; sink = %t; end, end
    mfprintf(fd, "B %d %d %s\n", i, bool2s(sink), u);
  end
  [s, t] = scicosim(s0, 0, tf, c.sim, "start", tol);
  [s, t] = scicosim(s, 0, tf, c.sim, "run", tol);
  for i = 1:length(c.sim.funs)
    a = c.sim.xptr(i); b = c.sim.xptr(i + 1) - 1;
    if b >= a then mfprintf(fd, "X %d", i); mfprintf(fd, " %.17g", s.x(a:b)); mfprintf(fd, "\n"); end
  end
  try [s, t] = scicosim(s, t, tf, c.sim, "finish", tol); end
  [s, t] = scicosim(s0, 0, tf, plain.sim, "start", tol);
  timer(); [s, t] = scicosim(s, 0, tf, plain.sim, "run", tol); w = timer();
  mfprintf(fd, "W %.6f\nOK\n", w); mclose(fd);
  try [s, t] = scicosim(s, t, tf, plain.sim, "finish", tol); end
endfunction
function note(x)
  fd = mopen("LOG", "at"); mfprintf(fd, "%s\n", x); mclose(fd);
endfunction
loadXcosLibs();
todo = mgetl("TODO");
for k = 1:2:size(todo, "*")
  note("START " + todo(k + 1));
  try record(todo(k), todo(k + 1)); catch mclose("all"); end
end
note("END");
exit
"""


MANY, NUMBERS = 1000, 200000        # samples of a sink that are compared, and numbers in them


def call(command, seconds):
    """What a command writes; nothing if it takes too long."""
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=seconds,
                              env=dict({"SCI": "/usr/share/scilab"}, **os.environ)).stdout
    except subprocess.TimeoutExpired:
        return b""


def integration(saltus, diagram):
    """Seconds of the processor for the integration alone, without anything recorded: the part of the time of the whole
    command that the integration takes of its wall clock. The best of three."""
    best = float("inf")
    for _ in range(3):
        began, before = time.time(), os.times()
        told = json.loads(call([saltus, "run", diagram, "--json", "--timeout", "30"], 60) or b"{}")
        wall, after = time.time() - began, os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
        best = min(best, told.get("wall", {}).get("simulate", float("inf")) * min(1, used / wall))
        if best > 2:
            break
    return best


def recordings(files, kept, tight=0):
    """Has Scilab record what is not recorded yet, with small tolerances if tight is 2, and also with short steps if it
    is 1. A diagram that hangs is given up after 45 seconds (tight: 120)."""
    os.makedirs(kept, exist_ok=True)
    kind, patience = (f".tight{tight}", 120) if tight else (".txt", 45)
    where = {f: os.path.join(kept, hashlib.sha1(f.encode()).hexdigest()[:16] + kind) for f in files}
    tried = os.path.join(kept, "tried")
    done = set(open(tried).read().split("\n")) if os.path.exists(tried) else set()
    while True:
        todo = [f for f in files if where[f] not in done]
        if not todo:
            return where
        with tempfile.TemporaryDirectory() as box:
            log = os.path.join(box, "log")
            open(log, "w").close()
            with open(os.path.join(box, "todo"), "w") as out:
                out.write("".join(f"{f}\n{where[f]}\n" for f in todo))
            script = RECORDER.replace("LOG", log).replace("TODO", os.path.join(box, "todo"))
            script = script.replace("TIGHT", str(tight))
            with open(os.path.join(box, "run.sce"), "w") as out:
                out.write(script)
            run = subprocess.Popen(["xvfb-run", "-a", "scilab-adv-cli", "-nb", "-f", os.path.join(box, "run.sce")],
                                   cwd=box,
                                   env=dict(os.environ, HOME=box), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True)
            seen, since = 0, time.time()
            while run.poll() is None and time.time() - since < patience:
                time.sleep(1)
                if os.path.getsize(log) != seen:
                    seen, since = os.path.getsize(log), time.time()
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)
                run.wait()
            started = [line[6:] for line in open(log).read().split("\n") if line.startswith("START ")]
        if not started:
            sys.exit("Scilab does not run: scilab-adv-cli and xvfb-run of Debian's packages scilab and xvfb are needed")
        done |= set(started)
        with open(tried, "a") as out:
            out.write("".join(s + "\n" for s in started))


class Recording:
    def __init__(self, path):
        self.ids, self.sinks, self.rows, self.states = {}, set(), collections.defaultdict(list), {}
        self.good, self.wall, self.events = False, 0, collections.defaultdict(list)
        for line in open(path, errors="replace") if os.path.exists(path) else []:
            w = line.split()
            if len(w) < 2 and w != ["OK"] or w[0] == "R" and len(w) < 4:
                continue
            if w[0] == "B":
                self.ids[int(w[1])] = w[3] if len(w) > 3 else ""
                if w[2] == "1":
                    self.sinks.add(int(w[1]))
            elif w[0] == "R" and len(self.rows[int(w[1])]) < min(MANY, max(20, NUMBERS//len(w))):
                self.rows[int(w[1])].append((int(w[2]), float(w[3]), [float(x) for x in w[4:]]))
            elif w[0] == "E" and float(w[2]) not in self.events[int(w[1])][-1:] and len(self.events[int(w[1])]) < MANY:
                self.events[int(w[1])].append(float(w[2]))
            elif w[0] == "X":
                self.states[int(w[1])] = [float(x) for x in w[2:]]
            elif w[0] == "W":
                self.wall = float(w[1])
            elif w[0] == "OK":
                self.good = True

    def samples(self, sink):
        """(time, values), of flag 2 if there are some; of several at one time the last."""
        rows = self.rows[sink]
        events = [r for r in rows if r[0] == 2]
        last = collections.OrderedDict()
        for _, t, v in events or rows:
            last[t] = v
        return list(last.items()), bool(events)


def paths(text):
    """Identifiers of blocks in a converted diagram, with the names of their components."""
    found, stack, classes, name = {}, [], {}, None
    for line in text.split("\n"):
        w = line.strip()
        m = re.match(r"model (\w+)", w)
        if m:
            stack.append(m.group(1))
            continue
        if re.match(r"end \w+;", w) and stack and w == f"end {stack[-1]};":
            stack.pop()
            continue
        m = re.match(r"(?:[\w.]+) (\w+)(?:\(.*\))? \"[^\"]*\"$", w)
        if m:
            name = m.group(1)
        m = re.search(r'__Xcos\(id="([^"]*)"\)', w)
        if m and name:
            found[m.group(1)] = ".".join([s[3:] for s in stack[1:]] + [name])
            name = None
    return found


def columns_of(header, base):
    """Columns base[i,j], column by column of the matrix; of complex numbers the real parts, which were recorded."""
    found = []
    for k, h in enumerate(header):
        m = re.fullmatch(re.escape(base) + r"\[(\d+),(\d+)\](\.re)?", h)
        if m:
            found.append((int(m.group(2)), int(m.group(1)), k))
    return [k for _, _, k in sorted(found)]


def value_at(times, rows, k, t, eps):
    """All values of column k in the rows at this time; else the one between the rows around it."""
    a, b = bisect.bisect_left(times, t - eps), bisect.bisect_right(times, t + eps)
    if a < b:
        return [rows[i][k] for i in range(a, b)]
    if a == 0 or a >= len(times):
        return [rows[min(a, len(rows) - 1)][k]]
    s = (t - times[a - 1]) / (times[a] - times[a - 1])
    return [rows[a - 1][k] + s * (rows[a][k] - rows[a - 1][k])]


def worst(recording, sink, header, times, rows, path):
    """The largest deviation in parts of the signal's range, and where; None: there is nothing to compare."""
    samples, events = recording.samples(sink)
    if not samples:
        return None, ""
    n = len(samples[0][1])
    seen, held = columns_of(header, path + ".u"), columns_of(header, path + ".sample")
    if len(seen) != n:
        return float("inf"), f"{path}.u has {len(seen)} elements, in Scilab {n}"
    result, where = 0.0, ""
    for c in range(n):
        range_of = max(abs(v[c]) for _, v in samples) or 1.0
        for t, v in samples:
            if t > times[-1] + 1e-9:
                continue
            eps = 1e-9 * (1 + abs(t))
            values = value_at(times, rows, seen[c], t, eps)
            if events and held:
                values = values + value_at(times, rows, held[c], t, eps)[-1:]
            low, high = min(values), max(values)
            d = max(low - v[c], v[c] - high, 0) / range_of
            if not d <= result:
                result, where = d, f"{path}.u, element {c + 1}, at {t:g}: {values[-1]:.6g}, Scilab {v[c]:.6g}"
    return result, where


def run(saltus, diagram, options):
    """Status, what it says, and the seconds of the integration."""
    try:
        told = json.loads(call([saltus, "run", diagram, "--json", "--timeout", "20"] + options, 40))
    except ValueError:
        return "fails", "no answer in 40 s", 0
    if told.get("status") not in ("done", "terminated"):
        errors = [m for m in told.get("messages", []) if m["severity"] == "error"]
        return "fails", f"{errors[0]['code']}: {errors[0]['text']}" if errors else str(told.get("status")), 0
    return "done", "", told["wall"]["simulate"]


def table_of(path):
    table = list(csv.reader(open(path)))
    return table[0], [[float(x) if x not in ("true", "false") else float(x == "true") for x in r] for r in table[1:]]


def events_of(recording, sink, header, times, rows, path, last):
    """The largest deviation of the times of events at an event scope; infinite if there are not as many."""
    count = [k for k, h in enumerate(header) if h.startswith(path + ".count[")]
    wanted, own, before = recording.events[sink], [], [0]*len(count)
    for t, row in zip(times, rows):
        now = [row[k] for k in count]
        if now != before and t not in own[-1:] and t <= last*(1 + 1e-9):
            own.append(t)
        before = now
    if len(own) != len(wanted):
        return float("inf"), f"{path}: {len(own)} times of events, in Scilab {len(wanted)}"
    return max(abs(a - b)/(1 + abs(b)) for a, b in zip(own, wanted)), path


def compare(saltus, diagram, recording, more=()):
    with tempfile.TemporaryDirectory() as box:
        out = os.path.join(box, "r.csv")
        text = call([saltus, "convert", diagram], 60).decode()
        names = paths(text)
        wanted = {s: names[recording.ids[s]] for s in recording.sinks if recording.ids.get(s) in names}
        counting = set(re.findall(r"Sinks\.EventScope (\w+)", text))     # of a scope that floats nothing is counted
        wanted = {s: p for s, p in wanted.items() if not recording.events[s] or p.split(".")[-1] in counting}
        looks = [p + x for s, p in wanted.items() for x in ((".count",) if recording.events[s] else (".u*", ".sample"))
                 if recording.events[s] or recording.rows[s]]
        options = ["--vars", ",".join(looks), "-o", out] if looks else []
        last = max([r[1] for s in recording.sinks for r in recording.rows[s]] +
                   [t for s in recording.sinks for t in recording.events[s]], default=None)
        if last:                       # of very long runs only the beginning was kept
            options += ["--stop", repr(last + 1e-7*(1 + last))]
        status, said, simulate = run(saltus, diagram, options + list(more))
        if status != "done":
            return status, said, 0
        header, rows = table_of(out) if looks else (["time"], [[last or 0.0]])
        times = [r[0] for r in rows]
        found = [events_of(recording, s, header, times, rows, path, last) if recording.events[s] else
                 worst(recording, s, header, times, rows, path) for s, path in wanted.items()]
        found = [f for f in found if f[0] is not None]
        if last and times[-1] < last - 1e-6*(1 + last):
            return "differs", f"the run ends at {times[-1]:g}, in Scilab at {last:g}", 0
        if not found:
            found = [(final_states(saltus, diagram, recording, names), "final states")]
        if found[0][0] is None:
            return "agrees", "nothing to compare", simulate
        deviation, where = max(found, key=lambda f: f[0])
        return ("agrees" if deviation <= 1e-3 else "differs"), f"{deviation:.1e}: {where}", simulate


def is_whole(path):
    """Did Scilab come to the end of this one?"""
    return os.path.exists(path) and subprocess.run(["grep", "-q", "^OK$", path]).returncode == 0


def safely(saltus, diagram, path, more=()):
    recording = Recording(path)
    try:
        return recording.wall, compare(saltus, diagram, recording, more)
    except (ValueError, IndexError, OSError) as error:
        return recording.wall, ("fails", f"cannot be compared: {error}", 0)


def final_states(saltus, diagram, recording, names):
    told = json.loads(call([saltus, "run", diagram, "--json", "--timeout", "20"], 40) or b"{}")
    final, deviation = told.get("final", {}), None
    for b, states in recording.states.items():
        path = names.get(recording.ids.get(b))
        own = [v for k, v in final.items() if path and re.fullmatch(re.escape(path) + r"\.x\[[\d,]+\]", k)]
        if len(own) == len(states):
            largest = max(max(abs(x) for x in states), 1e-6)
            deviation = max(deviation or 0, max(abs(x - y) for x, y in zip(sorted(own), sorted(states))) / largest)
    return deviation


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folders", nargs="+", metavar="FOLDER")
    options.add_argument("--saltus", default=os.path.join(os.path.dirname(__file__), "../build/saltus"))
    options.add_argument("--kept", metavar="DIR")
    options.add_argument("--table", action="store_true")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--times", action="store_true", help="compare the times of the integrations")
    options.add_argument("--only", metavar="REGEX", default="", help="diagrams whose path has this in it")
    o = options.parse_args()
    files = sorted(os.path.join(folder, n) for top in o.folders for folder, _, names in os.walk(top) for n in names
                   if n.endswith((".zcos", ".xcos")) and re.search(o.only, os.path.join(folder, n)))
    with tempfile.TemporaryDirectory() as box:
        kept = o.kept or box
        where = recordings(files, kept)
        known = [f for f in files if is_whole(where[f])]
        with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
            results = {f: said for f, said in zip(known, pool.map(lambda f: safely(o.saltus, f, where[f]), known))}
        tight = second_look(o, known, results, kept)
    for f, (_, said) in sorted(results.items()):
        if said[0] != "agrees":
            print(f"| {os.path.basename(f)} | {said[0]} | {said[1]} |" if o.table else f"{said[0]} {f}: {said[1]}")
    count = collections.Counter(said[0] for _, said in results.values())
    nothing = sum(said[1] == "nothing to compare" for _, said in results.values())
    print(f"{len(files)} diagrams, {len(known)} simulated by Scilab: {count['agrees']} agree ({tight} of them with "
          f"small tolerances on both sides, {nothing} run and have nothing to compare), {count['differs']} differ, "
          f"{count['fails']} fail")
    if o.times:
        same = [f for f in known if results[f][1][0] == "agrees"]
        own = {f: integration(o.saltus, f) for f in same}
        print(f"integration of those that agree, seconds of the processor: Scilab "
              f"{sum(results[f][0] for f in same):.2f}, Saltus {sum(own.values()):.2f}")


def second_look(o, known, results, kept):
    """What differs is compared again, with small tolerances on both sides; how many of them agree then."""
    found = 0
    for tight in (1, 2):
        todo = [f for f in known if results[f][1][0] == "differs"]
        where = recordings(todo, kept, tight)
        for f in todo:
            again = safely(o.saltus, f, where[f], ["--tol", "1e-10"]) if is_whole(where[f]) else None
            if again and again[1][0] == "agrees" and again[1][1] != "nothing to compare":
                results[f] = (results[f][0], again[1])
                found += 1
    return found


if __name__ == "__main__":
    main()
