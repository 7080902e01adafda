// Discrete variables at the start: from start values, from initial equations on pre, from an equation with pre, from a when with initial().
//! run --stop 1
//! a(0) = 5
//! b(0) = 9
//! c(0) = 1
//! d(0) = 3.5
//! final a = 6
//! final b = 9
//! final c = 0
model InitialDiscrete
  Integer a(start = 5, fixed = true), b, c;
  discrete Real d;
initial equation
  pre(b) = 9;
equation
  when time > 0.5 then
    a = pre(a) + 1;
  end when;
  b = pre(b);
  c = if time < 0.5 then 1 else 0;
  when {initial(), time >= 10} then
    d = 3.5;
  end when;
end InitialDiscrete;
