#!/bin/bash
# Pausing leaves no trace in a run, and what is saved goes on with the same bits, with any solver (E137, E138;
# tests/programs/pauses.c). All models with the solver that they ask for, some with every other one. Left out are models
# that show what C was told in runs before. idle_diode has a diode that nothing drives: it may be on or off, and which
# one it is depends on what the search for modes remembers, so it runs with more pauses and solvers.
set -u
cd "$(mktemp -d)" || exit 1
trap 'rm -rf "$PWD"' EXIT
mapfile -t all < <(find "$SOURCE/tests/models" "$SOURCE/examples" -name '*.mo' -o -name '*.cosy' | sort |
	grep -v -e /impure -e /external/objects)
step=1
[[ ${SANITIZED:-0} == 1 ]] && step=9
some=()
for ((i = 0; i < ${#all[@]}; i += step)); do some+=("${all[i]}"); done
bad=0
timeout 3000 "$BUILD/pauses" --seed 3 "${some[@]}" || bad=1
timeout 3000 "$BUILD/pauses" --save --seed 4 "${some[@]}" || bad=1
for solver in auto cvode erk rodas; do
	timeout 600 "$BUILD/pauses" --save --solver $solver --stop 0.1 --seed 12 \
		"$SOURCE/tests/models/modes/idle_diode.mo" || bad=1
done
some=()
for ((i = 0; i < ${#all[@]}; i += 12 * step)); do some+=("${all[i]}"); done
for solver in cvode adams ida erk dirk rodas rk4; do
	timeout 1500 "$BUILD/pauses" --solver $solver --seed 5 "${some[@]}" || bad=1
	timeout 1500 "$BUILD/pauses" --save --solver $solver --seed 6 "${some[@]}" || bad=1
done
exit $bad
