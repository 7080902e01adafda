#!/bin/bash
# The golden models: every model under tests/models is run and compared with the answers that are written in it.
set -u
# With the sanitizers fewer solvers and tolerances of each: what they find does not depend on these numbers.
exec python3 "$SOURCE/tests/models.py" --saltus "$SALTUS" ${SANITIZED:+--few 3 --checked} "$@"
