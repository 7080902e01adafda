// if equations: with a parameter the branches may differ in what they say; with a condition in time they switch in an
// event.
//! run --stop 4 --tol 1e-9
//! final x = 1 + 2*2 - 1*1 +- 1e-7
//! final y = 3
//! final p = 5
//! final q = 6
//! final s = -1
//! run --stop 4 -p which=2 --tol 1e-9
//! final y = 8
model IfEquations
  parameter Integer which = 1;
  parameter Boolean flag = true;
  Real x(start = 0, fixed = true), y, p, q, s;
equation
  if time < 1 then
    der(x) = 1;
    s = 0;
  elseif time < 3 then
    der(x) = 2;
    s = 1;
  else
    der(x) = -1;
    s = -1;
  end if;
  if which == 1 then
    y = 3;
  else
    y = 2*time;
  end if;
  if flag then
    p = 5;
    q = p + 1;
  else
    q = 7;
    p = q;
  end if;
end IfEquations;
