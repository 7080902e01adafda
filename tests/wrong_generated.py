"""Wrong inputs that are too large or too odd to be kept as files: made in a temporary folder, run, and removed.

judge_all gives (name, [what is wrong]) for each, as wrong.py does for its files.
"""
import json
import os
import random
import shutil
import tempfile

GOOD = "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend M;\n"


class Folder:
    """A temporary folder, and the program to run in it."""

    def __init__(self, saltus, call, ended, unfit):
        self.saltus, self.call, self.ended, self.unfit = saltus, call, ended, unfit
        self.path = tempfile.mkdtemp(prefix="saltus-wrong-")

    def file(self, name, content):
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            for part in [content] if isinstance(content, (str, bytes)) else content:
                out.write(part.encode() if isinstance(part, str) else part)
        return path

    def codes(self, argument, *options):
        """The codes of the errors of a run; raises where it did not end as a failed run must."""
        status, out, said = self.call(self.saltus, ["run", argument, "--json"] + list(options))
        if status is None or status < 0 or said:
            raise AssertionError("%s %s" % (self.ended(status), said[:2000]))
        summary = json.loads(out)
        if (status == 0) != (summary["status"] in ("done", "terminated")):
            raise AssertionError("exit status %d, but '%s'" % (status, summary["status"]))
        return [m["code"] for m in summary["messages"] if m["severity"] == "error"]


def expect(got, *wanted):
    if got != list(wanted):
        raise AssertionError("errors %s, wanted %s" % (got[:8], list(wanted)))


def missing(f):
    expect(f.codes(os.path.join(f.path, "nothing.mo")), "F0001")


def missing_class(f):
    expect(f.codes(f.file("a.mo", GOOD) + ":N"), "M0238")


def folder_without_package(f):
    os.makedirs(os.path.join(f.path, "empty"))
    expect(f.codes(os.path.join(f.path, "empty")), "F0002")


def unreadable(f):
    path = f.file("a.mo", GOOD)
    os.chmod(path, 0)
    if os.access(path, os.R_OK):
        return                       # the superuser reads everything
    expect(f.codes(path), "F0003")


def other_notation(f):
    expect(f.codes(f.file("a.txt", GOOD)), "F0020")


def binary(f):
    expect(f.codes(f.file("a.mo", bytes(range(256)) * 40)), "F0004")


def latin_1(f):
    expect(f.codes(f.file("a.mo", GOOD.encode() + b"// h\xf6he\n")), "F0005")


def empty(f):
    expect(f.codes(f.file("a.mo", "")), "M0112")


def only_comments(f):
    expect(f.codes(f.file("a.mo", "// nothing\n/* at all */\n")), "M0112")


def byte_order_mark(f):
    expect(f.codes(f.file("a.mo", b"\xef\xbb\xbf" + GOOD.encode())))


def other_line_ends(f):
    expect(f.codes(f.file("a.mo", GOOD.replace("\n", "\r\n"))))


def one_line_of_50_mb(f):
    """A sum with five million terms, in one line."""
    expect(f.codes(f.file("a.mo", ["model M Real x; equation x = 1", " + 1.2345" * (50 * 1024 * 1024 // 9),
                                   "; end M;"])), "M0110")


def one_word_of_50_mb(f):
    expect(f.codes(f.file("a.mo", ["model M Real x = ", b"x" * (50 << 20), "; end M;"])), "M0301")


def line_of_50_mb_of_nothing(f):
    expect(f.codes(f.file("a.mo", ["model M Real x = 1;", b" " * (50 << 20), "end N;"])), "M0123")


def string_of_50_mb_open(f):
    expect(f.codes(f.file("a.mo", ['model M Real x = 1 "', b"a" * (50 << 20)])), "M0101", "M0121")


def too_large(f):
    path = f.file("a.mo", GOOD)
    os.truncate(path, 300 << 20)
    expect(f.codes(path), "F0006")


def terms_of_cosy(f):
    """A sum is as deep as it has terms."""
    text = "PROGRAM W;\nVAR STATE X; REAL K := 1.0;\nSYSTEM INITIAL X := 0.0 END; CONTINUOUS X' = %s END; END\nEND.\n"
    expect(f.codes(f.file("good.cosy", text % " + ".join(["K"] * 900))))
    expect(f.codes(f.file("deep.cosy", text % " + ".join(["K"] * 1500)))[:1], "K0334")


def chain_to_a_size(f):
    """A size that 5000 parameters lead to, one after another."""
    def text(n):
        chain = "".join("  parameter Integer p%d = p%d;\n" % (i, i + 1) for i in range(n))
        return "model M\n%s  parameter Integer p%d = 2;\n  Real x[p0] = ones(p0);\nend M;\n" % (chain, n)
    expect(f.codes(f.file("good.mo", text(500))))
    expect(f.codes(f.file("deep.mo", text(5000))), "M0331")


def parentheses(f):
    expect(f.codes(f.file("a.mo", ["model M Real x = ", "(" * 10000, "1", ")" * 10000, "; end M;"])), "M0110")


def parentheses_open(f):
    expect(f.codes(f.file("a.mo", ["model M Real x = ", "(" * 10000])), "M0110")


def braces(f):
    expect(f.codes(f.file("a.mo", ["model M Real x = ", "{" * 10000, "1", "}" * 10000, "; end M;"])), "M0110")


def ifs(f):
    expect(f.codes(f.file("a.mo", ["model M Real x = ", "if true then 1 else " * 10000, "2; end M;"])), "M0110")


def nots(f):
    expect(f.codes(f.file("a.mo", ["model M Boolean x = ", "not (" * 10000, "true", ")" * 10000, "; end M;"])), "M0110")


def nested_classes(f):
    text = "".join("model A%d\n" % i for i in range(5000)) + "".join("end A%d;\n" % i for i in reversed(range(5000)))
    expect(f.codes(f.file("a.mo", text)), "M0110")


def nested_equations(f):
    expect(f.codes(f.file("a.mo", ["model M Real x; equation ", "if true then " * 5000, "x = 1; ", "end if; " * 5000,
                                   "end M;"])),
           "M0110")


def nested_modifiers(f):
    expect(f.codes(f.file("a.mo", ["model M Real x(", "a(" * 10000, ")" * 10000, "); end M;"])), "M0110")


def dots(f):
    expect(f.codes(f.file("a.mo", ["model M Real x = a", ".a" * 100000, "; end M;"])), "M0301")


def chain_of_extends(f):
    """Two thousand classes, each extending the one before."""
    lines = ["model A0 Real x = 1; end A0;\n"] + ["model A%d extends A%d; end A%d;\n" % (i, i - 1, i)
                                                  for i in range(1, 2000)]
    expect(f.codes(f.file("a.mo", lines) + ":A1999"), "M0220")


def chain_of_components(f):
    lines = ["model A0 Real x = 1; end A0;\n"] + ["model A%d A%d a; end A%d;\n" % (i, i - 1, i) for i in range(1, 2000)]
    expect(f.codes(f.file("a.mo", lines) + ":A1999"), "M0220")


def chain_of_parameters(f):
    """A long chain is no mistake: each parameter takes the value of the one before."""
    lines = ["model M\nparameter Real p0 = 1;\n"] + ["parameter Real p%d = p%d + 1;\n" % (i, i - 1)
                                                     for i in range(1, 5000)]
    expect(f.codes(f.file("a.mo", lines + ["Real x = p4999;\nend M;\n"])))


def chain_of_activations(f):
    """From its end to its beginning, so that none is known when it is asked for: each is one step deeper."""
    n = 4000
    lines = ["model M\n  Activation e[%d], f = Activation(3);\n  Integer k(start = 0, fixed = true);\n" % n,
             "equation\n  e[%d] = Activation(1);\n" % n,
             "  for i in 1:%d loop e[i] = e[i + 1] or f; end for;\n" % (n - 1),
             "  when e[1] then k = pre(k) + 1; end when;\nend M;\n"]
    expect(f.codes(f.file("a.mo", lines)), "S0712")


def growing_recursion(f):
    """A class that contains itself with another size each time never ends by repetition, only by its depth."""
    expect(f.codes(f.file("a.mo", "model A\n  parameter Integer n = 1;\n  A a(n = n + 1) if n > 0;\n  Real x = n;\nend "
                                  "A;\n")), "M0220")


def many_errors(f):
    """Two thousand mistakes are all counted and none is lost."""
    got = f.codes(f.file("a.mo", ["model M\n", "".join("Real x%d = y%d;\n" % (i, i) for i in range(2000)), "end M;\n"]))
    expect(sorted(set(got)), "M0301")
    expect([len(got)], 2000)


def random_bytes(f):
    """Texts that were cut off, doubled or had a byte changed: whatever is said, the program ends by itself."""
    chance = random.Random(1)
    text = GOOD + "function f input Real u; output Real y; algorithm y := if u > 1 then u else -u; end f;\n"
    for i in range(60):
        at = chance.randrange(len(text))
        other = [text[:at], text[:at] + text[:at], text[:at] + chance.choice("(){}[];=.,\"'/*+-<>:") + text[at + 1:],
                 text[:at] + text[at + 1:]][i % 4]
        f.codes(f.file("a.mo", other), "--stop", "0.1")


def random_system(chance):
    """A model whose equations are as many as its unknowns, more or less, and say whatever they say."""
    def term():
        return chance.choice(["x", "y", "z", "u[1]", "u[2]", "der(x)", "p", "q", "2", "time", "b.v", "b.i", "der(z)",
                              "sin(y)", "a.p.v", "a.p.i",
                              "(if y > 1 then 2 else z)", "s"])

    def expression():
        return " ".join([term()] + [chance.choice("+-*") + " " + term() for _ in range(chance.randint(0, 2))])

    def equation(*left):
        return "  %s = %s;" % (chance.choice(list(left) + [expression()]), expression())
    lines = [equation("x", "y", "z", "u[1]", "u[2]", "der(x)", "der(z)") for _ in range(chance.choice([3, 4, 4, 5]))]
    lines += ["  when %s > 1 then n = pre(n) + 1; end when;" % term()]
    lines += chance.choice([[], ["  for i in 1:2 loop u[i] = %s; end for;" % expression()], ["  connect(a.p, c.p);"],
                            ["  if %s > 1 then %s = %s; else %s = %s; end if;" % tuple(expression()
                                    for _ in range(5))]])
    first = ["  %s = %s;" % (chance.choice(["p", "x", "2", "q", "y", expression()]),
                             chance.choice(["1", "p", expression()]))
             for _ in range(chance.choice([0, 1, 1, 2]))]
    return """model G
  connector P Real v; flow Real i; end P;
  model A P p; equation p.v = 2*p.i%s; end A;
  model B Real v, i; equation %s end B;
  B b; A a, c;
  Real x(start = 1%s), y(start = 2%s), z, u[2], s;
  parameter Real p = 1, q%s;
  discrete Integer n(start = 0);
%s
equation
%s
algorithm
  s := %s;
end G;
""" % (chance.choice(["", " + time", "; p.v = 1"]),
       chance.choice(["v = 2; i = 3;", "v = i; i = 2;", "v = 2*i; i = v;"]),
       chance.choice(["", ", fixed = true"]), chance.choice(["", ", fixed = true"]),
       chance.choice([" = 2", "(fixed = false)", ""]),
       "initial equation\n" + "\n".join(first) if first else "", "\n".join(lines),
       chance.choice(["y", "2*z + 1", "s + 1", "n"]))


def names_in_messages(f):
    """Systems that cannot be solved, for all kinds of reasons: no message shows a name that is empty or not the
    user's."""
    seed = 11
    chance = random.Random(seed)
    for i in range(150):
        text = random_system(chance)
        status, out, said = f.call(f.saltus, ["check", f.file("g.mo", text) + ":G", "--json"])
        if status is None or status < 0 or said:
            raise AssertionError("seed %d, model %d: %s %s\n%s" % (seed, i, f.ended(status), said[:2000], text))
        for message in json.loads(out)["messages"]:
            for part in [message["text"], message["help"]] + message["notes"]:
                if f.unfit(part):
                    raise AssertionError("seed %d, model %d, %s: %s\n%s" % (seed, i, message["code"], part, text))


MISHAPS = [missing, missing_class, folder_without_package, unreadable, other_notation, binary, latin_1, empty,
           only_comments,
           byte_order_mark, other_line_ends, one_line_of_50_mb, one_word_of_50_mb, line_of_50_mb_of_nothing,
           string_of_50_mb_open,
           too_large, parentheses, parentheses_open, braces, ifs, nots, nested_classes, nested_equations,
           nested_modifiers, dots,
           chain_of_extends, chain_of_components, chain_of_parameters, chain_of_activations, growing_recursion,
           chain_to_a_size, terms_of_cosy, many_errors, random_bytes, names_in_messages]


def judge_all(saltus, call, ended, unfit, only=None):
    results = []
    for mishap in MISHAPS:
        if only and mishap.__name__ not in only:
            continue
        folder = Folder(saltus, call, ended, unfit)
        try:
            mishap(folder)
            bad = []
        except (AssertionError, ValueError) as error:
            bad = [str(error)]
        shutil.rmtree(folder.path)
        results.append((mishap.__name__, bad))
    return results
