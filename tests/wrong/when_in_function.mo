// A when in a function.
//! error M0570 8:3
function f
  input Real u;
  output Real y;
algorithm
  y := 0;
  when u > 1 then
    y := 1;
  end when;
end f;

model M
  Real x = f(time);
end M;
