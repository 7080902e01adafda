#!/usr/bin/env python3
"""What a run from Python costs beside the same loop in C: a parameter is changed, a small model runs, a value is read.

    bench/python.py [RUNS]          100000 of each, unless told; a million takes about a minute

Both use libsaltus.so of the folder build, in turns. The smallest time of the processor for each counts, so that other
programs matter little.
"""

import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT + "/python")
import saltus  # noqa: E402

MODEL = "model Decay parameter Real k = 1; Real x(start = 1, fixed = true); equation der(x) = -k*x; end Decay;"
LOOP = r"""
#include <saltus.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(int argc, char **argv)
{
	int n = atoi(argv[argc - 1]);
	saltus_program *p = saltus_load_text("MODEL", NULL);
	saltus_run *r = saltus_new_run(p);
	size_t k = saltus_find(p, "k"), x = saltus_find(p, "x");
	double sum = 0, out;
	saltus_set_rows(r, SALTUS_AT_ENDS);
	struct timespec a, b;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a);
	for (int i = 0; i < n; i++) {
		double value = 1 + 1e-6*i;
		saltus_simulate_at(r, &k, &value, 1, &x, &out, 1);
		sum += out;
	}
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b);
	printf("%.9g %.17g\n", (b.tv_sec - a.tv_sec) + 1e-9*(b.tv_nsec - a.tv_nsec), sum);
	saltus_free_run(r);
	saltus_free(p);
	return 0;
}
"""


def by_c(program: str, n: int) -> tuple[float, float]:
    seconds, total = subprocess.run([program, str(n)], check=True, capture_output=True, text=True).stdout.split()
    return float(seconds), float(total)


def by_python(model: saltus.Model, n: int) -> tuple[float, float]:
    run = model.run().function(["k"], ["x"])
    total, since = 0.0, time.thread_time()
    for i in range(n):
        total += run(1 + 1e-6*i)[0]
    return time.thread_time() - since, total


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
    rounds, model = 5, saltus.load_text(MODEL)
    part = max(n // rounds, 1)
    with tempfile.TemporaryDirectory() as folder:
        source, program = folder + "/loop.c", folder + "/loop"
        with open(source, "w") as file:
            file.write(LOOP.replace("MODEL", MODEL))
        subprocess.run(["cc", "-O2", source, f"-I{ROOT}/include", f"-L{ROOT}/build",
                        f"-Wl,-rpath,{ROOT}/build", "-lsaltus", "-o", program], check=True)
        times = [(by_c(program, part), by_python(model, part)) for _ in range(rounds)]
    c, python = min(t[0][0] for t in times)/part, min(t[1][0] for t in times)/part
    if times[0][0][1] != times[0][1][1]:
        sys.exit("the loops do not agree")
    print(f"python      a run from C {1e6*c:.1f} us, from Python {1e6*python:.1f} us: {1e6*(python - c):.1f} us more, "
          f"ratio {python/c:.2f}")


if __name__ == "__main__":
    main()
