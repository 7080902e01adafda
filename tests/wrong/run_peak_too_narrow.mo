// A pulse of area 1 whose passage takes less time than the shortest step near to it (E400).
//! good
//! options --stop 0.5
//! warning R0780
model M
  parameter Real w = 1e-13;
  Real n(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 50*cos(50*time);
  der(n) = max(0, 1 - abs(x - 0.3)/w)/w;
end M;
