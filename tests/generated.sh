#!/bin/bash
# Generated models through check, run, two solvers and both compilers. The seed of the first is printed; FUZZ_SEED gives
# it, FUZZ_SECONDS how long.
set -u
exec python3 "$SOURCE/tests/fuzz/runs.py" --saltus "$SALTUS" --tiers "$BUILD/tiers" \
	--seconds "${FUZZ_SECONDS:-15}" --seed "${FUZZ_SEED:-$RANDOM$RANDOM}" "$@"
