// when in an algorithm, with elsewhen, several assignments in order, and a counter machine.
//! run --stop 10
//! final n = 10
//! final even = 5
//! final last = 10
//! final acc = sum(k*k for k in range(1, 11))
//! final phase = 2
//! changes phase = [4, 7]
model WhenAlgorithm
  Integer n(start = 0, fixed = true), even(start = 0, fixed = true), acc(start = 0, fixed = true);
  Integer phase(start = 0, fixed = true);
  discrete Real last(start = 0, fixed = true);
algorithm
  when sample(1, 1) then
    n := pre(n) + 1;
    acc := pre(acc) + n*n;
    if mod(n, 2) == 0 then
      even := pre(even) + 1;
    end if;
    last := time;
  end when;
algorithm
  when time >= 4 then
    phase := 1;
  elsewhen time >= 7 then
    phase := 2;
  end when;
end WhenAlgorithm;
