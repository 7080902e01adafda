// Single elements of arrays that belong to the structure, given from outside: the model is translated again for them,
// the other elements keep their values.
//! run --stop 1 -p n[1]=5 -p n[2]=1
//! final n[1] = 5
//! final n[2] = 1
//! final n[3] = 4
//! final x[5] = 1
//! check "x[6]" not in final
//! final sum_x = 5
//! final sum_y = 2
//! message U0104 'n[1]', 'n[2]'
//! run --stop 1 -p r[2].k=3 -p on[2]=true -p m[1,2]=2
//! final r[2].v[3] = 3
//! final r[1].v[1] = 1
//! check "r[1].v[2]" not in final
//! final extra.y = 7
//! final z[2] = 1
//! run --stop 1 -p kind[2]=b
//! final choice = 2
//! run --stop 1 -p w[2]=9
//! final total = 13
//! message none
//! run --stop 1 -p n[1]=2.5
//! status failed
//! message U0102 whole number
//! run --stop 1 -p n[4]=2
//! status failed
//! message U0101 'n[4]'
model GivenElements
  type Kind = enumeration(a, b);
  model R
    parameter Integer k = 1;
    Real v[k] = {i for i in 1:k};
  end R;
  model Extra
    Real y = 7;
  end Extra;
  parameter Integer n[3] = {2, 3, 4};
  parameter Boolean on[2] = {true, false};
  parameter Integer m[1, 2] = {{1, 1}};
  parameter Kind kind[2] = {Kind.a, Kind.a};
  parameter Real w[3] = {1, 2, 3} "No part of the structure";
  Real x[n[1]] = ones(n[1]), y[n[2]] = 2*ones(n[2]), z[m[1, 2]] = ones(m[1, 2]);
  Real sum_x = sum(x), sum_y = sum(y), total = sum(w), choice;
  R r[2];
  Extra extra if on[2];
equation
  if kind[2] == Kind.a then
    choice = 1;
  else
    choice = 2;
  end if;
end GivenElements;
