"""Random cases for tests/switched.py: networks of ideal switches and diodes, lines of bodies with stops, ropes and
clamps.

The name of a case says all: random_e_17 is the network with the seed 17, random_c_17 the converter, random_p_17 the
pump with clocks that step, random_t_17 the line of bodies. What makes no sense (sources that contradict each other in a
mode that is entered) is found by the reference, and not judged."""
import random

from switched_library import ARRAYS, FORMS, TRANSISTOR, Case, Not, Window


def random_case(name):
    _, domain, seed = name.split("_")
    rng = random.Random("%s %s" % (domain, seed))
    case = (bodies(rng, name) if domain == "t" else converter(rng, name) if domain == "c"
            else pump(rng, name) if domain == "p" else feeds(rng, name) if domain == "i"
            else gears(rng, name) if domain == "g"
            else network(rng, name, domain))
    if domain != "t" and case.array_names()[1]:
        case.forms += tuple(ARRAYS)
    if case.remembers():
        case.forms += ("m", "n", "t", "ti")
    if domain in "ecpi" and case.transistors():
        case.forms += tuple(TRANSISTOR)
    return case


def form_of(case, seed):
    return random.Random("form %s %s" % (case.name, seed)).choice([f for f in case.forms if f != "bs"])


def value(rng, low, high):
    return float("%.2g" % (low*(high/low)**rng.random()))


def window(rng, name, stop):
    times = sorted({round(stop*rng.random(), 3) for _ in range(rng.randrange(1, 5))} - {0.0})
    return Window(name, times or [stop/2], rng.random() < 0.4)


def source(rng, case, name, p, n):
    if rng.random() < 0.5:
        case.V(name, p, n, const=round(rng.uniform(-10, 10), 1))
    else:
        case.V(name, p, n, const=round(rng.choice((0, 2))*rng.random(), 1),
               sin=[(round(rng.uniform(2, 10), 1), round(rng.uniform(0.5, 3), 2), round(rng.uniform(0, 6), 2))])


def network(rng, name, domain):
    """A source, a tree of resistors, coils and capacitors, and more of these, switches and diodes across it."""
    stop, nodes = 2.0, rng.randrange(3, 7)
    case = Case(name, stop, stop/200, domain=domain, points=20, forms=FORMS if domain != "r" else ("a", "b", "c"))
    count, joined = {}, list(range(nodes))           # joined: by capacitors, whose start values are given

    def joins(p, n):
        if joined[p] == joined[n]:
            return False
        joined[:] = [joined[p] if j == joined[n] else j for j in joined]
        return True

    def called(kind):
        count[kind] = count.get(kind, 0) + 1
        return "%s%d" % (kind, count[kind])

    def element(kind, p, n):
        if kind == "C" and not joins(p, n):
            kind = "R"
        if kind == "R":
            case.R(called("r"), p, n, value(rng, 0.5, 20))
        elif kind == "C":
            case.C(called("c"), p, n, value(rng, 0.02, 0.5), round(rng.uniform(-5, 5), 1) if rng.random() < 0.5
                   else 0.0)
        elif kind == "L":
            case.L(called("l"), p, n, value(rng, 0.05, 1))
        elif kind == "D":
            case.diode(called("d"), p, n)
        else:
            one = called("q")
            case.switch(one, p, n, window(rng, "u" + one, stop))

    source(rng, case, "s", nodes, 0)                 # behind a resistor: nothing can short it
    case.R("rs", nodes, 1, value(rng, 0.5, 20))
    for k in range(1 + (rng.random() < 0.7), nodes):
        element(rng.choice("RRCL"), *rng.sample((k, rng.randrange(k)), 2))
    for _ in range(rng.randrange(3, 9)):
        element(rng.choice("RCLDDDDSS"), *rng.sample(range(nodes), 2))
    ends = [node for _, _, rest, _ in case.elements for node in rest[:2]]
    for kind, _, rest, _ in list(case.elements):     # a coil at an open end has no current of its own
        for node in rest[:2]:
            if kind == "L" and node and ends.count(node) == 1:
                case.R(called("open"), node, 0, 1.0)
    return case


def pair(rng, case, name, top, middle, bottom, stop):
    """Two switches in a row, each with its diode the other way round; fired in turn, mostly with a dead time."""
    times = sorted(round(stop*rng.random(), 3) for _ in range(rng.randrange(2, 9)))
    upper, lower, gap = [], [], rng.choice((0.0, 0.0, 0.01, 0.05))
    for k, t in enumerate(times):
        (upper if k % 2 == 0 else lower).extend((t, times[k + 1] - gap if k + 1 < len(times) else stop + 1))
    if rng.random() < 0.15:                          # both at once
        lower = [x - 0.02 for x in lower]
    for which, turns, p, n in (("u", upper, top, middle), ("l", lower, middle, bottom)):
        turns = [x for k, x in enumerate(turns) if turns[k ^ 1] != x and turns[k | 1] > turns[k & ~1]]
        case.switch("q%s%s" % (which, name), p, n, Window("w%s%s" % (which, name),
                                                          [round(x, 3) for x in turns if x > 0]))
        case.diode("d%s%s" % (which, name), n, p)


def converter(rng, name):
    """Legs between two rails, some of them with a cell that has a capacitor of its own; coils and resistors between
    their middles; more diodes. Diodes beside closed switches are everywhere."""
    stop = 2.0
    case = Case(name, stop, stop/200, points=20, forms=FORMS)
    source(rng, case, "s", "s", 0)
    if rng.random() < 0.5:
        case.R("rs", "s", "p", value(rng, 0.1, 5))
    else:
        case.R("rs", "s", "si", value(rng, 0.1, 5))
        case.L("ls", "si", "p", value(rng, 0.05, 0.5))
        case.C("cs", "p", 0, value(rng, 0.05, 0.5), round(rng.uniform(0, 8), 1))
    middles, count = [], rng.randrange(1, 4)
    for k in range(count):
        middle = "m%d" % k
        pair(rng, case, str(k), "p", middle, 0, stop)
        if rng.random() < 0.5:                       # behind the leg: inserted or not
            case.C("cc%d" % k, "h%d" % k, middle, value(rng, 0.05, 0.5), round(rng.uniform(0, 5), 1))
            pair(rng, case, "c%d" % k, "h%d" % k, "o%d" % k, middle, stop)
            middle = "o%d" % k
        middles.append(middle)
    for k, middle in enumerate(middles):
        end = rng.choice([0] + middles[:k])
        case.L("l%d" % k, middle, "x%d" % k, value(rng, 0.05, 1), round(rng.uniform(-2, 2), 1))
        case.R("r%d" % k, "x%d" % k, end, value(rng, 0.5, 10))
    for k in range(rng.randrange(0, 3)):
        case.diode("d%d" % k, *rng.sample(["p", 0] + middles, 2))
    return case


def pump(rng, name):
    """Capacitors on clocks that step, most of them without a resistance, and on each other; diodes between them all.
    Some clocks and switches turn in one instant. No capacitors and clocks make a loop without a diode or a switch."""
    stop, nodes = 2.0, ["n%d" % k for k in range(rng.randrange(2, 6))]
    case = Case(name, stop, stop/200, points=21, forms=("a", "b", "c"))
    shared = window(rng, "w", stop)
    controls = [shared, Not(shared), window(rng, "v", stop)]
    joined, clocks = {node: node for node in nodes}, []
    for k in range(rng.randrange(1, 4)):
        ideal = rng.random() < 0.7
        node, behind = "k%d" % k, "k%d" % k if ideal else "i%d" % k
        case.V("s%d" % k, behind, 0, round(rng.uniform(-4, 4), 1)*rng.randrange(2), pulse=rng.choice(controls),
               height=round(rng.uniform(-10, 10), 1))
        if not ideal:
            case.R("rs%d" % k, behind, node, value(rng, 0.2, 5))
        clocks.append(node)
        joined[node] = 0 if ideal else node
    joined[0] = 0
    count = 0
    for node in nodes:
        for other in rng.sample(clocks + [0] + nodes, rng.randrange(1, 3)):
            if joined[node] != joined[other]:
                old, new = joined[node], joined[other]
                joined = {a: new if b == old else b for a, b in joined.items()}
                case.C("c%d" % count, *rng.sample((node, other), 2), value(rng, 0.02, 0.5),
                       round(rng.uniform(-5, 5), 1) if rng.random() < 0.4 else 0.0)
                count += 1
        if rng.random() < 0.6:
            case.R("r" + node, node, rng.choice([0] + nodes[:1]) if node != nodes[0] else 0, value(rng, 0.5, 50))
    for k in range(rng.randrange(2, 8)):
        case.diode("d%d" % k, *rng.sample(nodes + [0] + clocks[:1], 2))
    for k in range(rng.randrange(0, 2)):
        case.switch("q%d" % k, *rng.sample(nodes + [0], 2), rng.choice(controls))
    return case


def feeds(rng, name):
    """The other way round: currents that step, into coils; each node has a diode through which a current can go on."""
    stop, nodes = 2.0, ["n%d" % k for k in range(rng.randrange(2, 5))]
    case = Case(name, stop, stop/200, points=21, forms=("a", "b", "c"))
    shared = window(rng, "w", stop)
    controls = [shared, Not(shared), window(rng, "v", stop)]
    for k, node in enumerate(nodes):
        others = [0] + nodes[:k]
        if rng.random() < 0.7:
            case.I("s%d" % k, 0, node, round(rng.uniform(-2, 2), 1)*rng.randrange(2), pulse=rng.choice(controls),
                   height=round(rng.uniform(-5, 5), 1))
        other = rng.choice(others)
        case.L("l%d" % k, node, other, value(rng, 0.05, 1),
               round(rng.uniform(-2, 2), 1) if rng.random() < 0.3 else 0.0)
        for j, (p, n) in enumerate(((node, rng.choice(others)), (rng.choice(others), node))):
            case.diode("d%d_%d" % (k, j), p, n)
        if rng.random() < 0.6:
            case.R("r%d" % k, node, rng.choice(others), value(rng, 0.5, 50))
    for k in range(rng.randrange(0, 2)):
        case.switch("q%d" % k, *rng.sample(nodes + [0], 2), rng.choice(controls))
    return case


def gears(rng, name):
    """Planetary sets: (sun - carrier) = -k*(ring - carrier). Two shafts have inertias, the others follow. Clutches
    and brakes shift in one instant, and may lock a set more than once; there are free wheels, too."""
    stop, sets = 2.0, rng.randrange(1, 3)
    case = Case(name, stop, stop/200, domain="r", points=21, forms=("a", "b", "c"))
    shafts = ["a%d" % k for k in range(2 + sets)]
    shared = window(rng, "w", stop)
    controls = [shared, Not(shared), window(rng, "v", stop)]
    for k, shaft in enumerate(shafts[:2]):           # the others follow
        case.C("j" + shaft, shaft, 0, value(rng, 0.2, 3), round(rng.uniform(-6, 6), 1))
    for k in range(sets):
        sun, ring, carrier = rng.sample(shafts[:2] + [shafts[2 + k]], 3)
        case.transformer("p%d" % k, sun, carrier, ring, carrier, -round(rng.uniform(1.2, 4), 1))
        case.R("r%d" % k, shafts[2 + k], 0, value(rng, 2, 50))
    for k in range(rng.randrange(1, 5)):
        case.switch("q%d" % k, *rng.sample(shafts + [0], 2), rng.choice(controls))
    for k in range(rng.randrange(1, 4)):
        case.diode("d%d" % k, *rng.sample(shafts + [0], 2))
    case.I("t", 0, shafts[0], round(rng.uniform(-4, 4), 1), pulse=rng.choice(controls),
           height=round(rng.uniform(-8, 8), 1))
    return case


def bodies(rng, name):
    """Bodies in a row, the last of them perhaps before a wall; each with a force; ties between neighbours."""
    stop, count = 2.0, rng.randrange(2, 6)
    case = Case(name, stop, stop/200, domain="t", points=20, forms=("a", "b", "c"))
    at, here = [], 0.0
    for k in range(count):
        here += round(rng.uniform(0.1, 1.5), 2)
        at.append(here)
        case.mass("m%d" % k, value(rng, 0.3, 5), here, round(rng.uniform(-2, 2), 1))
        if rng.random() < 0.5:
            case.force("f%d" % k, "m%d" % k, const=round(rng.uniform(-5, 5), 1),
                       sin=[(round(rng.uniform(1, 5), 1), round(rng.uniform(0.5, 2), 2), 0.0)] if rng.random() < 0.4
                       else ())
    for k in range(-1, count - 1):
        a, b = ("m%d" % k if k >= 0 else 0), "m%d" % (k + 1)
        distance = at[k + 1] - (at[k] if k >= 0 else 0.0)
        ties = {rng.choice(("stop", "rope", "spring", "damper", "clamp", "stop", "")) for _ in range(2)}
        if "clamp" in ties:                          # beside it nothing tells whether a stop is pressed
            ties -= {"stop", "rope"}
        for kind in sorted(ties):
            if kind == "stop":
                case.stop_("stop%d" % (k + 1), a, b, round(distance*rng.random()*0.9, 3))
            elif kind == "rope":
                case.rope("rope%d" % (k + 1), a, b, round(distance*(1.1 + rng.random()), 3))
            elif kind == "spring":
                case.spring("spring%d" % (k + 1), a, b, value(rng, 1, 50), round(distance, 2))
            elif kind == "damper":
                case.damper("damper%d" % (k + 1), a, b, value(rng, 0.1, 3))
            elif kind == "clamp":
                case.clamp("clamp%d" % (k + 1), a, b, window(rng, "u%d" % (k + 1), stop))
    return case
