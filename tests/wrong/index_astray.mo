// A circle whose radius becomes imaginary at an event.
//! run
//! error R0109 14:3
//! says an event was handled
//! says x^2 + y^2 = square
model M
  Real x(start = 0.6, fixed = true), y(start = -1), u(start = 0, fixed = true), v, F;
  discrete Real square(start = 1, fixed = true);
equation
  der(x) = u;
  der(y) = v;
  der(u) = -F*x;
  der(v) = -F*y - 9.81;
  x^2 + y^2 = square;
  when time > 0.5 then
    square = -1;
  end when;
end M;
