#!/bin/bash
# saltus optimise of the car of examples/car.mo, against published times and an independent computation. With the sanitizers, one of its problems.
set -u
exec python3 "$SOURCE/tests/optimise.py" --saltus "$SALTUS" --source "$SOURCE" --car ${SANITIZED:+e6_1_distance_in_30_seconds} "$@"
