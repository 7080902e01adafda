// Discrete variables that get their first value from an initial equation or an initial algorithm, and change in a
// when-statement of an algorithm; an enumeration without a start value begins at its first literal.
//! run --stop 3.5 --step 0.5
//! final u = 3 + 3
//! final w = 5 + 2*3
//! u(0.5) = 3
//! final e = 2
//! e(1.5) = 1
model InitialDiscrete
  type E = enumeration(first, second);
  discrete Real u;
  discrete Real w;
  E e;
initial algorithm
  u := 3;
initial equation
  w = 5;
algorithm
  when sample(1, 1) then
    u := pre(u) + 1;
  end when;
algorithm
  when sample(1, 1) then
    w := pre(w) + 2;
  end when;
equation
  when time >= 2 then
    e = E.second;
  end when;
end InitialDiscrete;
