// An algorithm that sets Integers and Reals takes no part in a jump, and does not hide it: 5*1 = (1 + 3)*w of the
// clutch, whatever stands beside it. What its clauses have done before is not done again where the mode is entered.
//! run --stop 1.4 --solver {auto,cvode,dirk}
//! final w1 = 1.25 +- 1e-9
//! final w2 = 1.25 +- 1e-9
//! changes seen = [0.5] +- 1e-7
//! final seen = 1
//! final last = 1
//! message R0230 w1 + 3*w2
model ImpulseBesideAlgorithm
  Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), tau;
  Real x(start = 0, fixed = true), s, q;
  Integer early, last, seen(start = 0, fixed = true);
equation
  der(x) = 1;
  der(w1) = -tau;
  3*der(w2) = tau;
  if time > 1.1 then w1 = w2; else tau = 0; end if;
algorithm
  early := 0;
  for i in 1:3 loop
    s := x - i/2;
    if s < 0 then
      break;
    end if;
    early := i;
  end for;
  when early > 0 then
    seen := pre(seen) + 1;
  end when;
algorithm
  last := 0;
  for i in 1:30 loop
    q := i;
    last := if q <= x then i else last;
  end for;
end ImpulseBesideAlgorithm;
