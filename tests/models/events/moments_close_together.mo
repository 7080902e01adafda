// Steps of time whose moments differ by a few units in the last place: time moves on to the second one without a step,
// and what holds there is looked at for that time. The quotient of rem is zero throughout, so y is u.
//! run --stop 0.98
//! y = -0.103 + 0.83*t +- 1e-12
//! check j['events']['time'] + j['events']['state'] < 10
model MomentsCloseTogether
  Real u = -0.103 + 0.83*time;
  Integer k = integer(-1.084 - 1.63*time);
  Real y, v, w;
equation
  v = if mod(k, abs(k) + 1) > mod(k, 8) then k*u else div(y, abs(y) + 0.75);
  w = mod(v + 2*y^3, 3.55);
algorithm
  for i in 1:2 loop
    y := ceil(u + 3.0);
  end for;
  y := rem(u, abs(u) + 0.75);
end MomentsCloseTogether;
