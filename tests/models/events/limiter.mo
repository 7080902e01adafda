// A limiter and a dead zone on u = 2 sin t, integrated. From 0 to pi the limited signal has the area 4 (1 - cos(pi/6))
// + 2 pi/3, and the one behind a dead zone of 1 has 4 cos(pi/6) - 2 pi/3. Over a whole period both areas are zero.
// Corners at asin(1/2) + ...
//| lim = 4*(1 - cos(pi/6)) + 2*pi/3
//| dead = 4*cos(pi/6) - 2*pi/3
//| corners = [pi/6, 5*pi/6, 7*pi/6, 11*pi/6]
//! run --stop $(2*pi) --step $(pi/6) --tol 1e-9 --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! a(pi) = lim +- 1e-6
//! b(pi) = dead +- 1e-6
//! final a = 0 +- 1e-6
//! final b = 0 +- 1e-6
//! check abs(max(col('y')) - 1) < 1e-12 and abs(min(col('y')) + 1) < 1e-12 and abs(right('z', pi/2) - 1) < 1e-12
//! changes region = corners +- 1e-12
//! value [right('region', c) for c in changes('region')] = [1, 0, -1, 0]
//! events time = 4
model Limiter
  Real u = 2*sin(time);
  Real y = if u > 1 then 1 elseif u < -1 then -1 else u "limited";
  Real z = if u > 1 then u - 1 elseif u < -1 then u + 1 else 0 "behind the dead zone";
  Real a(start = 0, fixed = true), b(start = 0, fixed = true);
  Integer region = if u > 1 then 1 elseif u < -1 then -1 else 0;
equation
  der(a) = y;
  der(b) = z;
end Limiter;
