// The mathematical functions, against Python's at an argument that moves.
//! run --stop 0.9 --step 0.1
//! a1 = sin(t) +- 1e-15
//! a2 = cos(t) +- 1e-15
//! a3 = tan(t) +- 1e-15
//! a4 = asin(t) +- 1e-15
//! a5 = acos(t) +- 1e-15
//! a6 = atan(t) +- 1e-15
//! a7 = atan2(t, -0.5) +- 1e-15
//! a8 = sinh(t) +- 1e-15
//! a9 = cosh(t) +- 1e-15
//! b1 = tanh(t) +- 1e-15
//! b2 = exp(t) +- 1e-15
//! b3 = log(1 + t) +- 1e-15
//! b4 = log10(1 + t) +- 1e-15
//! b5 = sqrt(t) +- 1e-15
//! b6 = abs(t - 0.5) +- 1e-15
//! b7 = (1 + t)**2.5 +- 2e-15
//! b8 = 2**-t +- 1e-15
//! b9 = min(t, 1 - t) +- 1e-15
//! c1 = max(t, 1 - t) +- 1e-15
//! c2 = -t**2 +- 1e-15
//! c3 = 7 % 4
//! c4 = -1
//! c5 = -3 - 4*(-1)
//! c6 = 1/3 +- 1e-16
//! c7 = 1e5
//! c8 = -2
model Math
  Real t = time;
  Real a1 = sin(t), a2 = cos(t), a3 = tan(t), a4 = asin(t), a5 = acos(t), a6 = atan(t), a7 = atan2(t, -0.5),
      a8 = sinh(t), a9 = cosh(t);
  Real b1 = tanh(t), b2 = exp(t), b3 = log(1 + t), b4 = log10(1 + t), b5 = sqrt(t), b6 = abs(t - 0.5), b7 = (1 + t)^2.5,
      b8 = 2^(-t);
  Real b9 = min(t, 1 - t), c1 = max(t, 1 - t), c2 = -t^2;
  Integer c3 = mod(7, 4), c4 = rem(-7, 3), c5 = mod(-3, 4), c8 = integer(floor(-1.5));
  Real c6 = 1/3, c7 = 1e5;
end Math;
