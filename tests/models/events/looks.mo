// A body that falls and bounces is looked at by clocks of three kinds (E420 to E422): sample(), a periodic activation,
// and a source that programs itself, with a number of looks in each step of the solver, before and behind each bounce.
// It falls from 1 with g = 8: the first bounce is at t = 1/2 with the speed 4, and it leaves with 2, so the second one
// is at t = 1. Nobody who looks makes steps shorter: a quiet decay beside it takes as few as without them. What the
// source `steering` sets is read by the motion, so its activations do end steps, and its effect is exact: 0.1 for each
// from 0.25 on.
//! run --stop 0.99 --tol 1e-9 --events both --solver {auto,cvode,rodas,dirk,adams,ida}
//! value [right('seen', t) for t in (0.25, 0.48, 0.52, 0.75)] = [0.75, 1 - 4*0.48**2, 2*0.02 - 4*0.02**2, 0.25] +- 1e-6
//! value [right('told', t) for t in (0.25, 0.375, 0.75)] = [exp(-0.25), exp(-0.375), exp(-0.75)] +- 1e-6
//! value [right('kept', t) for t in (0.2, 0.6, 0.9)] = [exp(-0.2), exp(-0.6), exp(-0.9)] +- 1e-6
//! final looks = 100
//! final bounces = 1
//! final moved = 0.3*0.99 - 0.025 - 0.05 - 0.075 +- 1e-6
model Looks
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Real x(start = 1, fixed = true), moved(start = 0, fixed = true);
  Integer bounces(start = 0, fixed = true), looks(start = 0, fixed = true);
  discrete Real seen(start = 0, fixed = true), told(start = 0, fixed = true), kept(start = 0, fixed = true);
  Real steer(start = 0, fixed = true);
  Activation periodic = Activation(0.125), programmed, steering = Activation(0.25, 0.25);
equation
  der(h) = v;
  der(v) = -8;
  der(x) = -x;
  der(moved) = steer;
  when h < 0 then
    reinit(v, -pre(v)/2);
    bounces = pre(bounces) + 1;
  end when;
  when sample(0, 0.01) then
    seen = h;
    looks = pre(looks) + 1;
  end when;
  when periodic then told = x; end when;
  when initial() then schedule(programmed, 0.1); end when;
  when programmed then
    kept = x;
    schedule(programmed, 0.1);
  end when;
  when steering then steer = pre(steer) + 0.1; end when;
end Looks;
