// A gear box as one if-equation with five branches, the last one with another inside: two inertias, J1 = 1 at 10 rad/s
// and J2 = 4 at rest, no load. Where a gear with the ratio r is engaged, J2*w2 + r*J1*w1 is kept: w2 = (J2*w2 +
// r*J1*w1)/(J2 + r^2*J1), w1 = r*w2. By hand:
//   1 s, r = 4: w2 = 40/20 = 2, w1 = 8;  2 s, r = 2: w2 = 24/8 = 3, w1 = 6;  4 s, r = 1: w2 = 18/5 = 3.6 = w1;  5 s, r
//   = -2: w2 = 7.2/8 = 0.9, w1 = -1.8
// In neutral, from 6 s on, a brake holds the second one from 7 s to 8 s. Families: the same box twice, the second one
// with twice the speed (E120).
//! run --stop 9 --step 0.5
//! w1[1](0.5) = 10 +- 1e-9
//! w1[1](1.5) = 8 +- 1e-9
//! w2[1](1.5) = 2 +- 1e-9
//! w2[1](2.5) = 3 +- 1e-9
//! w1[1](2.5) = 6 +- 1e-9
//! w1[1](3.5) = 6 +- 1e-9
//! w2[1](4.5) = 3.6 +- 1e-9
//! w1[1](4.5) = 3.6 +- 1e-9
//! w2[1](5.5) = 0.9 +- 1e-9
//! w1[1](5.5) = -1.8 +- 1e-9
//! w2[1](6.5) = 0.9 +- 1e-9
//! w2[1](7.5) = 0 +- 1e-9
//! final w1[1] = -1.8 +- 1e-9
//! final w2[1] = 0 +- 1e-9
//! check all(abs(2*a - b) < 1e-8 for a, b in zip(col('w1[1]'), col('w1[2]')))
//! check all(abs(2*a - b) < 1e-8 for a, b in zip(col('w2[1]'), col('w2[2]')))
model GearBranches
  parameter Real J1 = 1, J2 = 4;
  Real w1[2](start = {10, 20}, each fixed = true), w2[2](each start = 0, each fixed = true), t1[2], t2[2], tb[2];
  Integer gear = if time < 1 then 0 elseif time < 2 then 1 elseif time < 3 then 2 elseif time < 4 then 0 elseif time < 5
      then 3 elseif time < 6 then -1 else 0;
  Boolean braked = time > 7 and time < 8;
equation
  for k in 1:2 loop
    J1*der(w1[k]) = -t1[k];
    J2*der(w2[k]) = t2[k] + tb[k];
    if gear == 1 then
      w1[k] = 4*w2[k];
      t2[k] = 4*t1[k];
      tb[k] = 0;
    elseif gear == 2 then
      w1[k] = 2*w2[k];
      t2[k] = 2*t1[k];
      tb[k] = 0;
    elseif gear == 3 then
      w1[k] = w2[k];
      t2[k] = t1[k];
      tb[k] = 0;
    elseif gear == -1 then
      w1[k] = -2*w2[k];
      t2[k] = -2*t1[k];
      tb[k] = 0;
    else
      t1[k] = 0;
      t2[k] = 0;
      if braked then
        w2[k] = 0;
      else
        tb[k] = 0;
      end if;
    end if;
  end for;
end GearBranches;
