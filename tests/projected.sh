#!/bin/bash
# Random linear models whose bodies are tied and released, against the consistency projector: fewer with the sanitizers.
set -u
cases=80
[ -n "${SANITIZED-}" ] && cases=12
exec python3 "$SOURCE/tests/projected.py" --saltus "$SALTUS" --cases "$cases" "$@"
