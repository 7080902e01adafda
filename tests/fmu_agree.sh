#!/bin/bash
# FMUs of ours compute what their models do, also for callers that do no more than they must.
set -u
exec python3 "$SOURCE/tests/fmu_agree.py" --saltus "$SALTUS" "$@"
