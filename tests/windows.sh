#!/bin/bash
# Narrow windows against closed forms: a few hundred random cases, the same in every run; WINDOWS_SEED takes others.
set -u
exec python3 "$SOURCE/tests/windows.py" --saltus "$SALTUS" --seed "${WINDOWS_SEED:-1}" --cases 500 "$@"
