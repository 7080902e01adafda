// The level of a tank and the temperature in it had better be states, and their start values are given; the equations
// name the mass and the energy, whose start values nobody has given. The run begins with the level and the temperature.
model Tank
  parameter Real level0 = 0.8, T0 = 300;
  constant Real A = 2, d = 1000, cv = 4000;
  input Real inflow, heat;
  Real level(start = level0, stateSelect = StateSelect.prefer);
  Real T(start = T0, stateSelect = StateSelect.prefer);
  Real m, U, u;
equation
  m = d*A*level;
  U = m*u;
  u = cv*(T - 273.15);
  der(m) = inflow;
  der(U) = inflow*u + heat;
end Tank;

model preferred_states
  Tank t(inflow = -160, heat = 1e6);
end preferred_states;

// each of two tanks begins with what is given for it, whatever a state without a start value stands beside them
//! class Each
//! run --stop 5 --tol 1e-9
//! a.level = 0.8 - 0.08*t +- 1e-7
//! a.T = 300 - 1.5625*log(1 - t/10) +- 1e-5
//! b.m = 1000 - 160*t +- 1e-4
//! b.T(0) = 273.15 + 1e8/1000/4000 +- 1e-9
//! c.m = 1000 - 160*t +- 1e-4
//! c.T(0) = 300 +- 1e-9
model Each
  Tank a(inflow = -160, heat = 1e6), b(inflow = -160, heat = 1e6, m(start = 1000), U(start = 1e8));
  Tank c(inflow = -160, heat = 1e6, m(start = 1000));
  Real x;
equation
  der(x) = -x;
end Each;

model StartsGiven "the states of the equations have start values: they stay the states"
  extends preferred_states(t(m(start = 1000), U(start = 1e8)));
end StartsGiven;

//! class preferred_states
// m = 1600 - 160*t, and m*cv*der(T) = heat: T = 300 - heat/(160*cv)*ln(1 - t/10)
//! run --stop 5 --tol 1e-9
//! t.level = 0.8 - 0.08*t +- 1e-7
//! t.T = 300 - 1.5625*log(1 - t/10) +- 1e-5
//! run --stop 5 --tol 1e-9 -p t.T0=350
//! t.T = 350 - 1.5625*log(1 - t/10) +- 1e-5
//! class StartsGiven
//! run --stop 1 --tol 1e-9
//! t.level(0) = 0.5
//! t.T(0) = 273.15 + 1e8/1000/4000 +- 1e-9
