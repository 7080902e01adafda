// The sign of a function of time is zero at one point only, which an instant may meet exactly: behind it the sign is
// the other one, and the run goes on.
//! run --stop 0.9711
//! final a = -1
//! final b = 1
//! changes a = [0.21/2.791] +- 1e-9
//! check j['events']['time'] + j['events']['state'] < 12
model SignsOfTime
  Real u = 0.2 + 2.791*time, w = 3*u;
  Integer k = integer(1.394 + 2.718*time), a, b = sign(time - 0.5), c[2];
equation
  a = sign(0.41 - u);
  for i in 1:2 loop
    c[i] = div(a*min(a, k), abs(min(i, sign(w))) + 1);
  end for;
end SignsOfTime;
