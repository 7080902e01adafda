#!/usr/bin/env python3
"""FMUs of examples of the Modelica Standard Library: each is exported, checked, simulated by model exchange and by
co-simulation in a process of its own, and compared with the run of its model (saltus fmu export does this). Tells the
time and the size of each, and the overhead of model exchange in process beside the native run.

    MODELICAPATH=... bench/fmu.py --saltus build/saltus"""
import argparse
import os
import subprocess
import sys
import tempfile
import time

CLASSES = """Blocks.Examples.PID_Controller Blocks.Examples.Filter Blocks.Examples.IntegerNetwork1
Blocks.Examples.TotalHarmonicDistortion Clocked.Examples.SimpleControlledDrive.ClockedWithDiscreteController
Electrical.Analog.Examples.CauerLowPassAnalog
Electrical.Analog.Examples.HeatingMOSInverter Electrical.Digital.Examples.FullAdder
Electrical.Digital.Examples.HalfAdder Electrical.Machines.Examples.DCMachines.DCPM_Start
Electrical.Analog.Examples.ShowSaturatingInductor Mechanics.Rotational.Examples.First
Mechanics.Rotational.Examples.ElasticBearing Mechanics.Rotational.Examples.LossyGearDemo1
Mechanics.Translational.Examples.Damper Mechanics.Translational.Examples.Oscillator
Mechanics.MultiBody.Examples.Elementary.Pendulum Mechanics.MultiBody.Examples.Elementary.DoublePendulum
Thermal.HeatTransfer.Examples.TwoMasses Thermal.FluidHeatFlow.Examples.SimpleCooling
Thermal.FluidHeatFlow.Examples.ParallelCooling StateGraph.Examples.FirstExample""".split()
TIMED = ["Mechanics.MultiBody.Examples.Elementary.DoublePendulum", "Electrical.Analog.Examples.CauerLowPassAnalog"]


def run(words, folder):
    begin = time.time()
    try:
        done = subprocess.run(words, capture_output=True, text=True, cwd=folder, timeout=300)
    except subprocess.TimeoutExpired:
        done = subprocess.CompletedProcess(words, 1, "", "error: it took more than 300 s")
    return done, time.time() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--class", dest="only", help="one of them")
    options = parser.parse_args()
    saltus, failed = os.path.abspath(options.saltus), 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SALTUS_CACHE"] = os.path.join(folder, "cache")
        for number, name in enumerate([options.only] if options.only else CLASSES):
            path = os.path.join(folder, f"{number}.fmu")
            words = [saltus, "fmu", "export", "Modelica." + name, "--fmi", str(2 + number % 2), "-o", path]
            _, alone = run([*words, "--no-check"], folder)
            done, _ = run(words, folder)
            agrees = done.returncode == 0 and done.stdout.count("agrees with the model") == 2
            failed += not agrees
            size = os.path.getsize(path) // 1024 if os.path.exists(path) else 0
            said = next((line for line in done.stderr.splitlines() if line.startswith("error")), "")
            print(f"{'agrees' if agrees else 'FAILED'}  FMI {2 + number % 2}  {alone:6.2f} s  {size:4d} kB  {name}  "
                  f"{said[:120]}", flush=True)
            if name in TIMED:
                extra = ["--quiet", "--tol", "1e-9"]
                native = min(run([saltus, "run", "Modelica." + name, *extra], folder)[1] for _ in range(3))
                inside = min(run([saltus, "run", path + ":me", "--in-process", *extra], folder)[1] for _ in range(3))
                print(f"        native run {native:.2f} s, model exchange in process {inside:.2f} s, "
                      f"{inside / native:.2f} times")
    print(f"{failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
