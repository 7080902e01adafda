// Lorenz to t = 5. The reference is a Taylor series of order 30 in steps of 0.02, with 40 decimal digits: the
// coefficients follow from the equations by Cauchy products. The largest exponent 0.9 lets an error grow about a
// hundredfold in that time.
//| from decimal import Decimal, getcontext
//| getcontext().prec = 40
//| def taylor(x, y, z, h, order=30):
//|     s, r, b = Decimal(10), Decimal(28), Decimal(8)/Decimal(3)
//|     X, Y, Z = [x], [y], [z]
//|     for k in range(order):
//|         xz = sum(X[i]*Z[k - i] for i in range(k + 1))
//|         xy = sum(X[i]*Y[k - i] for i in range(k + 1))
//|         X, Y, Z = X + [s*(Y[k] - X[k])/(k + 1)], Y + [(r*X[k] - xz - Y[k])/(k + 1)], Z + [(xy - b*Z[k])/(k + 1)]
//|     return [sum(c*h**i for i, c in enumerate(C)) for C in (X, Y, Z)]
//| state, reference = [Decimal(1)]*3, {}
//| for n in range(1, 251):
//|     state = taylor(*state, Decimal(1)/50)
//|     if n % 50 == 0: reference[n//50] = [float(c) for c in state]
//! run --stop 5 --step 0.5 --tol {1e-7,1e-9,1e-11} --solver {adams,erk,cvode,auto}
//! x(1) = reference[1][0] +- 2e3*tol
//! value [final[n] for n in 'xyz'] = reference[5] +- 1e4*tol
//! across all(max(abs(r.final[n] - reference[5][i]) for i, n in enumerate('xyz')) < 1e-6 \
//!     for r in runs if r.tol == 1e-11)
//! run --stop 5 --step 0.001 --solver rk4
//! value [final[n] for n in 'xyz'] = reference[5] +- 1e-6
model Lorenz "Convection, after Lorenz"
  parameter Real sigma = 10;
  parameter Real rho = 28;
  parameter Real beta = 8/3;
  Real x(start = 1, fixed = true);
  Real y(start = 1, fixed = true);
  Real z(start = 1, fixed = true);
equation
  der(x) = sigma*(y - x);
  der(y) = x*(rho - z) - y;
  der(z) = x*y - beta*z;
  annotation(experiment(StopTime = 20, Tolerance = 1e-9));
end Lorenz;
