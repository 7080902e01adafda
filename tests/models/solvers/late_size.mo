// A state that begins at zero and shows nothing of its size (E143) until it moves: x stands still while z is far from
// 5. Its size follows from its values as soon as it has moved. Beside a size of 1 the value 5e-10 would be nothing, and
// any error in it would do. Known answer: z = time, so x = a*integral of exp(-((t - 5)/w)^2) = a*w*sqrt(pi) to 1e-120.
//! run --stop 10 --solver {auto,cvode,adams,ida,erk,dirk,rodas} -p a={1,1e-3,1e-9,1e-15}
//! value final["x"]/(final["a"]*0.3*sqrt(pi)) = 1 +- 2e-5
//! message none
model LateSize
  parameter Real a = 1, w = 0.3;
  Real x(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = a*exp(-((z - 5)/w)^2);
  der(z) = 1;
end LateSize;
