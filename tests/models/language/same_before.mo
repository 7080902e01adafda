// Two names of one Boolean: one has a fixed start, the other one an initial equation for its pre, and both say false. b
// rises at 0.25, so n counts one.
//! run --step 0.1
//! final n = 1
//! b(0.1) = 0
//! b(0.5) = 1
model M
  Boolean b(start = false, fixed = true), c;
  Integer n(start = 0, fixed = true);
initial equation
  pre(c) = false;
equation
  b = time > 0.25;
  c = b;
  when c and not pre(c) then
    n = pre(n) + 1;
  end when;
end M;
