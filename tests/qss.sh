#!/bin/bash
# Solvers with quantised states: the bound of the error, the order, stiffness, events that cost what depends on them,
# and the other solvers on a sample of the models.
set -u
count=40
[ -n "${SANITIZED-}" ] && count=8
exec python3 "$SOURCE/tests/qss.py" --saltus "$SALTUS" --count "$count" --seed 3 "$@"
