// Loops that need what they have computed before: upwards q[i] = 2 q[i-1] + 1, so q[i] = (q[1] + 1) 2^(i-1) - 1;
// downwards p[i] = p[i+1]/2 + i; two steps back, f[i] = f[i-1] + f[i-2] (Fibonacci); and in two dimensions, Pascal's
// triangle turned by 45 degrees.
//| def fib(n): return 1 if n <= 2 else fib(n - 1) + fib(n - 2)
//| def p(i): return 3.0 if i == 11 else p(i + 1)/2 + i
//! run --stop 1
//! final q[1] = 3
//! final q[10] = 4*2**9 - 1
//! final p[1] = p(1) +- 1e-14
//! final p[10] = 11.5
//! final f[20] = fib(20)
//! final b[8,8] = comb(14, 7)
//! final b[3,6] = comb(7, 2)
//! final x[10] = 4*2**9 - 1 + 1 +- 1e-6
model Recurrences
  parameter Integer N = 10;
  Real q[N], p[N + 1], f[20], b[8, 8], x[N](each start = 0, each fixed = true);
equation
  q[1] = 2 + time^0;
  for i in 2:N loop
    q[i] = 2*q[i - 1] + 1;
  end for;
  for i in 1:N loop
    p[i] = p[i + 1]/2 + i;
  end for;
  p[N + 1] = 2 + time^0;
  f[1] = time^0;
  f[2] = time^0;
  for i in 3:20 loop
    f[i] = f[i - 1] + f[i - 2];
  end for;
  for i in 1:8 loop
    b[1, i] = time^0;
  end for;
  for i in 2:8 loop
    b[i, 1] = time^0;
  end for;
  for i in 2:8, j in 2:8 loop
    b[i, j] = b[i - 1, j] + b[i, j - 1];
  end for;
  for i in 1:N loop
    der(x[i]) = q[i] + 2*time*p[i]^0;
  end for;
end Recurrences;
