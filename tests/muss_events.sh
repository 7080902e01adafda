#!/bin/bash
# MUSS: problems with discontinuities, and closed forms of the times of their events.
set -u
exec python3 "$SOURCE/tests/muss_events.py" --saltus "$SALTUS" "$@"
