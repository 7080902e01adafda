// Unknowns that are open while a parameter is zero or nothing flows. The equations of their loops agree, so the run
// goes on.
//
// Pipe: h is carried by the flow m, upstream first. As long as m = 0 nothing determines h[1] and h[2]; they keep their
// start values. From t = 1 on m = 1, and h = 5 everywhere, as it flows in. (A step beyond 1 leaves 5 for output points
// before it: these values have no meaning.)
//! class Pipe
//! run --stop 0.5
//! h[1] = 3
//! h[2] = 3
//! run --stop 2
//! h[1](1.5) = 5 +- 1e-12
//! h[2](1.5) = 5 +- 1e-12
//! x(2) = 5 +- 1e-3
//! message R0313 nothing determines
model Pipe
  Real h[2](each start = 3);
  Real m = noEvent(if time < 1 then 0 else 1);
  Real x(start = 0, fixed = true);
equation
  m*h[1] + m*h[2] = 2*m*5;
  m*h[1] - m*h[2] = 0;
  der(x) = m*h[2];
end Pipe;

// A branch of no loss or of a conductance G beside a source of current in series with an inductor: i = I - iG. The loss
// is part of the structure: with P = 0 the branch says iG = 0 and nothing about v, with P > 0 v = iG/G. The voltage of
// the resistor is known in closed form: with G = P/4 and R = 2 in parallel to it, v = I/(1/2 + G).
//! class Loss
//! run
//! v = 6*(1 - exp(-t)) +- 1e-5
//! iG = 0
//! run -p P=2
//! v = 3*(1 - exp(-t)) +- 1e-5
//! message U0104
model Loss
  parameter Real P = 0 "loss";
  Real v, iG, iR, g;
  Real i(start = 0, fixed = true);
equation
  der(i) = 3 - i;
  i = iR + iG;
  v = 2*iR;
  if P <= 0 then
    g = 0;
    iG = 0;
  else
    g = P/4;
    iG = g*v;
  end if;
end Loss;

// The same with a factor that is zero: v cannot come from iG = G*v. The order that is found holds for other values too.
//! class Zero
//! run
//! v = 6*(1 - exp(-t)) +- 1e-5
//! run -p G=0.5
//! v = 3*(1 - exp(-t)) +- 1e-5
model Zero
  parameter Real G = 0;
  Real v, iG, iR;
  Real i(start = 0, fixed = true);
equation
  der(i) = 3 - i;
  iG = G*v;
  0 = i - iR - iG;
  v = 2*iR;
end Zero;
