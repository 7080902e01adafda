"""Networks of DEVS by chance, as text for Saltus and for a simulator of its own, in fractions.

An atomic model of these networks is a small machine of whole numbers: what it sends, how long it waits and how it goes
on follows from its number by arithmetic that C and Python do alike. Times are multiples of 1/4, so that both have
the same. The order of the messages in a bag counts, because the machine folds them one after another."""
from fractions import Fraction
import random

INFINITE = None
MASK = (1 << 20) - 1

# s: its number; zeros: how many time advances of zero it has had without another one between.
CODE = r"""
#include <saltus_block.h>
#include <math.h>
static int fold(int s, int x) { return (int)(((unsigned)s*1103515245u + (unsigned)x*12345u + 6789u) & 1048575u); }
static void receive(saltus_block *b, int *s)
{
    for (int k = 1; k <= 2; k++)
        for (int m = 0; m < saltus_received(b, k); m++)
            s[0] = fold(s[0], saltus_message_int(b, k, m)[0] + 31*k);
}
static void machine(saltus_block *b, saltus_call call)
{
    int *s = saltus_discrete_int(b, 1), *zeros = saltus_discrete_int(b, 2);
    switch (call) {
    case SALTUS_START: s[0] = saltus_parameter_int(b, 1)[0]; break;
    case SALTUS_SEND:
        if (s[0] & 1) saltus_send_int(b, 1, s[0] % 1000);
        if (s[0] & 2) saltus_send_int(b, 2, (s[0] >> 4) % 1000);
        if (s[0] & 4) saltus_send_int(b, 1, s[0] % 7);
        break;
    case SALTUS_INTERNAL: s[0] = fold(s[0], 1); break;
    case SALTUS_EXTERNAL:
        s[0] = fold(s[0], (int)(saltus_elapsed(b)*8));
        receive(b, s);
        break;
    case SALTUS_CONFLUENT: s[0] = fold(s[0], 999); receive(b, s); break;
    default: break;
    }
    if (call == SALTUS_START || call == SALTUS_INTERNAL || call == SALTUS_EXTERNAL || call == SALTUS_CONFLUENT) {
        int wait = (s[0] >> 3) % 5;
        zeros[0] = wait ? 0 : zeros[0] + 1;
        saltus_advance(b, (s[0] >> 7) % 9 == 0 ? INFINITY : wait || zeros[0] > 2 ? 0.25*(wait ? wait : 3) : 0);
    }
}
void plain_machine(saltus_block *b, saltus_call call) { machine(b, call); }
void own_machine(saltus_block *b, saltus_call call) { machine(b, call); }
"""


def fold(s, x):
    return (s*1103515245 + x*12345 + 6789) & MASK


class Atomic:
    def __init__(self, name, seed, confluent):
        self.name, self.seed, self.confluent = name, seed, confluent
        self.ins, self.outs = ["a", "b"], ["x", "y"]

    def begin(self):
        self.s, self.zeros, self.last = self.seed, 0, Fraction(0)
        self.next = self.wait(Fraction(0))

    def wait(self, now):
        steps = (self.s >> 3) % 5
        self.zeros = 0 if steps else self.zeros + 1
        self.last = now
        if (self.s >> 7) % 9 == 0:
            return INFINITE
        return now + (Fraction(steps or 3, 4) if steps or self.zeros > 2 else 0)

    def sent(self):
        if self.s & 1:
            yield "x", self.s % 1000
        if self.s & 2:
            yield "y", (self.s >> 4) % 1000
        if self.s & 4:
            yield "x", self.s % 7

    def internal(self, now):
        self.s = fold(self.s, 1)
        self.next = self.wait(now)

    def receive(self, bags):
        for number, port in enumerate(self.ins, 1):
            for value in bags.get(port, []):
                self.s = fold(self.s, value + 31*number)

    def external(self, now, bags):
        self.s = fold(self.s, int((now - self.last)*8))
        self.receive(bags)
        self.next = self.wait(now)

    def both(self, now, bags):
        self.s = fold(self.s, 999)
        self.receive(bags)
        self.next = self.wait(now)

    def state(self):
        return f"s = {self.s}, zeros = {self.zeros}"


class Coupled:
    """couplings: ((component or None, port), (component or None, port))"""
    def __init__(self, name, kind, parts, ins, outs):
        self.name, self.kind, self.parts, self.ins, self.outs = name, kind, parts, ins, outs
        self.couplings, self.select = [], []


def make(rng, depth=0, name="", counter=None):
    counter = counter if counter is not None else [0]
    counter[0] += 1
    kind = f"C{counter[0]}"
    parts = []
    for k in range(rng.randint(2, 4)):
        own = f"p{k}"
        full = f"{name}.{own}" if name else own
        if depth < 3 and rng.random() < 0.4:
            parts.append((own, make(rng, depth + 1, full, counter)))
        else:
            parts.append((own, Atomic(full, rng.randrange(1 << 20), rng.random() < 0.5)))
    model = Coupled(name, kind, parts, ["i0", "i1"][:rng.randint(0, 2)] if depth else [],
                    ["o0", "o1"][:rng.randint(1, 2)] if depth else [])
    senders = [(own, p) for own, part in parts for p in part.outs] + [(None, p) for p in model.ins]
    receivers = [(own, p) for own, part in parts for p in part.ins] + [(None, p) for p in model.outs]
    for a in senders:
        for b in receivers:
            if a[0] is None and b[0] is None or rng.random() > 0.35 or a[0] == b[0] and rng.random() < 0.7:
                continue
            model.couplings.append((a, b))
    model.select = [own for own, _ in parts]
    rng.shuffle(model.select)
    model.select = model.select[:rng.randint(0, len(parts))]
    return model


def atomics(model):
    for _, part in model.parts:
        if isinstance(part, Atomic):
            yield part
        else:
            yield from atomics(part)


# ------------------------------------------------------------------------------------------------ as text

HEAD = """package Net
connector In = input Integer annotation(__Saltus(message = true));
connector Out = output Integer annotation(__Saltus(message = true));
partial block Machine
  parameter Integer seed = 1;
  In a, b;
  Out x, y;
  Integer s, zeros;
end Machine;
block Plain
  extends Machine;
external "C" plain_machine() annotation(Include = "%s");
  annotation(__Saltus(devs = "atomic"));
end Plain;
block Own
  extends Machine;
external "C" own_machine() annotation(Include = "%s");
  annotation(__Saltus(devs = "atomic", confluent = true));
end Own;
"""


def text_of(model, settings):
    """The classes of coupled models, the inner ones first."""
    out = []
    for _, part in model.parts:
        if isinstance(part, Coupled):
            out.append(text_of(part, ""))
    lines = [f"model {model.kind}"]
    lines += [f"  In {p};" for p in model.ins] + [f"  Out {p};" for p in model.outs]
    for own, part in model.parts:
        if isinstance(part, Atomic):
            lines.append(f"  {'Own' if part.confluent else 'Plain'} {own}(seed = {part.seed});")
        else:
            lines.append(f"  {part.kind} {own};")
    lines.append("equation")
    for a, b in model.couplings:
        ends = [f"{own}.{port}" if own else port for own, port in (a, b)]
        lines.append(f"  connect({ends[0]}, {ends[1]});")
    select = ", ".join(f'"{s}"' for s in model.select)
    said = ([settings] if settings else []) + ([f"select = {{{select}}}"] if select else [])
    lines.append(f"  annotation(__Saltus({', '.join(said)}));" if said else "")
    lines.append(f"end {model.kind};")
    return "\n".join(out + lines)


def whole_text(model, settings):
    code = CODE.replace("\\", "\\\\").replace('"', '\\"')
    return HEAD % (code, code) + text_of(model, settings) + "\nend Net;\n"


# ------------------------------------------------------------------------------------------ as a simulator

class Simulator:
    def __init__(self, model, classic):
        self.classic = classic
        self.list = list(atomics(model))
        self.number = {a.name: k for k, a in enumerate(self.list)}
        self.routes, self.rank = {}, {}
        self.up(model, {}, ())
        self.trace = []

    def up(self, model, outer, place):
        """Where each output of an atomic leads. outer: where outputs of this coupled model lead, by port."""
        order = model.select + [own for own, _ in model.parts if own not in model.select]
        parts = dict(model.parts)

        def inward(part, port):
            if isinstance(part, Atomic):
                return [(part.name, port)]
            found = []
            for a, b in part.couplings:
                if a == (None, port):
                    found += inward(dict(part.parts)[b[0]], b[1])
            return found
        for own, part in model.parts:
            leads = {}
            for port in part.outs:
                found = []
                for a, b in model.couplings:
                    if a != (own, port):
                        continue
                    found += outer.get(b[1], []) if b[0] is None else inward(parts[b[0]], b[1])
                leads[port] = found
            here = place + (order.index(own),)
            if isinstance(part, Atomic):
                self.routes[part.name], self.rank[part.name] = leads, here
            else:
                self.up(part, leads, here)

    def say(self, now, text):
        self.trace.append(f"{float(now):g}: {text}")

    def send(self, now, a, bags):
        for port, value in a.sent():
            self.say(now, f"{a.name} sends {value} on {port}")
            for to, into in self.routes[a.name][port]:
                bags.setdefault(to, {}).setdefault(into, []).append(value)

    def step(self, now):
        imminent = [a for a in self.list if a.next is not INFINITE and a.next <= now]
        bags = {}
        if self.classic:
            imminent = [min(imminent, key=lambda a: self.rank[a.name])]
        for a in imminent:
            self.send(now, a, bags)
        if self.classic:
            imminent[0].internal(now)
            self.say(now, f"{imminent[0].name} makes its internal transition: {imminent[0].state()}")
        for a in self.list:
            come = a.name in bags
            due = a in imminent and not self.classic
            if due and come and a.confluent:
                a.both(now, bags[a.name])
                self.say(now, f"{a.name} makes its confluent transition: {a.state()}")
                continue
            if due:
                a.internal(now)
                self.say(now, f"{a.name} makes its internal transition: {a.state()}")
            if come:
                a.external(now, bags[a.name])
                self.say(now, f"{a.name} makes its external transition: {a.state()}")

    def run(self, stop):
        for a in self.list:
            a.begin()
        while True:
            times = [a.next for a in self.list if a.next is not INFINITE]
            if not times or min(times) > stop:
                return self.trace
            self.step(min(times))


def network(seed):
    return make(random.Random(seed))
