// The mean of u = t over each period of 1/2, by an integrator that is reset: 1/4 in the first period, 3/4 in the
// second. y, declared first, is equal to a variable of a when-clause, so pre of the pair must follow it from one pass
// of the instant to the next.
//! run --stop 1.5 --step 0.25
//! y(0.25) = 0
//! y(0.5) = 0.25 +- 1e-6
//! y(0.75) = 0.25 +- 1e-6
//! y(1.25) = 0.75 +- 1e-6
//! x(0.5) = 0
model M
  Real y;
  discrete Real last;
  Real x(start = 0, fixed = true);
  parameter Real f = 2;
initial equation
  last = 0;
equation
  der(x) = time;
  when sample(1/f, 1/f) then
    last = f*pre(x);
    reinit(x, 0);
  end when;
  y = last;
end M;
