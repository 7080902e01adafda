// The branches of an if-equation have different states: structural modes are not built yet.
//! error S0301 7:3
//! says not built yet
model M
  Real x(start = 1, fixed = true);
equation
  if time < 0.5 then
    der(x) = 1;
  else
    x = 2;
  end if;
end M;
