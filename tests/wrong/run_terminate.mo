// terminate ends the run well, with its message.
//! good
//! info R0207
//! says half is enough
//! says 0.5
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  when x < 0.5 then
    terminate("half is enough");
  end when;
end M;
