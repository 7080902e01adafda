#!/usr/bin/env python3
"""Runs of examples that have no reference results, compared with an independent computation.

  bench/independent.py FOLDER [--saltus build/saltus]       FOLDER holds Modelica/, a checkout of the standard library

The equations are written here by hand, from the circuit and from the documentation, not from a translation of the
models. Both are linear in pieces, so their solution is a Taylor series that ends when its terms do: computed with sixty
digits it is exact for every purpose here, also for the chaotic one, where an error grows by a factor of e in some
hundreds of seconds. The table says for each span and tolerance how far Saltus is from it, as a share of the signal's
range.
"""
import argparse
import csv
import decimal
import os
import pathlib
import subprocess
import tempfile

from decimal import Decimal as D

decimal.getcontext().prec = 60
SMALL = D(10)**-58


class Pieces:
    """x' = A x + b, where A and b belong to the piece of the present; `crossing` gives the next piece and where it
    begins, if a step leaves this one."""

    def __init__(self, piece, x):
        self.piece, self.x, self.t = piece, list(x), D(0)

    def series(self, h):
        """The terms of the series for a step of h: x(t + s h) is the sum of terms[n] s**n."""
        matrix, constant = self.system(self.piece)
        terms = [self.x]
        while len(terms) < 2 or max(map(abs, terms[-1])) > SMALL:
            n = len(terms)
            terms.append([(sum(a*x for a, x in zip(row, terms[-1])) + (c if n == 1 else 0))*h/n
                          for row, c in zip(matrix, constant)])
        return terms

    def go_to(self, stop):
        while self.t < stop:
            terms = self.series(stop - self.t)
            share, piece = self.crossing(terms, stop)
            self.t = stop if share == 1 else self.t + share*(stop - self.t)
            self.x, self.piece = at(terms, share), piece


def at(terms, share):
    total = [D(0)]*len(terms[0])
    for term in reversed(terms):
        total = [t*share + x for t, x in zip(total, term)]
    return total


class Chua(Pieces):
    """The capacitors C1 and C2 and the coil L with its resistance R; the nonlinear resistor has the slope Ga between -1
    V and 1 V, Gb outside."""
    names = ["C1.v", "C2.v", "L.i"]
    C1, C2, L, R, G = D(10), D(100), D(18), D("0.0125"), D("0.565")
    Ga, Gb = D("-0.757576"), D("-0.409091")
    grid, stop = D(5), 50000

    def __init__(self):
        super().__init__(1, [D(4), D(0), D(0)])

    def system(self, piece):
        # What flows into the nonlinear resistor is slope*v1 + piece*(Ga - Gb), with piece = -1, 0, 1.
        slope = self.Gb if piece else self.Ga
        return [[-(self.G + slope)/self.C1, self.G/self.C1, D(0)],
                [self.G/self.C2, -self.G/self.C2, -1/self.C2],
                [D(0), 1/self.L, -self.R/self.L]], [-piece*(self.Ga - self.Gb)/self.C1, D(0), D(0)]

    def crossing(self, terms, _):
        """The first bound that v1 passes. A step is a small part of the fastest oscillation, so its sixteenths show
        every crossing."""
        low, high = {-1: (-99, -1), 0: (-1, 1), 1: (1, 99)}[self.piece]
        for k in range(1, 17):
            v = at(terms, D(k)/16)[0]
            if low <= v <= high:
                continue
            bound = low if v < low else high
            before, after = D(k - 1)/16, D(k)/16
            for _ in range(190):
                middle = (before + after)/2
                inside = low < at(terms, middle)[0] < high
                before, after = (middle, after) if inside else (before, middle)
            return after, self.piece + (1 if bound == high else -1)
        return D(1), self.piece


class Motor(Pieces):
    """Winding and core of a motor; losses in the winding are 100 W for 360 s, then 1000 W for 240 s, at 95 degC, and
    grow with temperature."""
    names = ["Twinding.T", "Tcore.T"]
    grid, stop = D(60), 7200

    def __init__(self):
        super().__init__(0, [D(20), D(20)])

    def system(self, piece):
        losses, alpha = (D(100), D(1000))[piece], D("0.00303")
        return [[(losses*alpha - 10)/2500, D(10)/2500],
                [D(10)/25000, -D(10 + 25)/25000]], [losses*(1 - alpha*95)/2500, (500 + 25*D(20))/25000]

    def crossing(self, _, stop):
        # 360 and 600 are on the grid.
        return D(1), 1 if stop % 600 >= 360 else 0


def saltus_run(options, class_name, system, tolerance):
    environment = dict(os.environ, MODELICAPATH=os.path.abspath(options.folder))
    with tempfile.TemporaryDirectory() as here:
        subprocess.run([os.path.abspath(options.saltus), "run", f"{options.folder}/Modelica/package.mo:{class_name}",
                        "--vars",
                        ",".join(system.names), "--step", str(system.grid), "--events", "none", "--tol", str(tolerance),
                        "-o", "r.csv",
                        "--quiet"], env=environment, cwd=here, check=True)
        with open(f"{here}/r.csv", newline="") as file:
            rows = csv.reader(file)
            place = {name: k for k, name in enumerate(next(rows))}
            return {float(row[0]): [float(row[place[name]]) for name in system.names] for row in rows}


def compare(options, class_name, system, spans, tolerances):
    exact = {0.0: [float(x) for x in system.x]}
    for k in range(1, int(system.stop/system.grid) + 1):
        system.go_to(k*system.grid)
        exact[float(system.t)] = [float(x) for x in system.x]
    columns = list(zip(*exact.values()))
    size = [max(column) - min(column) for column in columns]
    print(class_name)
    print("| span | " + " | ".join(f"--tol {tolerance:g}" for tolerance in tolerances) + " |")
    print("|---|" + "---|"*len(tolerances))
    runs = [saltus_run(options, class_name, system, tolerance) for tolerance in tolerances]
    for span in spans:
        worst = [max(abs(a - b)/s for t, row in exact.items() if t <= span for a, b, s in zip(row, run[t], size))
                 for run in runs]
        print(f"| {span} s | " + " | ".join(f"{w:.1e}" for w in worst) + " |")
    print("at the end:", dict(zip(system.names, exact[float(system.stop)])), "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--saltus", default=str(pathlib.Path(__file__).resolve().parent.parent / "build/saltus"))
    options = parser.parse_args()
    options.folder = os.path.abspath(options.folder)
    compare(options, "Modelica.Electrical.Analog.Examples.ChuaCircuit", Chua(), [1000, 2000, 5000, 10000, 20000, 50000],
            [1e-6, 1e-9, 1e-12])
    compare(options, "Modelica.Thermal.HeatTransfer.Examples.Motor", Motor(), [7200], [1e-6, 1e-9, 1e-12])


if __name__ == "__main__":
    main()
