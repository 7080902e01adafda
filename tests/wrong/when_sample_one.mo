// sample with one argument as the condition of a when.
//! error M0309 9:8
//! says write sample(start, interval)
model OneArgument
  Real x(start = 0, fixed = true);
  discrete Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0.1) then
    y = x;
  end when;
end OneArgument;
