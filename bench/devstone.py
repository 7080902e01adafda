#!/usr/bin/env python3
"""DEVStone: LI, HI, HO and HOmod of some width and depth, without work in the transitions, one event injected.

    bench/devstone.py [--saltus build/saltus] [KIND WIDTH DEPTH ...]

The models are written here as Modelica, run, and timed by `--json`; transitions are counted by the atomics and compared
with the formulas: internal ones are (w - 1)(d - 1) + 1 of LI, w (w - 1)/2 (d - 1) + 1 of HI and HO. What is printed:
seconds of the simulation alone, millions of internal transitions a second, and seconds of the whole process."""
import argparse
import json
import os
import subprocess
import tempfile
import time

HEAD = """package Stone
connector In = input Integer annotation(__Saltus(message = true));
connector Out = output Integer annotation(__Saltus(message = true));
block Atomic
  In i;
  Out o;
external "C" stone_atomic() annotation(Include = "
#include <saltus_block.h>
#include <math.h>
static long stone_internal, stone_external;
void stone_atomic(saltus_block *b, saltus_call call)
{
    switch (call) {
    case SALTUS_SEND: saltus_send_int(b, 1, 0); return;
    case SALTUS_INTERNAL: stone_internal++; saltus_advance(b, INFINITY); return;
    case SALTUS_EXTERNAL: stone_external++; saltus_advance(b, 0); return;
    case SALTUS_START: saltus_advance(b, INFINITY); return;
    default: return;
    }
}
void stone_seed(saltus_block *b, saltus_call call)
{
    switch (call) {
    case SALTUS_START: saltus_advance(b, 0); return;
    case SALTUS_SEND: saltus_send_int(b, 1, 0); return;
    case SALTUS_INTERNAL: saltus_advance(b, INFINITY); return;
    case SALTUS_TERMINATE: saltus_message(b, \\"counted %ld %ld\\", stone_internal, stone_external); return;
    default: return;
    }
}");
  annotation(__Saltus(devs = "atomic"));
end Atomic;
block Seed
  Out o;
external "C" stone_seed();
  annotation(__Saltus(devs = "atomic"));
end Seed;
"""


def level(kind, k, w):
    two = kind in ("HO", "HOmod")
    text = f"model L{k}\n  In i{', i2' if two else ''};\n  Out o{', o2' if two else ''};\n"
    if k == 1:
        return text + f"  Atomic a;\nequation\n  connect(i, a.i);\n  connect(a.o, o);\nend L{k};\n"
    if kind == "HOmod":
        return homod(text, k, w)
    text += f"  L{k - 1} c;\n  Atomic a[{w - 1}];\nequation\n  connect(i, c.i);\n  connect(c.o, o);\n"
    text += f"  for k in 1:{w - 1} loop\n    connect({'i2' if two else 'i'}, a[k].i);\n"
    text += "    connect(a[k].o, o2);\n" if two else ""
    text += "  end for;\n"
    if kind != "LI":
        text += f"  for k in 1:{w - 2} loop\n    connect(a[k].o, a[k + 1].i);\n  end for;\n"
    return text + ("  connect(i, c.i2);\n" if two else "") + f"end L{k};\n"


def homod(text, k, w):
    """Rows of atomics: w - 1 in the first two, then one less in each; each row leads to the one before it."""
    rows = [w - 1] + [w - r for r in range(1, w)]
    text += f"  L{k - 1} c;\n" + "".join(f"  Atomic r{r}[{n}];\n" for r, n in enumerate(rows))
    text += "equation\n  connect(i, c.i);\n  connect(c.o, o);\n"
    text += f"  for k in 1:{w - 1} loop\n    connect(r0[k].o, c.i2);\n    connect(i2, r0[k].i);\n"
    text += f"    for m in 1:{w - 1} loop\n      connect(r1[k].o, r0[m].i);\n    end for;\n  end for;\n"
    for r in range(1, w):
        text += f"  connect(i2, r{r}[1].i);\n"
        if r > 1:
            text += f"  for k in 1:{rows[r]} loop\n    connect(r{r}[k].o, r{r - 1}[k + 1].i);\n  end for;\n"
    return text + f"end L{k};\n"


def text_of(kind, w, d):
    two = kind in ("HO", "HOmod")
    text = HEAD + "".join(level(kind, k, w) for k in range(1, d + 1))
    text += f"model Whole\n  Seed s;\n  L{d} l;\nequation\n  connect(s.o, l.i);\n"
    return text + ("  connect(s.o, l.i2);\n" if two else "") + "end Whole;\nend Stone;\n"


def expected(kind, w, d):
    return {"LI": (w - 1)*(d - 1) + 1, "HI": w*(w - 1)//2*(d - 1) + 1,
            "HO": w*(w - 1)//2*(d - 1) + 1}.get(kind)


def measure(saltus, kind, w, d):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "stone.mo")
        with open(path, "w") as file:
            file.write(text_of(kind, w, d))
        begin = time.time()
        done = subprocess.run([saltus, "run", path + ":Stone.Whole", "--stop", "1", "--step", "1", "--json", "--vars",
                               "s.o"], capture_output=True, text=True)
        whole = time.time() - begin
    said = json.loads(done.stdout)
    counted = [m["text"] for m in said["messages"] if "counted" in m["text"]]
    internal, external = (int(n) for n in counted[-1].split()[-2:])
    wanted = expected(kind, w, d)
    wrong = "" if wanted in (None, internal) else f"   WRONG: {wanted} internal transitions are expected"
    seconds = said["wall"]["simulate"]
    print(f"{kind:6}{w:5} x{d:4}  {internal:9} internal {external:9} external  {seconds:9.4f} s "
          f"{internal/seconds/1e6:7.2f} M/s  whole {whole:7.3f} s{wrong}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", default="build/saltus")
    parser.add_argument("sizes", nargs="*")
    given = parser.parse_args()
    sizes = given.sizes or "LI 100 100 HI 100 100 HO 50 50 HO 100 100 HOmod 10 10".split()
    for k in range(0, len(sizes), 3):
        measure(given.saltus, sizes[k], int(sizes[k + 1]), int(sizes[k + 2]))


if __name__ == "__main__":
    main()
