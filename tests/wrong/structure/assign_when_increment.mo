// A counter in a when-clause without pre.
//! error S0104 8:5
//! says the Integer 'n' depends on itself
model M
  Integer n(start = 0);
equation
  when sample(0, 0.1) then
    n = n + 1;
  end when;
end M;
