// A Boolean with an equation and a when-clause.
//! error S0102 8:3
//! says 'on' is set by a when-clause, and has an equation of its own too
model M
  Boolean on(start = false);
equation
  on = time > 1;
  when time > 2 then
    on = false;
  end when;
end M;
