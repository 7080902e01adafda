// A reference value that was never given: the unknowns depend on each other, and it is the one without an equation.
//! error S0101 6:36
//! says the model has 1 equation too few: nothing determines 'ref'
model M
  discrete Real u(start = 0);
  Real x(start = 0, fixed = true), ref;
equation
  der(x) = u;
  when sample(0, 0.1) then
    u = 2*(ref - x);
  end when;
end M;
