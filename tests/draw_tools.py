"""What the tests of saltus draw share: pictures that are read, and where points come to lie."""
import re
import xml.etree.ElementTree

SIZE = 1000                       # units that the frame is wide and high


def svg(box, name):
    return xml.etree.ElementTree.fromstring(box.read(name))


def tag(element):
    return element.tag.rpartition("}")[2]


def path_points(element):
    """All points of a path, control points too."""
    numbers = [float(x) for x in re.findall(r"-?\d+\.\d+", element.get("d"))]
    return [complex(x, y) for x, y in zip(numbers[::2], numbers[1::2])]


class Picture:
    """An SVG file, with its paths in units of the class that is drawn."""

    def __init__(self, box, name):
        self.root = svg(box, name)
        self.paths = [e for e in self.root.iter() if tag(e) == "path"]
        frame = [e for e in self.paths if e.get("fill") == "#010203"]
        self.frame = path_points(frame[0]) if frame else None

    def units(self, pixel):
        xs, ys = [p.real for p in self.frame], [p.imag for p in self.frame]
        return complex(-500 + SIZE*(pixel.real - min(xs))/(max(xs) - min(xs)),
                       500 - SIZE*(pixel.imag - min(ys))/(max(ys) - min(ys)))

    def strokes(self, color):
        return [[self.units(p) for p in path_points(e)] for e in self.paths if e.get("stroke") == color]

    def fills(self, color):
        return [[self.units(p) for p in path_points(e)] for e in self.paths if e.get("fill") == color]

    def texts(self):
        return [e for e in self.root.iter() if tag(e) == "text"]

    def words(self):
        return [e.text for e in self.texts()]


NET = """package P
  connector In = input Real;
  connector Out = output Real;
  connector Pin Real v; flow Real i; end Pin;
  block B In u; Out y; end B;
  block Sum In a, b; Out y; end Sum;
  model R Pin p, n; end R;
  model Loop
    In w; Out z; Sum sum; B controller, plant, sensor; B alone;
  equation
    connect(w, sum.a); connect(sum.y, controller.u); connect(controller.y, plant.u); connect(plant.y, z);
    connect(plant.y, sensor.u);
    connect(sensor.y, sum.b);
  end Loop;
  model Circuit
    R source, r1, r2, c, l, ground;
  equation
    connect(source.p, r1.p); connect(r1.n, r2.p); connect(r1.n, c.p); connect(c.n, source.n);
    connect(r2.n, l.p); connect(l.n, source.n);
    connect(source.n, ground.p);
  end Circuit;
end P;
"""
BOX, PORTS = "#1f3f6f", ("#555555", "#00007f")


def boxes(picture):
    """Corners of the boxes that stand for classes without an icon, in pixels."""
    for e in picture.paths:
        if e.get("stroke") == BOX and e.get("fill") != "none":
            points = path_points(e)
            yield (min(p.real for p in points), min(p.imag for p in points), max(p.real for p in points),
                   max(p.imag for p in points))


def lines(picture):
    return [path_points(e) for e in picture.paths if e.get("fill") == "none" and e.get("stroke") in PORTS]
