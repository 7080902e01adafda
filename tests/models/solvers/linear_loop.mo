// A linear loop of four unknowns inside the right-hand side, with coefficients that move in time: against Cramer-free
// elimination in Python.
//| def solve(t, x):
//|     A = [[4 + sin(t), 1, 0, 1], [1, 5, 2, 0], [0, 2, 6, 1 + t], [1, 0, 1, 7]]
//|     b = [x, 2, 3*t, -1]
//|     n = 4
//|     for i in range(n):
//|         for k in range(i + 1, n):
//|             f = A[k][i]/A[i][i]
//|             A[k] = [p - f*q for p, q in zip(A[k], A[i])]
//|             b[k] -= f*b[i]
//|     u = [0]*n
//|     for i in reversed(range(n)): u[i] = (b[i] - sum(A[i][c]*u[c] for c in range(i + 1, n)))/A[i][i]
//|     return u
//! run --stop 2 --solver {auto,cvode,ida}
//! value [[r - solve(t, x)[i] for t, x, r in zip(times, col('x'), col('u[%d]' % (i + 1)))] for i in range(4)] \
//!     = [0]*(4*len(times)) +- 1e-11
model LinearLoop
  Real x(start = 1, fixed = true);
  Real u[4];
equation
  der(x) = -u[1];
  (4 + sin(time))*u[1] + u[2] + u[4] = x;
  u[1] + 5*u[2] + 2*u[3] = 2;
  2*u[2] + 6*u[3] + (1 + time)*u[4] = 3*time;
  u[1] + u[3] + 7*u[4] = -1;
end LinearLoop;
