#!/bin/bash
# Linearisation of generated models against SciPy, by whichever python3 has it; fewer with the sanitizers.
set -u
python=python3
python3 -c 'import scipy' 2>/dev/null || python=/usr/bin/python3
exec "$python" "$SOURCE/tests/linear.py" --saltus "$SALTUS" ${SANITIZED:+--count 8} "$@"
