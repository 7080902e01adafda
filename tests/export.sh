#!/bin/bash
# Code that stands alone: bits of runs, events at the step, quality, other machines, Python, what is refused.
set -u
python3 "$SOURCE/tests/export.py" --saltus "$SALTUS" || exit 1
exec python3 "$SOURCE/tests/export_quality.py" --saltus "$SALTUS"
