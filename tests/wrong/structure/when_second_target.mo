// The third of the equations in a when-clause sets what has an equation of its own: this one is shown, not the first.
//! error S0102 9:3
//! says set here: c = 2*time
model M
  discrete Real a(start = 0);
  discrete Real b(start = 0);
  discrete Real c(start = 0);
equation
  when time > 1 then
    a = 1;
    b = time;
    c = 2*time;
  end when;
  c = 7;
end M;
