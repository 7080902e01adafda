#!/bin/bash
# Pausing leaves no trace in a run, and what is saved goes on with the same bits, with any solver (E137, E138;
# tests/programs/pauses.c). Of all models one half is paused and the other half saved, with the solver that they ask
# for; some with every other one. Which ones these are changes, and is printed: SALTUS_SEED=N takes the same ones again.
# Models of other notations, and of other solvers and parts, are written down: netlists, experiments of MUSS, a diagram,
# a compiled submodel, quantised components, FMUs by both interfaces, quantised states.
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
# not_passed_over N OPTIONS FILE...: the program says how many models it has compared
not_passed_over() {
	local least=$1
	shift
	timeout 1500 "$BUILD/pauses" --seed "$seed" "$@" | tee counted || bad=1
	[[ $(tail -n 1 counted) =~ ^([0-9]+)\ models ]] && ((BASH_REMATCH[1] >= least)) && return
	echo "fewer than $least models were compared: $*"
	bad=1
}
cp "$SOURCE/examples/regulator.muss" .
cat >filtered.mo <<-'END'
	model filtered
	  filter f;
	  Real x(start = 1, fixed = true);
	equation
	  der(x) = f.y - x;
	  f.ic = 0;
	  f.tau = 0.3;
	  f.x = if sin(7*time) > 0 then 1 else -1;
	end filtered;
END
cat >ball.mo <<-'END'
	model ball
	  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
	  discrete Integer n(start = 0, fixed = true);
	equation
	  der(h) = v;
	  der(v) = -9.81;
	  when h < 0 then reinit(v, -0.7*pre(v)); n = pre(n) + 1; end when;
	  when n >= 5 then terminate("five"); end when;
	end ball;
END
"$SALTUS" compile regulator.muss:filter -o filter.sbm --quiet >/dev/null || bad=1
"$SALTUS" fmu export ball.mo -o ball.fmu --quiet >/dev/null || bad=1
"$SALTUS" bond "$SOURCE/examples/bond_circuit.mo" --devs circuit.ma --quiet >/dev/null || bad=1
mapfile -t experiments < <(sed -n 's/^Experiment \(.*\) is$/regulator.muss:\1/p' regulator.muss)
others=("${experiments[@]}" filtered.mo ball.fmu:me ball.fmu:cs circuit.ma "$SOURCE/examples/amplifier.cir"
	"$SOURCE/examples/heater.xcos")
not_passed_over ${#others[@]} --limit 60 "${others[@]}"
not_passed_over ${#others[@]} --limit 60 --save "${others[@]}"
for solver in qss1 qss2 qss3 liqss1 liqss2 liqss3; do
	not_passed_over 1 --limit 300 --stop 0.6 --save --solver $solver ball.mo     # qss1 makes very many steps
done
turning="$SOURCE/tests/models/events/flyback_energy.mo"         # conditions that turn a thousand times
for solver in qss2 liqss3; do
	not_passed_over 1 --solver $solver "$turning"
	not_passed_over 1 --save --solver $solver "$turning"
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
