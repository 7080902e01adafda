// Blocks with inputs and outputs, connected: a feedback loop y = k (u - integral y). With u = 1, gain 3 and an
// integrator: y = exp(-3 t) u ... the integrator's state is x' = 3 (1 - x), so x = 1 - exp(-3 t).
//! class CausalBlocks.Loop
//! run --stop 2 --step 0.1 --tol 1e-9 --solver {auto,cvode}
//! integrator.y = 1 - exp(-3*t) +- 1e-7
//! error.y = exp(-3*t) +- 1e-7
//! out = 1 - exp(-3*t) +- 1e-7
package CausalBlocks
  connector RealInput = input Real;
  connector RealOutput = output Real;
  block Constant
    parameter Real k = 1;
    RealOutput y = k;
  end Constant;
  block Gain
    parameter Real k = 1;
    RealInput u;
    RealOutput y;
  equation
    y = k*u;
  end Gain;
  block Difference
    RealInput u1, u2;
    RealOutput y;
  equation
    y = u1 - u2;
  end Difference;
  block Integrator
    parameter Real y0 = 0;
    RealInput u;
    RealOutput y(start = y0, fixed = true);
  equation
    der(y) = u;
  end Integrator;
  model Loop
    Constant one;
    Difference error;
    Gain gain(k = 3);
    Integrator integrator;
    RealOutput out;
  equation
    connect(one.y, error.u1);
    connect(integrator.y, error.u2);
    connect(error.y, gain.u);
    connect(gain.y, integrator.u);
    connect(integrator.y, out);
  end Loop;
end CausalBlocks;
