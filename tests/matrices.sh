#!/bin/bash
# Matrix expressions against NumPy and SciPy, by whichever python3 has them; fewer with the sanitizers.
set -u
python=python3
python3 -c 'import scipy' 2>/dev/null || python=/usr/bin/python3
exec "$python" "$SOURCE/tests/matrices.py" --saltus "$SALTUS" ${SANITIZED:+--count 60} "$@"
