#!/bin/bash
# Functions of lib/Saltus against SciPy, by whichever python3 has it; fewer systems with the sanitizers.
set -u
python=python3
python3 -c 'import scipy' 2>/dev/null || python=/usr/bin/python3
exec "$python" "$SOURCE/tests/control.py" --saltus "$SALTUS" --source "$SOURCE" ${SANITIZED:+--count 4} "$@"
