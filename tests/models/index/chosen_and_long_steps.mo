// A pendulum whose state is x, asked for by stateSelect, swings far away from the side where y could not be had from
// it: long fixed steps are no sign that the choice has broken down. The constraint holds, and the energy is that of the
// start but for the error of the method.
//! run --stop 5 --solver {heun,rk4,euler} --step 0.02
//! value [a*a + b*b for a, b in zip(col('x'), col('y'))] = [1]*len(times) +- 1e-9
//! check max(abs(v) for v in col('x')) < 0.6
//! check not any(m["code"] == "R0111" for m in j["messages"])
model ChosenAndLongSteps
  Real x(start = 0, fixed = true, stateSelect = StateSelect.always), y(start = -1), u(start = 1, fixed = true), v, F;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -F*x;
  der(v) = -F*y - 9.81;
  x^2 + y^2 = 1;
end ChosenAndLongSteps;
