// Algorithms in a model: for, while, if, break, assignment to array elements, a variable that is read before it is
// written in the same section.
//! run --stop 2
//! final fact = 120
//! final gcd = 21
//! final primes = 25
//! final fib[10] = 55
//! final first = 7
//! final y = 4 + 2 +- 1e-12
//! final sorted[1] = -2
//! final sorted[5] = 9
model Algorithms
  Integer fact, gcd, primes, fib[10], first;
  Real y;
  Integer a, b, h;
  Boolean prime;
  Real sorted[5], swap;
algorithm
  fact := 1;
  for i in 1:5 loop
    fact := fact*i;
  end for;
  a := 1071;
  b := 462;
  while b > 0 loop
    h := mod(a, b);
    a := b;
    b := h;
  end while;
  gcd := a;
  primes := 0;
  for i in 2:100 loop
    prime := true;
    for j in 2:i - 1 loop
      if mod(i, j) == 0 then
        prime := false;
        break;
      end if;
    end for;
    if prime then
      primes := primes + 1;
    end if;
  end for;
  fib[1] := 1;
  fib[2] := 1;
  for i in 3:10 loop
    fib[i] := fib[i - 1] + fib[i - 2];
  end for;
  first := 0;
  while true loop
    first := first + 1;
    if first*first > 40 then
      break;
    end if;
  end while;
algorithm
  y := time;
  y := y^2;
  y := y + time;
algorithm
  sorted := {3, 9, -2, 4, 0};
  swap := 0;
  for i in 1:4 loop
    for k in 1:5 - i loop
      if sorted[k] > sorted[k + 1] then
        swap := sorted[k];
        sorted[k] := sorted[k + 1];
        sorted[k + 1] := swap;
      end if;
    end for;
  end for;
end Algorithms;
