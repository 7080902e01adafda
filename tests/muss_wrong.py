"""Texts of MUSS with one mistake each, for tests/muss.py: the code of its message, the line, the text."""

SUBMODEL = """Continuous submodel s is
  Static region
    inputs {{real u;}}
    outputs {{real y;}}
    {static}
  End static region;
  {initial}
  Dynamic region
    {dynamic}
  End dynamic region;
End submodel s;
"""


def submodel(dynamic="y = u;", static="", initial=""):
    if initial:
        initial = f"Initial region\n    {initial}\n  End initial region;"
    return SUBMODEL.format(dynamic=dynamic, static=static, initial=initial)


def distributed(dynamic, static="", more=""):
    return f"""Distributed submodel d is
  Static region
    outputs {{real y;}}
    space {{z from 0.0 to 1.0 points 11;}}
    fields {{real T;}}
    {static}
  End static region;
  Initial region
    T = z;
  End initial region;
  Dynamic region
    {dynamic}
  End dynamic region;
End submodel d;
"""


def experiment(control="finish = 1.0;", static="auxiliary variables {real y;}", dynamic="y = Time;"):
    return f"""Experiment e is
  Static region
    {static}
  End static region;
  Dynamic region
    {dynamic}
  End dynamic region;
  Control region
    {control}
  End control region;
End experiment e;
"""


CALLER = """Continuous submodel t is
  Static region
    outputs {{real y;}}
    submodels called {{s;}}
    auxiliary variables {{real a, b;}}
  End static region;
  Dynamic region
    {dynamic}
  End dynamic region;
End submodel t;
"""

# code, line, text
LIMITER = submodel("if (u >= h) {y = h;} else if (u < l) {y = l;} else {y = u;};").replace("{real u;}",
    "{real l, h, u;}")

WRONG = [
    ("N0001", 1, "/* no end"), ("N0001", 9, submodel('y = "abc')), ("N0002", 9, submodel("y = 1e999;")),
    ("N0003", 9, submodel("y = 2u;")), ("N0004", 9, submodel("y = u # 2;")), ("N0004", 9, submodel("y = u & 2;")),
    ("N0005", 9, submodel("y = ;")), ("N0005", 1, "hello"), ("N0005", 5, submodel(static="imputs {real a;}")),
    ("N0006", 9, submodel("y = " + "("*600 + "u" + ")"*600 + ";")), ("N0007", 1, ""),
    ("N0010", 9, submodel("y == u;")), ("N0010", 9, submodel("if (u = 1.0) {y = u;} else {y = 0.0;};")),
    ("N0011", 9, submodel("if (0.0 < u < 1.0) {y = u;} else {y = 0.0;};")),
    ("N0012", 10, submodel("if (u > 0.0) {y = u;")), ("N0013", 9, submodel("when () {y = u;};")),
    ("N0014", 9, submodel("s(u);")), ("N0015", 9, submodel("y = u")), ("N0016", 9, submodel("y = u; }")),
    ("N0017", 11, submodel().replace("End submodel s", "End submodel other")),
    ("N0017", 6, submodel().replace("End static region", "End initial region")),
    ("N0018", 2, "Continuous submodel s is\n  Sampled region\n  End sampled region;\nEnd submodel s;\n"),
    ("N0019", 4, "Continuous submodel s is\n  Dynamic region\n  End dynamic region;\n  Initial region\n"
     "  End initial region;\nEnd submodel s;\n"),
    ("N0101", 5, submodel(static="auxiliary variables {real u;}")),
    ("N0102", 5, submodel(static="auxiliary variables {real time;}")),
    ("N0103", 5, submodel(static="period {0.1;}")), ("N0103", 5, submodel(static="fields {real T;}")),
    ("N0104", 5, submodel(static="constants {real c;}")), ("N0105", 3, submodel().replace("real u", "real u = 1.0")),
    ("N0106", 12, submodel() + submodel()), ("N0107", 9, submodel("y = uu;")),
    ("N0108", 9, submodel("y = a[1, 2];", "parameters {real a[3] = 1.0;}")), ("N0109", 9, submodel("y = u.x;")),
    ("N0110", 9, submodel("y' = u;")), ("N0111", 9, submodel("y = log(u);")),
    ("N0112", 9, submodel("if (u == 1.0) {y = u;} else {y = 0.0;};")), ("N0113", 9, submodel('y = "text";')),
    ("N0114", 9, submodel("y = a; a = u;", "auxiliary variables {integer a;}")),
    ("N0115", 9, submodel("if (u) {y = u;} else {y = 0.0;};")),
    ("N0115", 9, submodel("y = a; a = u > 1.0;", "auxiliary variables {logical a;}")),
    ("N0201", 9, submodel("y = u; u = 2.0;")), ("N0202", 9, submodel("y = u; y = 2.0*u;")),
    ("N0203", 9, submodel("y = x; x' = u; when (u > 1.0) {x' = 2.0;};", "state {real x = 1.0;}")),
    ("N0204", 9, submodel("y = u; x = u; x' = 1.0;", "state {real x = 1.0;}")),
    ("N0205", 8, submodel("y = x; x' = u;", "state {real x = 1.0;}", "x' = 2.0;")),
    ("N0206", 9, submodel("if (u > 0.0) {y = u; a = u;} else {y = 0.0;};", "auxiliary variables {real a;}")),
    ("N0207", 9, submodel("if (u > 0.0) {y = u;};")),
    ("N0208", 8, submodel("y = u;", "auxiliary variables {real a;}", "when (u > 0.0) {a = 1.0;};")),
    ("N0209", 9, submodel("y = u; do while (u > 0.0) {a = 1.0;};", "auxiliary variables {real a;}")),
    ("N0210", 9, submodel("y = u; for i in {1, 2} {a = 1.0;};", "auxiliary variables {real a;}")),
    ("N0211", 9, submodel("y = u; at z = 0.0 {y = 2.0;};")),
    ("N0211", 12, distributed("y = 1.0; T' = T_zz; at z = 0.5 {T = 0.0;};")),
    ("N0212", 5, submodel("y = x; x' = u;", "state {real x;}")),
    ("N0212", 5, submodel("y = u; when (u > 1.0) {b = TRUE;};", "auxiliary variables {logical b;}")),
    ("N0213", 5, submodel("y = x;", "state {real x = 1.0;}")), ("N0214", 4, submodel("")),
    ("N0215", 5, submodel(static="auxiliary variables {real a;}")),
    ("N0216", 8, submodel("y = u;", initial="y = 2.0;")),
    ("N0217", 1, "Sampled submodel s is\n  Static region\n  End static region;\nEnd submodel s;\n"),
    ("N0218", 12, distributed("y = 1.0; T' = T_zz;")), ("N0219", 12, distributed("y = T; T' = 1.0;")),
    ("N0221", 9, distributed("y = 1.0; T' = 1.0;").replace("T = z;", "if (TRUE) {T = z;};")),
    ("N0220", 9, submodel("y = integral(u);")), ("N0301", 9, submodel("y = sin(u, u);")),
    ("N0301", 19, submodel() + CALLER.format(dynamic="y = s(1.0, 2.0);")),
    ("N0302", 9, submodel("y = foo(u);")), ("N0303", 19, submodel() + CALLER.format(dynamic="(a, b) = s(1.0);")),
    ("N0304", 1, submodel("y = s(u);", "submodels called {s;}")),
    ("N0305", 8, submodel("y = u;", "submodels called {s;} auxiliary variables {real a;}", "a = s(u);")),
    ("N0306", 9, submodel("y = e(u);", "submodels called {e;}") + experiment()),
    ("N0401", 3, experiment(static="inputs {real u;} auxiliary variables {real y;}")),
    ("N0402", 9, experiment("finsh = 1.0;")), ("N0403", 9, experiment("if (TRUE) {finish = 1.0;};")),
    ("N0222", 8, submodel("y = x; x' = u; z' = u;", "state {real x, z;}", "x = z; z = 1.0;")),
    ("N0223", 19, LIMITER + CALLER.format(dynamic="y = a + b; a = s(0.95, 0.05, Time); b = 0.0;")),
    ("N0223", 19, LIMITER + CALLER.format(dynamic="y = a + b; a = s(2.0, -1.0*3.0, Time); b = s(0.05, 0.95, Time);")),
]
