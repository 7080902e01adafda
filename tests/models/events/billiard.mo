// A point between two walls at 0 and 1 with constant speed: it meets a wall at (k + 0.75)/v, elastic, for ever. Nothing
// dissipates: 400 hits, the speed is the same to the last bit.
//| v = 2.0
//! run --stop 200.2 --step 1 --solver {auto,cvode,erk}
//! changes v = [(k + 0.75)/v for k in range(400)] +- 1e-7
//! check all(abs(x) == 2 for x in col('v'))
//! check min(col('x')) > -1e-9 and max(col('x')) < 1 + 1e-9
//! final hits = 400
model Billiard
  Real x(start = 0.25, fixed = true);
  Real v(start = 2, fixed = true);
  Integer hits(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = 0;
  when {x < 0, x > 1} then
    reinit(v, -pre(v));
    hits = pre(hits) + 1;
  end when;
end Billiard;
