// A delay in a branch. While the branch does not hold nobody follows what is delayed, and it counts as constant
// (R0293): from 1 to 3 it is x(1) = 1, and at 3 it jumps to 3, which comes out half a second later. Outside of branches
// it is always followed.
//! class DelayInBranch.Inside
//! run --stop 5 --step 0.05
//! y(0.75) = 0.25 +- 1e-9
//! y(3.1) = 1 +- 1e-9
//! y(3.4) = 1 +- 1e-9
//! y(3.75) = 3.25 +- 1e-9
//! y(4.7) = 4.2 +- 1e-9
//! message R0293
//! class DelayInBranch.Later
//! run --stop 3 --step 0.05
//! y(1.25) = 1 +- 1e-9
//! y(2.5) = 2 +- 1e-9
//! message R0293 from time 0 to 1
//! class DelayInBranch.Outside
//! run --stop 5 --step 0.05
//! y(3.1) = 2.6 +- 1e-9
//! y(4.7) = 4.2 +- 1e-9
//! message none
package DelayInBranch
  model Inside
    Real x = time, y;
    Integer m = if time < 1 then 0 elseif time < 3 then 1 else 2;
  equation
    if m == 1 then x + y = 100; else y = delay(x, 0.5); end if;
  end Inside;
  model Later "the branch holds from 1 on for the first time"
    Real x = time, y;
  equation
    if time < 1 then x + y = 100; else y = delay(x, 0.5); end if;
  end Later;
  model Outside
    Real x = time, y, d;
    Integer m = if time < 1 then 0 elseif time < 3 then 1 else 2;
  equation
    d = delay(x, 0.5);
    if m == 1 then x + y = 100; else y = d; end if;
  end Outside;
end DelayInBranch;
