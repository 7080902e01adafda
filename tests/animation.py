"""Films of saltus run --animate.

The SVG is read as a browser reads it: attributes go straight from key to key, or stay until the next one. Objects whose
places are known in closed form must be there at any time. The GIF is decoded here, by a decoder of its own, and must
show the colour of an object where the object is. The examples of animations have known numbers: energies, a level of
rest, how often a pump is switched."""
import csv
import io
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

SALTUS = os.environ.get("SALTUS", "build/saltus")
SOURCE = os.environ.get("SOURCE", os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
failures = []


def check(what, good):
    if not good:
        failures.append(what)
        print("wrong:", what)


def run(folder, text, *options, name="m.mo", env=None):
    path = name
    if text:
        path = os.path.join(folder, name)
        with open(path, "w") as f:
            f.write(text)
    done = subprocess.run([SALTUS, "run", path, "--json", *options], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, **(env or {})})
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"messages": [], "status": done.stdout + done.stderr}


def codes(answer):
    return [m["code"] for m in answer["messages"]]


# ------------------------------------------------------------------------------------------------------------- SVG

def numbers(text):
    return [float(w) for w in re.split("[ ,]+", text.strip())] if not text.startswith("#") else text


def attribute(element, name, second):
    """What the attribute is after so many seconds."""
    for a in element:
        if not a.tag.endswith("animate") or a.get("attributeName") != name:
            continue
        length = float(a.get("dur")[:-1])
        values = a.get("values").split(";")
        times = [float(t)*length for t in a.get("keyTimes").split(";")]
        check(f"{name}: as many values as times", len(values) == len(times))
        check(f"{name}: begins at 0", times[0] == 0)
        check(f"{name}: times do not decrease", all(s <= t for s, t in zip(times, times[1:])))
        k = max(i for i, t in enumerate(times) if t <= second)
        if a.get("calcMode") == "discrete":
            return numbers(values[k]) if name != "visibility" else values[k]
        check(f"{name}: ends at 1", abs(times[-1] - length) < 1e-9)
        if k == len(times) - 1:
            return numbers(values[k])
        part = (second - times[k])/(times[k + 1] - times[k])
        return [a + part*(b - a) for a, b in zip(numbers(values[k]), numbers(values[k + 1]))]
    return numbers(element.get(name)) if name != "visibility" else "visible"


def elements(path, tag):
    return [e for e in ET.parse(path).getroot() if e.tag.endswith("}" + tag)]


CIRCLE = """model M
  import Saltus.Diagrams.Animation.*;
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Sheet sheet(canvas = {-2, -2, 4, 4}, zoom = 100);
  Rectangles plate(at = [-1.9, -1.9, 0.5 + 0.1*time, 0.3], color = {0, 0.6, 0.4});
  Circles disc(at = [x, y, 0.25], color = {0.8, 0.2, 0.2});
  Segments rod(at = [0, 0, x, y]);
  Trails way(at = [x, y]);
equation
  der(x) = -y;
  der(y) = x;
  annotation(experiment(StopTime = 8, Tolerance = 1e-8));
end M;
"""


def places(folder):
    """A point on a circle, at times between rows and keys."""
    answer = run(folder, CIRCLE, "--animate", "m.svg", "--animate", "m.gif", "--animate", "m.png")
    check(f"places: {answer['status']} {codes(answer)}", answer["status"] == "done" and not codes(answer))
    disc, = elements(f"{folder}/m.svg", "circle")
    plate = elements(f"{folder}/m.svg", "rect")[1]
    rod, way = elements(f"{folder}/m.svg", "polyline")
    length = float(way.get("stroke-dasharray")) - 1
    check(f"way: {length}", abs(length - 800) < 0.5)
    for k in range(81):
        t = k/10
        x, y = 200 + 100*math.cos(t), 200 - 100*math.sin(t)
        cx, cy, r = (attribute(disc, n, t)[0] for n in ("cx", "cy", "r"))
        check(f"disc at {t}: {cx} {cy} {r}", math.hypot(cx - x, cy - y) < 0.12 and r == 25)
        points = attribute(rod, "points", t)
        check(f"rod at {t}: {points}", points[:2] == [200, 200] and math.hypot(points[2] - x, points[3] - y) < 0.12)
        width = attribute(plate, "width", t)[0]
        check(f"plate at {t}: {width}", abs(width - 50 - 10*t) < 0.06)
        left = attribute(way, "stroke-dashoffset", t)[0]
        check(f"way at {t}: {left}", abs(left - (length - 100*t)) < 0.5)
    shown, delays, colors = gif(f"{folder}/m.gif")
    check(f"gif: {len(delays)} pictures, {sum(delays)}", sum(delays) == 4*226)
    at = dict(zip(cumulated(delays), shown))
    for t in (0, 1, 2.52, 6.28):
        picture = at[max(s for s in at if s <= round(100*t))]
        x, y = round(200 + 100*math.cos(t)), round(200 - 100*math.sin(t))
        dx, dy = round(12*math.cos(t)), round(-12*math.sin(t))      # beyond the rod and beside the way
        color = colors[picture[y + dy][x + dx]]
        check(f"colour of the disc at {t}: {color}", color == (204, 51, 51))
        check(f"colour of the sheet at {t}", colors[picture[10][10]] == (255, 255, 255))
    with open(f"{folder}/m.png", "rb") as f:
        check("png", f.read(8) == b"\x89PNG\r\n\x1a\n")
    first = open(f"{folder}/m.svg", "rb").read(), open(f"{folder}/m.gif", "rb").read()
    run(folder, CIRCLE, "--animate", "m.svg", "--animate", "m.gif", "--vars", "x")
    again = open(f"{folder}/m.svg", "rb").read(), open(f"{folder}/m.gif", "rb").read()
    check("the same bytes, whatever else is recorded", first == again)


# ------------------------------------------------------------------------------------------------------------- GIF

def cumulated(delays):
    out, now = [], 0
    for d in delays:
        out.append(now)
        now += d
    return out


def unpack(data, bits):
    """LZW with codes of growing width."""
    clear, end = 1 << bits, (1 << bits) + 1
    out, table, width, last = bytearray(), {}, bits + 1, None
    value = int.from_bytes(data, "little")
    at, total = 0, 8*len(data)
    while at + width <= total:
        code = value >> at & ((1 << width) - 1)
        at += width
        if code == clear:
            table = {k: bytes([k]) for k in range(clear)}
            table[clear] = table[end] = b""
            width, last = bits + 1, None
            continue
        if code == end:
            return out
        word = table[code] if code in table else last + last[:1]
        out += word
        if last is not None and len(table) < 4096:
            table[len(table)] = last + word[:1]
            if len(table) == 1 << width and width < 12:
                width += 1
        last = word
    raise ValueError("no end")


def gif(path):
    """Pictures as rows of indices, how long each is shown, and the colours."""
    data = io.BytesIO(open(path, "rb").read())
    word = lambda: int.from_bytes(data.read(2), "little")
    assert data.read(6) == b"GIF89a"
    width, height, flags = word(), word(), data.read(3)[0]
    table = data.read(3*(2 << (flags & 7)))
    colors = [tuple(table[3*i:3*i + 3]) for i in range(len(table)//3)]
    sheet, pictures, delays = [bytearray(width) for _ in range(height)], [], []
    while (kind := data.read(1)) != b"\x3b":
        if kind == b"\x21":
            label, size = data.read(2)
            block = data.read(size)
            if label == 0xf9:
                delays.append(int.from_bytes(block[1:3], "little"))
            while n := data.read(1)[0]:
                data.read(n)
            continue
        x, y, w, h = word(), word(), word(), word()
        assert data.read(1) == b"\0" and x + w <= width and y + h <= height
        bits, packed = data.read(1)[0], b""
        while n := data.read(1)[0]:
            packed += data.read(n)
        pixels = unpack(packed, bits)
        assert len(pixels) == w*h
        for k in range(h):
            sheet[y + k][x:x + w] = pixels[k*w:(k + 1)*w]
        pictures.append([bytes(row) for row in sheet])
    return pictures, delays, colors


# -------------------------------------------------------------------------------------------------- blocks and examples

HELD = """model M
  import Saltus.Diagrams.*;
  Interfaces.MatrixOutput back = [0, 0; 10, 0; 10, 10; 0, 10];
  Interfaces.MatrixOutput balls = [time, 1, 0.5; 5, time, 0.25];
  Interfaces.MatrixOutput lamp = [8, 8, 1, if time > 2.1 then 1 else 0, 0, 0];
  Activations.SampleClock frame(period = 0.5, offset = 0.5), shot(period = 2);
  Animation.Anim2D a(n = 3, types = {-1, 3, 103}, canvas = {0, 0, 10, 10}, zoom = 10, speed = 1,
    colors = [1, 1, 1; -1, 0, 0; 0, 0, 1]);
equation
  connect(back, a.u1);
  connect(balls, a.u2);
  connect(lamp, a.u3);
  connect(frame.o, a.e);
  connect(shot.o, a.s);
  annotation(experiment(StopTime = 4.25));
end M;
"""


def held(folder):
    """Objects move with the first activation; the second one leaves copies, but not of the background."""
    answer = run(folder, HELD, "--animate", "m.svg")
    check(f"held: {answer['status']}", answer["status"] == "done")
    circles = elements(f"{folder}/m.svg", "circle")
    moving = [c for c in circles if any(a.get("attributeName") != "visibility" for a in c)]
    copies = [c for c in circles if c not in moving]
    # at 0 nothing has a place yet; at 2 and 4 three circles are copied each
    check(f"held: {len(moving)} circles move, {len(copies)} copies", len(moving) == 3 and len(copies) == 6)
    check("held: one background", len(elements(f"{folder}/m.svg", "polygon")) == 1)
    for t in (0.5, 0.75, 1.2, 2, 3.49, 4.2):
        here = 10*math.floor(2*t)/2
        check(f"held at {t}", attribute(moving[0], "cx", t) == [here] and attribute(moving[1], "cy", t) == [100 - here])
    check("hidden before it has a place", attribute(moving[0], "visibility", 0.4) == "hidden"
          and attribute(moving[0], "visibility", 0.6) == "visible")
    # rows of the table in their order, and from the top again: -1 is an outline, blue is filled
    check("colours", moving[0].get("fill") == "none" and moving[1].get("fill") == "#0000ff")
    check("lamp", attribute(moving[2], "fill", 2.2) == "#000000" and attribute(moving[2], "fill", 2.6) == "#ff0000")
    for k, (copy, t) in enumerate(zip(copies, (2, 2, 2, 4, 4, 4))):
        check(f"copy {k}", attribute(copy, "visibility", t - 0.05) == "hidden"
              and attribute(copy, "visibility", t + 0.05) == "visible")
    check("copies are where the objects were", [c.get("cx") for c in copies] == ["20", "50", "80", "40", "50", "80"])


def columns(folder, example, *options):
    done = subprocess.run([SALTUS, "run", f"{SOURCE}/examples/{example}.mo", "--quiet", "-o", "r.csv", *options],
                          cwd=folder, capture_output=True, text=True)
    check(f"{example}: {done.stderr}", done.returncode == 0)
    with open(f"{folder}/r.csv") as f:
        rows = list(csv.DictReader(f))
    return {k: [float(r[k]) for r in rows] for k in rows[0]}


def examples(folder):
    """Balls (E20.1), tanks (E20.2), a disk (E20.3): numbers that are known."""
    balls = columns(folder, "bouncing_balls", "--vars", "balls.*")
    energy = balls["balls.energy"]
    check("balls: energy", max(abs(e/energy[0] - 1) for e in energy) < 1e-12)
    check("balls: bounces", balls["balls.bounces"][-1] > 50)
    r = [36, 30, 26, 22, 18, 14]
    for i in range(6):
        x, y = balls[f"balls.x[{i + 1}]"], balls[f"balls.y[{i + 1}]"]
        check(f"balls: ball {i + 1} is in the box", min(x) > r[i] - 1e-3 and max(x) < 480 - r[i] + 1e-3
              and min(y) > r[i] - 1e-3 and max(y) < 320 - r[i] + 1e-3)
        for j in range(i):
            apart = [math.hypot(a - b, c - d) for a, b, c, d in zip(x, balls[f"balls.x[{j + 1}]"], y,
                                                                     balls[f"balls.y[{j + 1}]"])]
            check(f"balls: {i + 1} and {j + 1} stay apart", min(apart) > r[i] + r[j] - 1e-3)
    tanks = columns(folder, "tank_control")
    check(f"tanks: switched {tanks['switched'][-1]} times", tanks["switched"][-1] == 8)
    check(f"tanks: {max(tanks['h1'])}", abs(max(tanks["h1"]) - 1.279) < 5e-4)
    for t, h1, h2 in zip(tanks["time"], tanks["h1"], tanks["h2"]):
        if t >= 40:
            check(f"tanks at {t}: {h1} {h2}", abs(h1 - 1.207) < 5e-4 and abs(h1 - h2) < 1e-4)
    disk = columns(folder, "rolling_disk", "--vars", "energy,p*,psi,phi,theta", "--tol", "1e-9")
    check("disk: energy", max(abs(e/disk["energy"][0] - 1) for e in disk["energy"]) < 1e-7)
    rolled = sum(math.hypot(a - b, c - d) for a, b, c, d in zip(disk["p[1]"], disk["p[1]"][1:], disk["p[2]"],
                                                                disk["p[2]"][1:]))
    turned = sum(abs(a - b) for a, b in zip(disk["phi"], disk["phi"][1:]))
    check(f"disk: rolls {rolled}, turns {turned}", abs(rolled/(2.5*turned) - 1) < 1e-3)
    run(folder, None, "--animate", "e.svg", name=f"{SOURCE}/examples/rolling_disk.mo")
    shapes = elements(f"{folder}/e.svg", "polygon") + elements(f"{folder}/e.svg", "polyline")
    check(f"disk: {len(shapes)} shapes: floor, trace, two halves, and seven copies", len(shapes) == 4 + 7*3)


# ------------------------------------------------------------------------------------------------------------ mistakes

def mistakes(folder):
    simple = CIRCLE.replace("\n", " ")
    wrong = {
        "U1020": "model M Real x(start = 0, fixed = true); equation der(x) = 1; end M;",
        "U1024": simple.replace("Circles disc(at", "Saltus.Diagrams.Animation.Held disc(kind = 4, u").replace(
            ", color = {0.8, 0.2, 0.2});", ", e = Activation(0.5));"),
        "U1025": simple.replace("{-2, -2, 4, 4}", "{-2, -2, 0, 4}"),
        "M1050": simple.replace("Real x(", "Real z = 1 annotation(__Saltus(animate = \"object\")); Real x("),
    }
    wrong["U1023"] = wrong["U1024"].replace("kind = 4", "kind = 7")
    for code, text in wrong.items():
        os.path.exists(f"{folder}/w.svg") and os.remove(f"{folder}/w.svg")
        answer = run(folder, text, "--animate", "w.svg")
        check(f"{code}: {answer['status']} {codes(answer)}", code in codes(answer)
              and not os.path.exists(f"{folder}/w.svg"))
    answer = run(folder, CIRCLE, "--animate", "w.svg", "--events", "none")
    check(f"U1027: {codes(answer)}", "U1027" in codes(answer))
    two = CIRCLE.replace("  Segments", "  Sheet other;\n  Segments")
    check("U1028", "U1028" in codes(run(folder, two, "--animate", "w.svg")))
    gap = CIRCLE.replace("[x, y, 0.25]", "[x, y, if time > 4 then 1e308 else 0.25]")
    answer = run(folder, gap, "--animate", "w.svg")
    check(f"U1026: {codes(answer)}", answer["status"] == "done" and codes(answer) == ["U1026"])
    empty = f"{folder}/empty"
    os.makedirs(empty, exist_ok=True)
    answer = run(folder, CIRCLE, "--animate", "w.mp4", env={"PATH": empty})
    check(f"U1021: {codes(answer)}", "U1021" in codes(answer))
    with open(f"{empty}/ffmpeg", "w") as f:
        f.write("#!/bin/sh\necho no codec >&2\nexit 1\n")
    os.chmod(f"{empty}/ffmpeg", 0o755)
    answer = run(folder, CIRCLE, "--animate", "w.mp4", env={"PATH": f"{empty}:{os.environ['PATH']}"})
    told = [m for m in answer["messages"] if m["code"] == "U1022"]
    check(f"U1022: {answer['messages']}", told and "no codec" in json.dumps(told))
    answer = run(folder, CIRCLE, "--animate", "w.avi")
    check("an ending that there is not", "mp4" in answer["status"])
    if shutil.which("ffmpeg"):
        answer = run(folder, CIRCLE, "--animate", "w.mp4")
        with open(f"{folder}/w.mp4", "rb") as f:
            check("mp4", f.read(12)[4:8] == b"ftyp")


def main():
    global SALTUS
    SALTUS = os.path.abspath(SALTUS)
    with tempfile.TemporaryDirectory() as folder:
        for test in (places, held, examples, mistakes):
            test(folder)
    print("animations: " + (f"{len(failures)} wrong" if failures else "all right"))
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
