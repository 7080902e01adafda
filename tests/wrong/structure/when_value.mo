// A variable set in a when-clause has a value in its declaration too.
//! error M0406 5:17
//! says the discrete Real 'u' is set by its declaration, not in a when
model M
  discrete Real u(start = 0) = 1;
equation
  when sample(0, 0.1) then
    u = sin(time);
  end when;
end M;
