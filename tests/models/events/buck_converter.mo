// A buck converter with a clocked switch and a resistive load, always conducting: two linear systems in turn, each with
// an exact exponential of a 2 by 2 matrix. Currents and voltages at all multiples of the period are those of the exact
// product.
//| import cmath
//| V, L, C, R, T, D = 24, 1e-3, 1e-4, 5, 1e-4, 0.4
//| A = [[0, -1/L], [1/C, -1/(R*C)]]
//| s, det = -1/(2*R*C), 1/(L*C)
//| q = cmath.sqrt(s*s - det)
//| def move(x, u, t):
//|     c, d = cmath.exp(s*t)*cmath.cosh(q*t), cmath.exp(s*t)*cmath.sinh(q*t)/q
//|     e = [[(c*(i == k) + d*(A[i][k] - s*(i == k))).real for k in range(2)] for i in range(2)]
//|     rest = [u/R, u]
//|     return [rest[i] + sum(e[i][k]*(x[k] - rest[k]) for k in range(2)) for i in range(2)]
//| x, exact = [0.0, 0.0], []
//| for n in range(101):
//|     exact.append(x)
//|     x = move(move(x, V, D*T), 0, (1 - D)*T)
//! run --stop 0.01 --step 1e-4 --tol 1e-9 --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! value [right('i', n*1e-4) for n in range(101)] = [e[0] for e in exact] +- 1e-6
//! value [right('v', n*1e-4) for n in range(101)] = [e[1] for e in exact] +- 1e-6
//! events state = 0
//! value len(changes('on')) = 200 +- 1
model BuckConverter
  parameter Real V = 24, L = 1e-3, C = 1e-4, R = 5, T = 1e-4, D = 0.4;
  Real i(start = 0, fixed = true), v(start = 0, fixed = true);
  discrete Real t0(start = 0, fixed = true);
  Boolean on = time - t0 < D*T;
equation
  when sample(0, T) then
    t0 = time;
  end when;
  L*der(i) = (if on then V else 0) - v;
  C*der(v) = i - v/R;
end BuckConverter;
