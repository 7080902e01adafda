#!/bin/bash
# Narrow windows against closed forms: a few hundred random cases, the same in every run; WINDOWS_SEED takes others.
set -u
cases=500
[ -n "${SANITIZED-}" ] && cases=80
exec python3 "$SOURCE/tests/windows.py" --saltus "$SALTUS" --seed "${WINDOWS_SEED:-1}" --cases "$cases" "$@"
