"""Compares the results of a run with reference trajectories, within a tube.

References lie by the class: Modelica.A.B has the folder Modelica/A/B with comparisonSignals.txt (the names that are
compared, one a line), creation.txt (the experiment) and B.csv. A point (t, y) of our result agrees if y lies between
the least and the greatest value that the reference takes from t - width to t + width, widened by height: a step that
comes a little earlier or later agrees, a wrong value does not. Width is a share of the duration, height a share of the
signal's range. Points of ours at times of which the reference says nothing (we write each event, and a peak between two
of its points is in no reference) are left out.
"""
import bisect
import csv
import math
import pathlib
import re

SHARE = 0.002
# What rounding leaves where a signal is constant: a share of its size, and the size under which it counts as zero.
ROUNDING, ZERO = 1e-6, 1e-9
# Times that are the same: a share of the mean distance of the reference's points.
NEAR = 1e-6


def read_columns(path):
    """Columns by name, the first one is the time; booleans as 0 and 1."""
    words = {"true": 1.0, "false": 0.0}
    with open(path, newline="", encoding="utf-8-sig") as file:
        rows = csv.reader(file)
        names = ["time", *(plain(name) for name in next(rows)[1:])]
        columns = [[] for _ in names]
        for row in rows:
            for column, cell in zip(columns, row):
                column.append(words[cell] if cell in words else float(cell))
    return dict(zip(names, columns))


def plain(name):
    return name.replace(" ", "").strip('"')


class Reference:
    """The reference of one class; `names` is empty where there is nothing to compare."""

    def __init__(self, folder, class_name):
        self.folder = pathlib.Path(folder, *class_name.split("."))
        self.path = self.folder / f"{class_name.rsplit('.', 1)[-1]}.csv"
        signals = self.folder / "comparisonSignals.txt"
        self.names = []
        if signals.exists() and self.path.exists():
            lines = [line.strip() for line in signals.read_text().splitlines()]
            self.names = [plain(line) for line in lines if line and line != "time" and not line.startswith("//")]

    def arguments(self, result):
        """What `saltus run` needs to write the same signals on the same grid."""
        said = (self.folder / "creation.txt").read_text() if (self.folder / "creation.txt").exists() else ""
        options = []
        for word, option in (("StartTime", "--start"), ("StopTime", "--stop"), ("Interval", "--step")):
            found = re.search(rf"^{word}\s*=\s*([-+\d.eE]+)", said, re.M)
            if found and (option != "--step" or float(found.group(1)) > 0):
                options += [option, found.group(1)]
        # A comma separates patterns, so one inside of brackets is written as any character.
        return [*options, "-o", str(result), "--vars", ",".join(name.replace(",", "?") for name in self.names)]

    def compare(self, result):
        """(agrees, what to say of the worst signal)."""
        theirs, ours = read_columns(self.path), read_columns(result)
        worst, said = 0.0, ""
        for name in self.names:
            if name not in theirs:
                continue
            if name not in ours:
                return False, f"no signal '{name}'"
            excess, when, y, low, high = out_of_tube(theirs["time"], theirs[name], ours["time"], ours[name])
            if excess > worst:
                worst, said = excess, f"{name} is {y:.6g} at {when:.6g}, reference {low:.6g}..{high:.6g}"
        if ours["time"][-1] < theirs["time"][-1] - SHARE*abs(theirs["time"][-1]):
            return False, f"ends at {ours['time'][-1]:.6g}"
        return worst == 0.0, said


def at(times, values, index, t):
    """The reference's value at t, between the points index - 1 and index."""
    before, after = times[index - 1], times[index]
    if after == before:
        return values[index]
    return values[index - 1] + (values[index] - values[index - 1])*(t - before)/(after - before)


def is_said(times, t, near):
    """Has the reference a point there?"""
    k = bisect.bisect_left(times, t)
    return any(abs(times[i] - t) <= near for i in (k - 1, k) if 0 <= i < len(times))


def out_of_tube(times, values, our_times, our_values):
    """(how far out in parts of the tube's height, time, our value, the tube's bounds) of the worst point."""
    width = SHARE*(times[-1] - times[0])
    finite = [v for v in values if math.isfinite(v)]
    size = max(map(abs, finite), default=0.0)
    height = SHARE*(max(finite, default=0.0) - min(finite, default=0.0)) + ROUNDING*size + ZERO
    near = NEAR*(times[-1] - times[0])/len(times)
    said = [is_said(times, t, near) for t in our_times]
    if 2*sum(said) < len(said):         # another grid: everything is compared
        said = [times[0] <= t <= times[-1] for t in our_times]      # behind its end the reference says nothing
    worst = (0.0, 0.0, 0.0, 0.0, 0.0)
    for k, (t, y) in enumerate(zip(our_times, our_values)):
        if not said[k]:
            continue
        if t == our_times[0] and our_times[k + 1:k + 2] == [t]:
            continue        # before the first instant; references begin after it
        first = bisect.bisect_left(times, t - width)
        last = bisect.bisect_right(times, t + width)
        inside = values[first:last]
        if 0 < first < len(times):
            inside.append(at(times, values, first, t - width))
        if 0 < last < len(times):
            inside.append(at(times, values, last, t + width))
        low, high = min(inside), max(inside)
        excess = max(low - y, y - high) - height
        # Not a number is out of every tube.
        if not excess <= 0.0 and (math.isnan(y) or excess/height > worst[0]):
            worst = (math.inf if math.isnan(y) else excess/height, t, y, low - height, high + height)
    return worst
