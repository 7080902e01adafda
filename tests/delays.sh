#!/bin/bash
# Delays, of which many vary, against what comes out of them by definition. The same in every run; DELAYS_SEED=0 takes
# others, and prints the seed.
set -u
cases=150
[ -n "${SANITIZED:-}" ] && cases=40
exec python3 "$SOURCE/tests/delays.py" --saltus "$SALTUS" --seed "${DELAYS_SEED:-4}" --cases "$cases" "$@"
