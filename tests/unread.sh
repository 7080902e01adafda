#!/bin/bash
# Pulses in functions that cannot be read: random cases, the same in every run; UNREAD_SEED takes others.
set -u
exec python3 "$SOURCE/tests/unread.py" --saltus "$SALTUS" --seed "${UNREAD_SEED:-1}" --cases 60 "$@"
