// What is held is a list for each branch.
//! error M1006 12:44
//! says 'hold' is not a list of the variables of each branch
//! says hold = true
model M
  Real x(start = 1, fixed = true), y;
equation
  if time < 0.5 then
    der(x) = -x;
    y = 1;
  else
    der(x) = x; end if annotation(__Saltus(hold = {{y}}));
end M;
