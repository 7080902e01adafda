// The branches of a when set different variables.
//! error M0452 8:3
//! says 'x'
model M
  discrete Real x(start = 0), y(start = 0);
equation
  when time > 0.5 then x = 1;
  elsewhen time > 0.6 then
    y = 1;
  end when;
end M;
