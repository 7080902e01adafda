// Small motions of large values: rounding is some units in the last place of 1e9, a ten-millionth, and all else are
// events.
model far_from_zero
  Real x(start = 1e9, fixed = true) "goes to and fro between limits";
  discrete Real d(start = 1, fixed = true);
  Real y(start = 0, fixed = true), v(start = 0.3, fixed = true) "0.3*sin(time)";
  Real z(start = 1e9, fixed = true) "1e9 + time";
  discrete Integer turns(start = 0, fixed = true), passes(start = 0, fixed = true), steps(start = 0, fixed = true);
equation
  der(x) = d;
  when x > 1e9 + 0.1 then
    d = -1;
    turns = pre(turns) + 1;
  elsewhen x < 1e9 - 0.1 then
    d = 1;
    turns = pre(turns) + 1;
  end when;
  der(y) = v;
  der(v) = -y;
  when y + 1e9 > 1e9 then
    passes = pre(passes) + 1;
  end when;
  der(z) = 1;
  when z > 1e9 + 0.5 + pre(steps) then
    steps = pre(steps) + 1;
  end when;
end far_from_zero;

// x turns at 0.1 and every 0.2 from there on, y rises through 0 at 0 and every 2*pi, and z is half beyond a whole
// number every second.
//! run --stop 100.05 --solver {auto,cvode,ida,erk,rodas,dirk} --tol {1e-6,1e-9}
//! final turns = 500
//! final passes = 16
//! final steps = 100
