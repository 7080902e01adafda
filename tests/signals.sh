#!/bin/bash
# Signals in files, by hand and at random. The same in every run; SIGNALS_SEED=100 takes others.
set -u
cases=25
[ -n "${SANITIZED:-}" ] && cases=8
exec python3 "$SOURCE/tests/signals.py" --saltus "$SALTUS" --seed "${SIGNALS_SEED:-1}" --count "$cases" "$@"
