#!/bin/bash
# Blocks in arrays against the same blocks one by one, at random. The same in every run; ALIKE_SEED=100 takes others.
set -u
cases=60
[ -n "${SANITIZED:-}" ] && cases=15
exec python3 "$SOURCE/tests/alike.py" --saltus "$SALTUS" --seed "${ALIKE_SEED:-1}" --count "$cases" "$@"
