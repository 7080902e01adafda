#!/bin/bash
# Pausing leaves no trace in a run, and what is saved goes on with the same bits, with any solver (E137, E138;
# tests/programs/pauses.c). Of all models one half is paused and the other half saved, with the solver that they ask
# for; some with every other one. Which ones these are changes, and is printed: SALTUS_SEED=N takes the same ones again.
# Left out are models that show what C was told in runs before. idle_diode has a diode that nothing drives: it may be on
# or off, and which one it is depends on what the search for modes remembers, so it runs with more pauses and solvers.
set -u
cd "$(mktemp -d)" || exit 1
trap 'rm -rf "$PWD"' EXIT
mapfile -t all < <(find "$SOURCE/tests/models" "$SOURCE/examples" -name '*.mo' -o -name '*.cosy' | sort |
	grep -v -e /impure -e /external/objects)
seed=${SALTUS_SEED:-$RANDOM}
echo "SALTUS_SEED=$seed"
every=1
[[ ${SANITIZED:-0} == 1 ]] && every=12

# Each of so many models, from another one on, and a light one: those that take too long, on a busy machine perhaps all
# that were chosen, are passed over. choose FIRST EACH
choose() {
	some=("$SOURCE/examples/bouncing_ball.mo")
	for ((i = (seed + $1) % $2; i < ${#all[@]}; i += $2)); do some+=("${all[i]}"); done
}

bad=0
choose 0 $((2 * every))
timeout 3000 "$BUILD/pauses" --limit 15 --seed "$seed" "${some[@]}" || bad=1
choose 1 $((2 * every))
timeout 3000 "$BUILD/pauses" --save --limit 15 --seed "$seed" "${some[@]}" || bad=1
for solver in auto cvode erk rodas; do
	timeout 600 "$BUILD/pauses" --save --solver $solver --stop 0.1 --seed 12 \
		"$SOURCE/tests/models/modes/idle_diode.mo" || bad=1
done
turn=2
for solver in cvode adams ida erk dirk rodas rk4; do
	choose $turn $((24 * every))
	timeout 1500 "$BUILD/pauses" --solver $solver --limit 3 --seed "$seed" "${some[@]}" || bad=1
	choose $((turn + 7)) $((24 * every))
	timeout 1500 "$BUILD/pauses" --save --solver $solver --limit 3 --seed "$seed" "${some[@]}" || bad=1
	turn=$((turn + 1))
done
exit $bad
