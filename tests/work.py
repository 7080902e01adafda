"""The work of every run of tests/models.py, pinned: what the program itself did once, not what is right.

A model whose answers still hold may take ten times the steps, lose the path of a solver, see an event twice or say a
message more: the answers do not tell, and these pins do. A change that is meant is pinned anew with
`tests/models.py --saltus build/saltus --pin`, and the difference of the file is read before it is committed.

A line of the file is one run: the model, its class and options, a tab, and the fields that the first line names. Names,
messages and sizes must be the same. Counts may differ by a few per cent: the functions of the C library are rounded
differently on other processors, and rounding decides whether two events are one instant.
"""
import os

EXACT = ("status", "solver", "states", "equations", "columns", "messages")
NEAR = ("rows", "state", "time", "step", "steps", "rhs", "jacobians")
SLACK, LEAST = 0.03, 2


def of_run(run):
    """The fields of one run, or None where a clock on the wall decided what it did."""
    j = run.json
    if j.get("status") in (None, "timeout"):
        return None
    events = j.get("events", {})
    solver = (j.get("solver") or "-").partition(" from t")[0].replace(" ", "_")      # not when it was changed
    codes = sorted({m.get("code") or "-" for m in j.get("messages", [])})
    fields = {"status": j["status"], "solver": solver, "states": j.get("states"),
              "equations": j.get("equations"), "columns": len(run.column), "messages": ",".join(codes) or "none",
              "rows": len(run.rows), "steps": j.get("steps"), "rhs": j.get("rhs"), "jacobians": j.get("jacobians")}
    fields.update({kind: events.get(kind) for kind in ("state", "time", "step")})
    return {name: str(value) for name, value in fields.items()}


def read(path):
    """The pins of a file: a run to its fields."""
    pins = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as stream:
            names = next(stream).rstrip("\n").partition("\t")[2].split(" ")
            for line in stream:
                run, _, fields = line.rstrip("\n").partition("\t")
                pins[run] = dict(zip(names, fields.split(" ")))
    return pins


def write(path, pins):
    names = EXACT + NEAR
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("run\t%s\n" % " ".join(names))
        stream.writelines("%s\t%s\n" % (run, " ".join(fields[name] for name in names))
                          for run, fields in sorted(pins.items()))


def is_near(got, pinned):
    if not (got.isdigit() and pinned.isdigit()):
        return got == pinned
    return abs(int(got) - int(pinned)) <= LEAST + SLACK*int(pinned)


def difference(got, pinned, but=()):
    """An empty text, or which fields are not as pinned; those of `but` are not looked at."""
    wrong = [name for name in EXACT if got[name] != pinned.get(name)]
    wrong += [name for name in NEAR if name not in but and not is_near(got[name], pinned.get(name, ""))]
    return ", ".join("%s is %s and was %s" % (name, got[name], pinned.get(name)) for name in wrong)


def self_test():
    """The judge itself must be able to say no."""
    one = {name: "none" for name in EXACT} | {name: "100" for name in NEAR}
    if difference(one, dict(one)) or difference(one | {"steps": "104"}, one):
        raise SystemExit("work.py: the judge refuses what is near")
    for field, value in (("solver", "erk"), ("messages", "R0301"), ("steps", "106"), ("state", "94"), ("rows", "None")):
        if field not in difference(one | {field: value}, one):
            raise SystemExit("work.py: the judge does not see %s=%s" % (field, value))
