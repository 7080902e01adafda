// A model that simulates itself again until it has found what it looks for. Studies measure the last of the simulations
// (tests/sweep.py, tests/optimise.py).
//! run -p k={2,7}
//! final p = sqrt(final["k"]) +- 1e-9
//! final steps = j["runs"]
model Root "the square root of k by Newton's method, one step for each simulation"
  parameter Real k = 2;
  discrete Real p(start = 1, fixed = true) annotation(__Saltus(keep = true));
  discrete Integer steps(start = 0, fixed = true) annotation(__Saltus(keep = true));
  Boolean again(start = true, fixed = true);
equation
  when terminal() then
    p = (pre(p) + k/pre(p))/2;
    again = abs(p - pre(p)) > 1e-9*p;
    steps = pre(steps) + 1;
  end when;
  annotation(experiment(StopTime = 0.1), __Saltus(again = again));
end Root;
