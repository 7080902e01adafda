#!/bin/sh
# Films of saltus run --animate: see tests/animation.py.
exec python3 "$SOURCE/tests/animation.py"
