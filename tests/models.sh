#!/bin/bash
# The golden models: every model under tests/models is run and compared with the answers that are written in it.
set -u
# With the sanitizers one of the solvers and tolerances of each run, another one each time.
exec python3 "$SOURCE/tests/models.py" --saltus "$SALTUS" ${SANITIZED:+--few 1 --checked} "$@"
