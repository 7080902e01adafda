// A model without states: only algebra, time and clocks.
//! run --stop 2 --step 0.25 --solver {auto,cvode,erk,ida,euler}
//! y = 2*sin(t) +- 1e-14
//! final n = 5
//! check j['states'] == 0
model NoStates
  Real y = 2*sin(time);
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 0.5) then
    n = pre(n) + 1;
  end when;
end NoStates;
