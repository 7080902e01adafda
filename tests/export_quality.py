#!/usr/bin/env python3
"""Code that stands alone (docs/export.md): that it compiles without a word, needs libc and libm only, keeps no globals
and allocates nothing; sanitizers and analyzers; the same bytes each time; single precision; saving; ARM; Python.

    export_quality.py --saltus build/saltus [NAME ...]"""
import filecmp
import glob
import os
import shutil
import subprocess
import sys

from export_tools import SOURCE, STRICT, main, run

EXAMPLES = ("aircraft band_controller bouncing_ball bridge car cart_on_beam dc_motor digital_servo "
            "diode_circuit friction heat_rod lorenz motor_fit network_control pendulum predator_prey "
            "quarter_car rectifier rolling_disk sampled_pi servo spacecraft stirred_reactor "
            "tank_control thermostat tracking two_tanks").split()


def example(name):
    return os.path.join(SOURCE, "examples", name + ".mo")


def quality(place):
    """Warnings are errors for gcc and clang, with conversions; both analyzers; objects without writable data."""
    clang = shutil.which("clang")
    for name in EXAMPLES:
        folder = place.program(example(name), "--step", "0.001")
        if clang:
            done = subprocess.run([clang, "-std=c11", *STRICT.split(), "-fsyntax-only",
                                   "-Wno-unused-command-line-argument", *place.unseen(folder, "clang")],
                                  capture_output=True, text=True)
            place.check(done.returncode == 0, f"{name}, clang: {done.stderr[:500]}")
        objects = sorted(set(glob.glob(folder + "/*.o")) - {folder + "/main.o"})
        listed = subprocess.run(["nm", *objects], capture_output=True, text=True).stdout
        defined = {line.split()[-1] for line in listed.splitlines() if " T " in line}
        wanted = {line.split()[-1] for line in listed.splitlines() if " U " in line} - defined
        place.check(not [line for line in listed.splitlines() if line.split()[-2:-1] and line.split()[-2] in "DBC"],
                    f"{name} has writable data:\n{listed}")
        place.check(not wanted & {"malloc", "calloc", "realloc", "free", "setjmp", "longjmp", "exit", "abort"},
                    f"{name} calls {wanted}")
    print(f"{len(EXAMPLES)} examples compile with {STRICT}" + (", by clang too" if clang else "; there is no clang"))


def analyzers(place):
    for name in ("bouncing_ball", "diode_circuit", "sampled_pi"):
        folder = place.program(example(name), "--step", "0.001", flags="-O1 -fanalyzer -Werror")
        if shutil.which("clang"):
            done = subprocess.run(["clang", "--analyze", "-std=c11", "--analyzer-output", "text", "-Xclang",
                                   "-analyzer-werror", *place.unseen(folder, "analyzer")], capture_output=True,
                                  text=True, cwd=folder)
            place.check(done.returncode == 0, f"{name}, clang's analyzer: {done.stderr[:1500]}")
    print("both analyzers have nothing to say")


def sanitizers(place):
    flags = "-O1 -g -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all"
    for name in "bouncing_ball diode_circuit sampled_pi network_control two_tanks tank_control thermostat".split():
        rows, said, status = run(place.program(example(name), flags=flags), "--stop", "1")
        place.check(status == 0 and rows and "runtime error" not in said, f"{name}: {said[:1000]}")
    print("the sanitizers find nothing")


def same_bytes(place):
    """The same model gives the same bytes, wherever it is written to."""
    for name in ("dc_motor", "tracking"):
        first, _ = place.code(example(name))
        second, _ = place.code(example(name))
        files = sorted(os.listdir(first))
        match, other, _ = filecmp.cmpfiles(first, second, files, shallow=False)
        place.check(not other and len(match) == len(files), f"{name}: other bytes in {other}")
        text = open(os.path.join(first, "model.c")).read() + open(os.path.join(first, "model.h")).read()
        place.check(SOURCE not in text and place.folder not in text, f"{name}: a path of this machine is in the text")
    print("the same bytes each time")


def single(place):
    """Single precision: no double is computed with, and the values are near."""
    flags = STRICT + " -Wdouble-promotion"
    for name, stop, tolerance in (("servo", "1", 1e-4), ("lorenz", "0.5", 1e-3), ("sampled_pi", "2", 1e-4)):
        near, _, _ = run(place.program(example(name), "--single", "--step", "0.001", flags=flags), "--stop", stop)
        exact, _, _ = run(place.program(example(name), "--step", "0.001"), "--stop", stop)
        worst = max(abs(near[-1][k] - exact[-1][k]) / max(1, abs(exact[-1][k])) for k in exact[-1])
        place.check(0 < worst < tolerance, f"{name} in single precision is off by {worst}")
    folder, _ = place.code(example("lorenz"), "--single", "--name", "lorenz", target="library")
    with open(os.path.join(folder, "use.c"), "w") as file:
        file.write('#include "model.h"\nint main(void)\n{\n\tstatic lorenz m;\n\tlorenz_open(&m);\n'
                   "\treturn lorenz_initialise(&m, 0) != RT_OK || lorenz_step(&m) != RT_OK;\n}\n")
    done = subprocess.run("gcc -std=c11 -fsanitize=address *.c -lm -o use && ./use", shell=True, cwd=folder,
                          capture_output=True, text=True)
    place.check(done.returncode == 0, f"a library of single precision, compiled without options: {done.stderr[:400]}")
    print("single precision")


SAVING = r"""
#include "model.h"
#include <stdio.h>
#include <string.h>
int main(void)
{
	static NAME m, copy, other;
	double rates[NAME_STATES + 1];
	NAME_open(&m);
	if (NAME_initialise(&m, 0) != RT_OK)
		return 1;
	for (int k = 0; k < 137; k++)
		NAME_step(&m);
	NAME_save(&m, &copy);
	for (int k = 0; k < 200; k++)
		NAME_step(&m);
	double first = m.run.d.x[0], time = NAME_time(&m);
	NAME_restore(&other, &copy);
	memset(&m, 0, sizeof m);
	memset(&copy, 0, sizeof copy);
	for (int k = 0; k < 200; k++)
		NAME_step(&other);
	if (other.run.d.x[0] != first || NAME_time(&other) != time)
		return 2;
	if (NAME_derivatives(&other, rates) != RT_OK || NAME_event_update(&other) != RT_OK || NAME_finish(&other) != RT_OK)
		return 3;
	puts("good");
	return 0;
}
"""


def saving(place):
    """E375: a copy goes on to the same bits, on its own; derivatives, event update and finish."""
    for name, model in (("sampled_pi", "SampledPI"), ("bouncing_ball", "BouncingBall"), ("delayed", "Delayed")):
        path = example(name)
        if name == "delayed":
            path = place.model("Delayed", "model Delayed\n  Real x(start = 1, fixed = true), y(start = 0.5);\n"
                                          "equation\n  der(x) = -delay(x, 0.1)*y;\n  y + exp(y) = 2 + x;\nend Delayed;")
        folder, said = place.code(path, "--step", "0.01", "--name", model, target="library")
        with open(os.path.join(folder, "test.c"), "w") as file:
            file.write(SAVING.replace("NAME", model))
        done = subprocess.run(["cc", "-std=c11", "-O1", "-fsanitize=address,undefined", "-o", folder + "/test",
                               *sorted(glob.glob(folder + "/*.c")), "-lm"], capture_output=True, text=True)
        done = done if done.returncode else subprocess.run([folder + "/test"], capture_output=True, text=True)
        place.check(done.returncode == 0 and done.stdout == "good\n",
                    f"{name} saved: {done.returncode} {done.stderr[:800]}")
    print("copies go on to the same bits")


def arm(place):
    """A program for ARM, run by qemu, prints what this machine prints; a microcontroller finds all its symbols."""
    if not (shutil.which("arm-linux-gnueabihf-gcc") and shutil.which("qemu-arm")):
        print("ARM: skipped, gcc-arm-linux-gnueabihf and qemu-user are not installed")
    else:
        for name in ("lorenz", "sampled_pi", "bouncing_ball"):
            here, _, _ = run(place.program(example(name), "--step", "0.005"), "--stop", "1")
            folder = place.program(example(name), "--step", "0.005", compiler="arm-linux-gnueabihf-gcc",
                                   flags=STRICT + " -static")
            there, said, status = run(folder, "--stop", "1", before=["qemu-arm"])
            place.check(status == 0 and here == there and here, f"{name} on ARM: {said}")
        print("programs for ARM give the same bits")
    if not shutil.which("arm-none-eabi-gcc"):
        print("Cortex-M: skipped, gcc-arm-none-eabi is not installed")
        return
    for options in ([], ["--single"]):
        folder = place.program(example("sampled_pi"), "--step", "0.005", *options)
        sources = sorted(set(glob.glob(folder + "/*.c")) - {folder + "/main.c"})
        with open(folder + "/loop.c", "w") as file:
            file.write('#include "model.h"\nstatic SampledPI m;\nint main(void)\n{\n\tSampledPI_open(&m);\n'
                       '\tSampledPI_initialise(&m, 0);\n\tfor (;;)\n\t\tSampledPI_step(&m);\n}\n')
        done = subprocess.run(["arm-none-eabi-gcc", "-std=c11", "-Os", "-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard",
                               "-mfpu=fpv4-sp-d16", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections",
                               *(["-DRT_SINGLE"] if options else []), "--specs=nano.specs", "--specs=nosys.specs", "-o",
                               folder + "/loop.elf", folder + "/loop.c", *sources, "-lm"], capture_output=True,
                              text=True)
        place.check(done.returncode == 0, f"Cortex-M: {done.stderr[:1500]}")
        if done.returncode == 0:
            sizes = subprocess.run(["arm-none-eabi-size", folder + "/loop.elf"], capture_output=True, text=True).stdout
            text, data, bss = (int(x) for x in sizes.splitlines()[1].split()[:3])
            place.check(text < 100000 and data + bss < 20000, f"Cortex-M: {sizes}")
            print(f"Cortex-M4{', single precision' if options else ''}: {text} bytes of flash, {data + bss} of RAM")


PYTHON = """
import lander
lander.init()
one = lander.step([0.4], 1, 0.1)
two = lander.step({"u": 0.8}, 2, 0.1)
again = lander.reset([0.4], 0)
three = lander.step([0.4], 1, 0.1)
other = lander.Model(g=1.0)
lighter = other.step([0.4], 1, 0.1)
lander.finish()
print(one, two, three == one, lighter[2] > one[2], again[1])
"""


def python(place):
    """E22.4: the moon lander as a Python module."""
    try:
        import setuptools  # noqa: F401
    except ImportError:
        print("Python: skipped, python3-setuptools is not installed")
        return
    folder, said = place.code(example("moon_lander") + ":Moon.MoonLander", "--name", "lander", "--solver", "euler",
                              "--step", "0.1", target="python")
    done = subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=folder, capture_output=True,
                          text=True)
    place.check(done.returncode == 0, f"the module is not built: {done.stderr[:800]}")
    done = subprocess.run([sys.executable, "-c", PYTHON], cwd=folder, capture_output=True, text=True)
    numbers = [float(x) for x in done.stdout.replace("[", " ").replace("]", " ").replace(",", " ").split()[:8]] \
        if done.returncode == 0 else []
    known = [0, 579.5629558289684, -20.951173656529186, 14.2, 0, 560.1158292334636, -17.52201210385048, 12.6]
    place.check(len(numbers) == 8 and all(abs(a - b) <= 1e-13 * max(1, abs(b)) for a, b in zip(numbers, known)) and
                done.stdout.split()[-3:] == ["True", "True", "600.0"],
                f"the lander in Python: {done.stdout} {done.stderr}")
    for t, dt in (("1", "0"), ("1", "-0.1"), ("1", "float('nan')"), ("float('nan')", "0.1"), ("-5", "0.1")):
        call = f"import lander; lander.init(); lander.step([0], {t}, {dt})"
        done = subprocess.run([sys.executable, "-c", call], cwd=folder, capture_output=True, text=True, timeout=600)
        place.check("ValueError" in done.stderr, f"a step to {t} by {dt}: {done.stdout} {done.stderr}")
    print("the moon lander as a Python module, E22.4")


if __name__ == "__main__":
    sys.exit(main((saving, python, arm, same_bytes, single, sanitizers, analyzers, quality)))
