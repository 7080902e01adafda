"""Netlists with one mistake each, for tests/spice.py: code, line, text, further files. The first line is the title."""

RUN = ".tran 1u 1m"
LOAD = "r9 1 0 1k"


def net(*cards, run=True):
    """The first card is in line 2; what makes the rest of a whole circuit stands behind the cards."""
    return "\n".join(("title",) + cards + ((LOAD, "v9 1 0 1", RUN) if run else ()) + (".end", ""))


SUB = (".subckt part a b", "r1 a b 1k", ".ends")

# spelling, cards
CARDS = [
    ("L0001", 2, net("+ r1 1 0 1k")),
    ("L0002", 2, net("r1 1 0 {1k")),
    ("L0003", 2, net(".param a={1 +}")),
    ("L0003", 2, net(".param a={(1 + 2}")),
    ("L0004", 2, net(".param a=")),
    ("L0005", 1, "R1 1 0 1k\nv1 1 0 1\n.tran 1u 1m\nr2 1 0 1k\n"),
    ("L0006", 2, net(".param 3")),
    ("L0007", 2, net(".func f {1}")),
    ("L0008", 2, net(".trna 1u 1m")),
    ("L0009", 2, net("1r 1 0 1k")),
    ("L0010", 8, net(".func f0(x) {x+x+x+x}", *(".func f%d(x) {f%d(x)+f%d(x)+f%d(x)+f%d(x)}" % ((k,) + (k - 1,)*4)
                                                for k in range(1, 10)), "b1 1 0 i=f9(v(1))")),
]

# names, nodes, the circuit as a graph
NAMES = [
    ("L0102", 3, net(".subckt part a b r=1k", ".param r=2k", "r1 a b {r}", ".ends", "x1 1 0 part")),
    ("L0103", 3, net(".param a=1", ".param a=2", "r1 1 0 {a}")),
    ("L0104", 2, net(".func sin(x) {x}")),
    ("L0105", 3, net("r1 1 0 1k", "r1 1 0 1k")),
    ("L0106", 2, net("b1 1 2 v=hertz", "r2 2 0 1")),
    ("L0107", 3, net(".param size=1k", "r1 1 0 {sise}")),
    ("L0107", 2, net("r1 1 0 {time}")),
    ("L0108", 3, net(".func f(x,y) {x+y}", "r1 1 0 {f(1)}")),
    ("L0108", 2, net("r1 1 0 {max(1)}")),
    ("L0109", 2, net(".func f(x) {f(x)}", "r1 1 0 {f(1)}")),
    ("L0110", 2, net("r1 1 0 {sine(1)}")),
    ("L0111", 2, net("r1 1 0 {ddt(1)}")),
    ("L0112", 2, net("r1 1 0 {v(1)}")),
    ("L0113", 2, net("b1 2 0 v=i(r7)", "r2 2 0 1")),
    ("L0114", 2, net("b1 2 0 v=v(otu)", "r2 2 0 1", "r3 out 1 1", "r4 out 0 1")),
    ("L0115", 2, net(".param a={b}", ".param b={a}", "r1 1 0 {a}")),
    ("L0116", 2, "title\nv1 1 2 1\nr1 1 2 1k\n.tran 1u 1m\n"),
    ("L0117", 3, net("v1 2 0 1", "v2 2 0 2", "r1 2 0 1")),
    ("L0118", 3, net("v1 2 0 1", "l1 2 0 1m", "r1 2 0 1")),
    ("L0119", 2, net("i1 2 0 1")),
    ("L0120", 2, net("c1 2 0 1u", "c2 2 1 1u")),
    ("L0121", 0, net("c1 2 0 1u", "c2 2 1 1u", ".options gshunt=1e-9")),
    ("L0122", 2, net("r1 1 2 1k")),
]

# devices and models
DEVICES = [
    ("L0201", 2, net("d1 1 0 dx", ".model dxx d")),
    ("L0202", 2, net(".model m1")),
    ("L0203", 4, net("d1 1 0 dx", ".model dx d", ".model dx d")),
    ("L0204", 2, net("r1 1")),
    ("L0204", 3, net(".model q npn", "q1 1 0 q")),
    ("L0204", 2, net("x1")),
    ("L0205", 3, net("m1 1 1 0 0 mm", ".model mm nmos level={v(1)}")),
    ("L0205", 3, net("m1 1 1 0 0 mm", ".model mm nmos level=2.5")),
    ("L0206", 3, net("d1 1 0 dx", ".model dx dd")),
    ("L0207", 2, net("d1 1 0 dx", ".model dx npn")),
    ("L0208", 3, net("m1 1 1 0 0 mm", ".model mm nmos level=54")),
    ("L0208", 3, net("m1 1 1 0 0 mm", ".model mm nmos level=2")),
    ("L0209", 3, net("d1 1 0 dx", ".model dx d(isat=1e-14)")),
    ("L0209", 2, net("r1 1 0 1k wdth=2")),
    ("L0210", 3, net("d1 1 0 dx", ".model dx d(vpk=100)")),
    ("L0210", 2, net("r1 1 0 1k ac=2k")),
    ("L0211", 2, net("c1 1 0 1F")),
    ("L0211", 2, net("r1 1 0 1M")),
    ("L0212", 2, net("c1 1 0")),
    ("L0213", 2, net("q1 1 1 0 0 7 qm", ".model qm npn", "r7 7 0 1")),
    ("L0214", 2, net("t1 1 0 2 0 z0=50", "r2 2 0 50")),
    ("L0215", 3, net("l1 2 0 1m", "k1 l1 l2 0.5", "r2 2 1 1")),
    ("L0216", 3, net("l1 2 0 1m", "k1 l1 0.5", "r2 2 1 1")),
    ("L0217", 4, net("l1 2 0 1m", "l2 2 0 1m", "k1 l1 l2 1.5", "r2 2 1 1")),
    ("L0218", 2, net("a1 1 0 gain")),
    ("L0218", 2, net("o1 1 0 2 0 line", "r2 2 0 1")),
    ("L0218", 2, net("u1 1 2 0 line", "r2 2 0 1")),
    ("L0219", 2, net("v1 2 0 sin(0 1 1k) pulse(0 1)", "r2 2 0 1")),
    ("L0221", 2, net("v1 2 0 sin(0)", "r2 2 0 1")),
    ("L0221", 2, net("v1 2 0 pwl(0 1 2)", "r2 2 0 1")),
    ("L0222", 2, net("v1 2 0 dc 1 portnum 1", "r2 2 0 1")),
    ("L0223", 2, net("v1 2 0 dc 1 sinus", "r2 2 0 1")),
    ("L0224", 2, net("e1 2 0", "r2 2 0 1")),
    ("L0225", 2, net("f1 2 0 vsense 2", "r2 2 0 1")),
    ("L0226", 2, net("e1 2 0 freq {v(1)}", "r2 2 0 1")),
    ("L0227", 2, net("m1 0 1 2 0 mm", ".model mm nmos", "r2 2 1 1k")),
    ("L0228", 2, net("e1 2 0 laplace {v(1)} = {exp(s)}", "r2 2 0 1")),
    ("L0229", 2, net("v1 2 0 pulse(0 1 0 1u 1u 1u 4u {1e30})", "r2 2 0 1")),
    ("L0230", 2, net("v1 2 0 pwl(0 1 2 1 1 0)", "r2 2 0 1")),
    ("L0231", 2, net("e1 2 0 poly(1) 1 0 " + " ".join(["1"]*20), "r2 2 0 1")),
    ("L0232", 2, net("c1 1 0 1u ic=1")),
]

# files and subcircuits
FILES = [
    ("L0301", 2, net(".include nothing.lib"), {}),
    ("L0301", 2, net("v1 2 0 pwl file=x.csv", "r2 2 0 1"), {}),
    ("L0303", 2, net("v1 2 0 pwl file=../x.csv", "r2 2 0 1"), {"../x.csv": "0 0 1m 1\n"}),
    ("L0302", 1, net(".include a.lib"), {"a.lib": ".include b.lib\n", "b.lib": ".include a.lib\n"}),
    ("L0303", 2, net(".include ../outside.lib"), {"../outside.lib": "* nothing\n"}),
    ("L0304", 2, net(".include"), {}),
    ("L0304", 2, net(".lib"), {}),
    ("L0305", 1, net(".lib a.lib fast"), {"a.lib": ".lib slow\n.endl\n"}),
    ("L0306", 2, net(".subckt", ".ends"), {}),
    ("L0307", 5, net(*SUB, *SUB, "x1 1 0 part"), {}),
    ("L0308", 2, net(".subckt part a a", "r1 a 0 1", ".ends", "x1 1 0 part"), {}),
    ("L0308", 2, net(".subckt part a 0", "r1 a 0 1", ".ends", "x1 1 0 part"), {}),
    ("L0309", 2, net(".ends"), {}),
    ("L0310", 4, net(".subckt part a b", "r1 a b 1k", ".ends port", "x1 1 0 part"), {}),
    ("L0311", 2, net(".subckt part a b", "r1 a b 1k"), {}),
    ("L0312", 5, net(*SUB, "x1 1 0 prat"), {}),
    ("L0313", 5, net(*SUB, "x1 1 0 0 part"), {}),
    ("L0314", 4, net(".subckt part a b", "r1 a b 1k", "x1 a b part", ".ends", "x1 1 0 part"), {}),
    ("L0315", 5, net(*SUB, "x1 1 0 part m=0"), {}),
    ("L0220", 2, net("v1 2 0 pwl file=x.csv", "r2 2 0 1"), {"x.csv": "0 0\n1m volt\n"}),
    ("L0317", 0, net(*SUB, run=False), {}),
]

# analyses
ANALYSES = [
    ("L0401", 2, net(".tran 1u {stop}", ".param stop={v(1)}")),
    ("L0402", 2, net(".tran")),
    ("L0402", 2, net(".tran 1u 1m startup")),
    ("L0403", 2, net(".tran 1u 1m 0.5m")),
    ("L0404", 2, net(".tran 1f 1m")),
    ("L0405", 2, net(".dc vx 0 1 0.1")),
    ("L0406", 2, net(".dc v9 0 1")),
    ("L0406", 2, net(".dc v9 0 1 0")),
    ("L0407", 2, net(".dc")),
    ("L0408", 2, net(".ac 10 1 1k")),
    ("L0408", 2, net(".ac dec 10 0 1k")),
    ("L0409", 2, net(".ac dec 10 1 1k")),
    ("L0410", 3, net(".control", "alter v9 2", ".endc")),
    ("L0411", 4, "t\nv1 1 0 1\n.control\nrun\n"),
    ("L0412", 2, net(".tf v(1)")),
    ("L0413", 2, net(".options reltol={v(1)}")),
    ("L0414", 2, net(".options reltoll=1")),
    ("L0414", 2, net(".options method=gear")),
    ("L0415", 2, net(".ic 1=2")),
    ("L0416", 2, net(".ic v(7)=2")),
    ("L0417", 3, net(".control", "print @r9[i]", ".endc")),
    ("L0418", 2, net(".disto dec 10 1k 1meg")),
    ("L0418", 2, net(".meas ac x max v(1)")),
    ("L0419", 2, net(".temp")),
    ("L0420", 2, net(".temp 27 50")),
    ("L0422", 5, net("v1 2 0 ac 1", "t1 2 0 3 0 z0=50 td=1n", "r2 3 0 50", ".ac dec 1 1 10")),
    ("L0423", 6, net(".subckt part a b", "v1 a b ac 1", ".ends", "x1 2 0 part", ".ac dec 1 1 10", "r2 2 0 1",
                     "v2 3 0 ac 1", "r3 3 0 1")),
    ("L0110", 2, net(".meas tran x max sine(1)")),
    ("L0424", 2, net(".meas tran x median v(1)")),
    ("L0424", 2, net(".meas tran x when v(1)=0.5 cross=1")),
    ("L0424", 2, net(".four 1 v(1)")),
    ("L0429", 2, net(".pz 1 0 7 0 vol pz")),
    ("L0429", 2, net(".pz 1 0 1 0 vol")),
    ("L0430", 2, net(".pz 2 0 1 0 vol pz", "r2 2 1 1k")),
    ("L0426", 2, net(".noise v(1) dec 10 1 1k")),
    ("L0426", 2, net(".noise v(1) v9 dec 10 0 1k")),
    ("L0428", 2, net(".noise v(1) v9 dec 10 1 1k", "s1 1 2 1 0 sm", "r2 2 0 1", ".model sm sw")),
    ("L0405", 2, net(".step v9 0 1 0.5 7")),
    ("L0405", 2, net(".step npn q1(bf) 50 100 25")),
]

WRONG = [w + ({},) for w in CARDS + NAMES + DEVICES + ANALYSES] + FILES
