// A when-clause whose condition depends on what it sets.
//! error S0104 8:5
//! says the condition of a when-clause depends on what the clause sets: 'n'
model M
  Integer n(start = 0);
equation
  when n < 3 then
    n = pre(n) + 1;
  end when;
end M;
