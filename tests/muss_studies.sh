#!/bin/bash
# MUSS: studies, values by name in calls, the order of the initial region, the layout of texts.
set -u
exec python3 "$SOURCE/tests/muss_studies.py" --saltus "$SALTUS" "$@"
