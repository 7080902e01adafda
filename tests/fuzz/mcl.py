"""Random commands of MCL, by its grammar: for a session in which the models of `tests/shell_generated.py` are loaded.

    line = mcl.command(random.Random(7))          whatever may be written; most of it means something
"""
import random

PROCESSES = [":Ball", ":Ball(a)", ":Plant", ":exp_filter", ":exp_smpr", "::filter_multirun", ":E*", ":nobody"]
BLOCKS = ["", "", "", "[-]", "[.filter]", ":exp_smpr[SMPR.control_circuit]", ":exp_smpr[S*.power*]", "[*]", "[-.-]",
    "[x]"]
NAMES = ["h", "v", "x", "y", "u", "e", "g", "tau", "V0", "V*", "*", "bounces", "nothing", "n", "time"]


def expression(r, depth=2):
    if depth == 0 or r.random() < 0.3:
        return r.choice(["1", "0.5", "-2", "1e-3", r.choice(NAMES[:8]), "i"])
    a, b = expression(r, depth - 1), expression(r, depth - 1)
    return r.choice(["%s + %s", "%s - (%s)", "%s*%s", "(%s)/(%s)", "MAX(%s, %s)", "SIN(%s) + COS(%s)", "%s < %s",
                     "%s ^ 2 + %s", "%s > 0 AND %s > 1", "ABS(%s) + SQRT(%s)"]) % (a, b)


def element(r):
    return r.choice(BLOCKS) + r.choice(NAMES)


def elements(r):
    return ", ".join(element(r) for _ in range(r.randint(0, 3)))


def number(r):
    return r.choice(["0", "0.1", "0.5", "1", "2", "1e-4", "-1", "100", expression(r, 1)])


def process(r):
    return r.choice(PROCESSES + ["", "", ""])


COMMANDS = [
    lambda r: "CREATE %s" % r.choice(PROCESSES), lambda r: "REMOVE %s" % r.choice(PROCESSES),
    lambda r: "DO %s" % process(r), lambda r: "DO/STATISTICS", lambda r: "GO/TO=(%s) %s" % (number(r), process(r)),
    lambda r: "STEP %s" % process(r), lambda r: "STEP/COUNT=(%s)" % r.choice(["1", "2", "5", "0"]),
    lambda r: "STEP BACK", lambda r: "STEP BACK/TO=(%s)" % number(r), lambda r: "RESTART %s" % process(r),
    lambda r: "SET BLOCK %s" % r.choice(BLOCKS + PROCESSES), lambda r: "TYPE VARIABLES %s" % elements(r),
    lambda r: "TYPE VARIABLES/%s %s" % (r.choice("STATE DERIVATIVE DISCONTINUOUS PARAMETER SUBMODEL ALL".split()),
        elements(r)),
    lambda r: "TYPE SYSTEM *",
        lambda r: "SHOW %s" % r.choice("MODEL EXPERIMENT STUDY BLOCK BREAK EVENTS LISTS SYMBOL".split()),
    lambda r: "SHOW BLOCK/SYMBOL/FULL %s" % r.choice(BLOCKS), lambda r: "OPER %s" % expression(r),
    lambda r: "x1 = %s" % expression(r), lambda r: "PARAMETER %s = %s" % (element(r), number(r)),
    lambda r: "CHANGE %s = %s" % (element(r), number(r)), lambda r: "CONTROL finish = %s" % r.choice(["0.5", "1",
        "DEFAULT", "-1"]),
    lambda r: "CONTROL solver = %s" % r.choice(["auto", "cvode", "erk", "DEFAULT", "none"]),
    lambda r: "WATCH %s" % elements(r), lambda r: "PRINT/DELTA=(%s) %s" % (number(r), elements(r)),
        lambda r: "PRINT/RESET",
    lambda r: "PREPARE%s %s" % (r.choice(["", "/RESET", "/OUTPUT=(rows)"]), elements(r)),
    lambda r: "SCOPE%s %s" % (r.choice(["", "/RESET", "/ERASE", "/OUTPUT=(curve.svg)"]), elements(r)),
    lambda r: "SET TRACE/%s" % r.choice("STATE_EVENTS TIME_EVENTS F.G_CALLS STATE_VECTOR RESET".split()),
    lambda r: "BREAK %s" % expression(r), lambda r: "BREAK/RESET", lambda r: "WHY %s" % element(r),
    lambda r: "SAVE kept", lambda r: "RESTORE kept", lambda r: "RELOAD", lambda r: "PLOT %s" % elements(r),
    lambda r: "OVERLAY %s" % elements(r), lambda r: "COMPARE", lambda r: "LINEARISE", lambda r: "TRIM",
        lambda r: "HELP set",
    lambda r: "IF %s THEN %s" % (expression(r), command(r)), lambda r: "FOR i = 1 TO %s\n%s\nNEXT" % (number(r),
        command(r)),
    lambda r: "IF %s\n%s\nELSE\n%s\nENDIF" % (expression(r), command(r), command(r)),
    lambda r: "@%s" % r.choice(["small", "round", "absent"]),
        lambda r: "EDIT w\nI\n%s\n\nT W\nQUIT" % command(r).split("\n")[0],
]


def command(r):
    text = r.choice(COMMANDS)(r)
    if r.random() < 0.1:                                   # shorter, or spoilt
        words = text.split(" ")
        k = r.randrange(len(words))
        words[k] = r.choice([words[k][:r.randint(1, 3)], words[k] + "!", "", words[k]*2, "(", "'x1'", '"'])
        text = " ".join(words)
    return text.lower() if r.random() < 0.3 else text


def session(seed, n):
    r = random.Random(seed)
    return "".join(command(r) + "\n" for _ in range(n))
