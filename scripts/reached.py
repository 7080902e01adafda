"""Which tests execute which lines of the sources: what scripts/mutate chooses tests by.

The sources are built once more, with a call at the beginning of every run of statements that is entered and left as a
whole (gcc's -fsanitize-coverage=trace-pc). What is called (tests/programs/reach.c) marks the place in a file. Each test
has a file of its own, which all its processes share. A line is reached by a test if one of the places that belong to it
is marked. What a test reaches is kept until the program or the test changes.
"""
import bisect
import collections
import difflib
import os
import pickle
import re
import shutil
import subprocess
import time

HOOK = "__sanitizer_cov_trace_pc"
CALL = 5             # bytes of a call: a mark has the address behind it


def symbols(program):
    """(address, size, name) of all functions, by address."""
    told = subprocess.run(["nm", "-nS", "--defined-only", program], capture_output=True, text=True, check=True).stdout
    return [(int(a, 16), int(size, 16), name)
            for a, size, name in re.findall(r"^(\w+) (\w+) [tT] (\S+)$", told, re.M)]


def paths_of(sources):
    """Names of files of src/ are unique (tests/layers.py): what a compiler says of a path does not matter."""
    return {name: os.path.relpath(os.path.join(folder, name), sources)
            for folder, _, names in os.walk(os.path.join(sources, "src")) for name in names}


class Places:
    """The places of a program that are marked, and the lines that belong to each."""

    def __init__(self, program, sources):
        code = subprocess.run(["objdump", "-d", "--no-show-raw-insn", program], capture_output=True, text=True,
                              check=True).stdout
        self.at = sorted(int(a, 16) + CALL for a in re.findall(r"^ *([0-9a-f]+):\tcall.* <%s>" % HOOK, code, re.M))
        self.by_function = {}
        functions = symbols(program)
        starts = [f[0] for f in functions]
        for i, address in enumerate(self.at):
            k = bisect.bisect_right(starts, address) - 1
            self.by_function.setdefault((functions[k][2], functions[k][1]), {}).setdefault(
                address - starts[k], []).append(i)
        self.lines = collections.defaultdict(set)        # (path, line) -> places
        rows = subprocess.run(["objdump", "--dwarf=decodedline", "-WL", program], capture_output=True, text=True,
                              check=True).stdout
        name, last, paths = None, None, paths_of(sources)
        for row in rows.split("\n"):
            if row.endswith(":"):
                name, last = paths.get(os.path.basename(row[:-1])), None
                continue
            m = re.search(r" +(\d+) +0x([0-9a-f]+)", row)
            if not m or not name:
                continue
            line, address = int(m.group(1)), int(m.group(2), 16)
            i = bisect.bisect_right(self.at, address + CALL) - 1
            self.lines[name, line].add(i)
            if last and last[0] <= i <= last[0] + 50:    # places inside of the line before
                self.lines[name, last[1]].update(range(last[0], i))
            last = (i, line)

    def marked(self, program, file):
        """A bit for each place, from the marks of a program that has the same functions, at other addresses
        perhaps."""
        with open(file, "rb") as f:
            data = f.read()
        bits = bytearray(len(self.at) // 8 + 1)
        functions = symbols(program) if program else []
        starts = [f[0] for f in functions]
        quarter = {a >> 2: i for i, a in enumerate(self.at)} if not program else None
        for m in re.finditer(b"\x01", data):
            if quarter is not None:
                found = [quarter[m.start()]] if m.start() in quarter else []
            else:
                address = m.start() * 4
                k = bisect.bisect_right(starts, address + 3) - 1
                inside = self.by_function.get((functions[k][2], functions[k][1]), {}) if k >= 0 else {}
                found = [i for d in range(4) for i in inside.get(address + d - starts[k], [])]
            for i in found:
                bits[i >> 3] |= 1 << (i & 7)
        return bytes(bits)

    def reach(self, bits, path, first, last=None):
        return any(bits[i >> 3] >> (i & 7) & 1 for line in range(first, (last or first) + 1)
                   for i in self.lines.get((path, line), ()))


class Table:
    """All tests, with the places that each of them reaches and the seconds that it takes."""

    def __init__(self, places, sources):
        self.places, self.tests = places, {}           # (kind, name) -> bits, seconds
        self.texts = {}
        for path in {path for path, _ in places.lines}:
            with open(os.path.join(sources, path)) as f:
                self.texts[path] = f.read().split("\n")

    def old_line(self, root, path, line):
        """The number that a line had when the tests were measured."""
        with open(os.path.join(root, path)) as f:
            now = f.read().split("\n")
        was = self.texts.get(path, [])
        if was == now:
            return line
        for tag, a, b, c, d in difflib.SequenceMatcher(None, was, now, False).get_opcodes():
            if c <= line - 1 < d:
                return a + line - c if tag == "equal" else a + 1
        return line

    def reaching(self, root, path, lines):
        """(kind, name, seconds) of the tests that reach one of the lines. A line that no place belongs to, because the
        compiler has moved it, counts with those before it. Of a file without any place, which is new or leaves as
        text, nothing is known: unit tests of its layer count, and scripts that have a part of its path in their
        names, or else all scripts."""
        found = set()
        if path not in self.texts:
            words = [w for w in re.split(r"[/_.]", path)[1:-1] if len(w) > 2] + [{"fmi": "fmu"}.get(path.split("/")[1])]
            scripts = {key for key in self.tests if key[0] == "scripts"}
            near = {key for key in scripts if any(w and w in key[1] for w in words)}
            found.update(near or scripts)
            found.update(key for key in self.tests if key[1].startswith("test_%s_" % path.split("/")[1]))
        for line in (self.old_line(root, path, n) for n in lines):
            while line > 0 and (path, line) not in self.places.lines:
                line -= 1
            found.update(key for key, (bits, _) in self.tests.items() if self.places.reach(bits, path, line))
        return [(kind, name, self.tests[kind, name][1]) for kind, name in sorted(found)]


def load(name):
    with open(name, "rb") as f:
        return pickle.load(f)


def save(name, what):
    with open(name + ".new", "wb") as f:
        pickle.dump(what, f)
    os.replace(name + ".new", name)


class Measure:
    """Builds the programs with marks, runs all tests, and reads what they have reached."""

    def __init__(self, folder, root, jobs, run):
        self.root, self.jobs, self.run = root, jobs, run
        self.build, self.marks = os.path.join(folder, "reach"), os.path.join(folder, "marks")
        self.seconds = {}

    def make(self, programs):
        os.makedirs(self.build, exist_ok=True)
        hook = os.path.join(self.build, "reach.o")
        subprocess.run(["gcc", "-O2", "-fPIC", "-D_GNU_SOURCE", "-c", "-o", hook,
                        os.path.join(self.root, "tests", "programs", "reach.c")], check=True)
        subprocess.run(["cmake", "-S", self.root, "-B", self.build, "-DSALTUS_WERROR=OFF",
                        "-DCMAKE_C_FLAGS=-fsanitize-coverage=trace-pc", f"-DCMAKE_EXE_LINKER_FLAGS={hook}"], check=True,
                       stdout=subprocess.DEVNULL)
        subprocess.run(["cmake", "--build", self.build, f"-j{self.jobs}", "--target"] + programs, check=True,
                       stdout=subprocess.DEVNULL)

    def test(self, kind, name, command, limit):
        """Runs one test; what fails without a fault, or takes longer, finds no faults."""
        began = time.time()
        status, out = self.run(command, limit, cwd=self.build,
                               env={**os.environ, "REACH_FOLDER": self.marks, "SALTUS_SEED": "1",
                                    "SALTUS_TEST": f"{kind}/{name}"})
        if status == 0:
            self.seconds[kind, name] = time.time() - began
        else:
            print(f"{kind} {name} fails already, or takes longer than {limit} s: left out", flush=True)
        return out

    def all(self, units, scripts, limit):
        shutil.rmtree(self.marks, ignore_errors=True)
        os.makedirs(self.marks)
        saltus = os.path.join(self.build, "saltus")
        script = [os.path.join(self.root, "tests", name) for name in ("models.py", "wrong.py")]
        told = self.test("all", "models", ["python3", script[0], "--saltus", saltus, "--few", "1", "-v"], 7200)
        for path, seconds in re.findall(r"^ok   (\S+): .* ([0-9.]+) s$", told, re.M):
            self.seconds["models", path] = float(seconds)
        self.test("all", "wrong", ["python3", script[1], "--saltus", saltus], 7200)
        for unit in units:
            self.test("units", unit, [os.path.join(self.build, unit)], limit)
        for name, setting in scripts:
            self.test("scripts", name, ["env", f"SALTUS={saltus}", f"SOURCE={self.root}", f"BUILD={self.build}",
                                        setting, "bash", os.path.join(self.root, "tests", name + ".sh")], limit)

    def read(self):
        table = Table(Places(os.path.join(self.build, "saltus"), self.root), self.root)
        for file in sorted(os.listdir(self.marks)):
            program, label = file.split("@", 1)
            kind, _, name = label.replace("!", "/").partition("/")
            if kind == "tests":             # a model or a wrong input, by its path
                kind, name = name.split("/")[0], f"tests/{name}"
            if kind != "wrong" and (kind, name) not in self.seconds:
                continue
            bits = table.places.marked(None if program == "saltus" else os.path.join(self.build, program),
                                       os.path.join(self.marks, file))
            before = table.tests.get((kind, name), (bytes(len(bits)), 0))[0]
            table.tests[kind, name] = (bytes(a | b for a, b in zip(before, bits)),
                                       self.seconds.get((kind, name), 0.1))
        return table


def measure(folder, root, jobs, programs, units, scripts, limit, run):
    """Of all tests; an hour or less. The table is kept: lines that move are followed (Table.old_line)."""
    m = Measure(folder, root, jobs, run)
    print("what the tests reach is measured, once", flush=True)
    m.make(programs + units)
    m.all(units, scripts, limit)
    found = m.read()
    save(os.path.join(folder, "reached"), found)
    shutil.rmtree(m.marks)
    return found
