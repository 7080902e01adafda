// A state with a continuous-time equation.
//! error S0608 8:5
//! says der stands in equations that have a clock, and the clock has no solver method
model M
  block S
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
  end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, sample(time, Clock(0.1)) > 3);
end M;
