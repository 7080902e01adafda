// The fixed-step methods have their orders: halving the step divides the error of euler by 2, of heun by 4, of rk4 by
// 16. x' = x cos t on 0 to 8, where exp(sin 8) is the end.
//| def ratios(runs):
//|     e = [abs(r.final['x'] - exp(sin(8))) for r in runs]
//|     return [a/b for a, b in zip(e, e[1:])]
//! run --stop 8 --step {0.00390625,0.001953125,0.0009765625} --solver euler
//! final x = exp(sin(8)) +- 0.1
//! across all(1.8 < r < 2.2 for r in ratios(runs))
//! run --stop 8 --step {0.03125,0.015625,0.0078125} --solver heun
//! final x = exp(sin(8)) +- 0.01
//! across all(3.6 < r < 4.4 for r in ratios(runs))
//! run --stop 8 --step {0.125,0.0625,0.03125} --solver rk4
//! final x = exp(sin(8)) +- 1e-3
//! across all(13 < r < 19 for r in ratios(runs))
model Orders
  Real x(start = 1, fixed = true);
equation
  der(x) = x*cos(time);
end Orders;
