#!/bin/bash
# saltus optimise of the car of examples/car.mo, against published times and an independent computation. With the
# sanitizers, one of its problems.
set -u
python=python3
python3 -c 'import scipy' 2>/dev/null || python=/usr/bin/python3
exec "$python" "$SOURCE/tests/optimise_car.py" --saltus "$SALTUS" --source "$SOURCE" \
	${SANITIZED:+e6_1_distance_in_30_seconds} "$@"
