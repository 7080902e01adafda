#!/bin/bash
# Solver against solver: a sample of the project's models. What takes longer than a few seconds is left to --all.
set -u
exec python3 "$SOURCE/tests/solvers.py" --saltus "$SALTUS" --limit 5 ${SANITIZED:+--count 30} "$@"
