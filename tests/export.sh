#!/bin/bash
# Code that stands alone: bits of runs, events at the step, quality, other machines, Python, what is refused.
set -u
python3 "$SOURCE/tests/export.py" --saltus "$SALTUS" || exit 1
# The code that leaves is the same text, whichever build has written it.
[[ -n ${SANITIZED:-} ]] || exec python3 "$SOURCE/tests/export_quality.py" --saltus "$SALTUS"
