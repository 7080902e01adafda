// Twelve diodes with small resistances and leaks, six behind three coils and six of an inverter, nothing charged and no
// current at the start: all conditions of the diodes are zero but for what the rounding of 300 V makes of them, divided
// by the resistances. Either side will do. Then the highest and the lowest phase charge the capacitor, through L = 1
// mH, R = 22.2 Ohm, C = 1 mF: overdamped, v = E*(1 - (p*exp(-q*t) - q*exp(-p*t))/(p - q)) (E132)
//| from math import sqrt, exp
//| E = 600; L, R, C = 1e-3, 22.2, 1e-3
//| p = R/(2*L) + sqrt((R/(2*L))**2 - 1/(L*C)); q = R/(2*L) - sqrt((R/(2*L))**2 - 1/(L*C))
//! run --stop 0.05 --solver {auto,cvode} -p Ron={1e-5,1e-7} -p Goff={1e-6,1e-9}
//! link = E*(1 - (p*exp(-q*t) - q*exp(-p*t))/(p - q)) +- 0.2
//! i[1] = 0 +- 1e-2
//! final upper[3].on = 1
//! final lower[2].on = 1
model RestAtTheStart
  parameter Real Ron = 1e-5, Goff = 1e-6;
  parameter Real u[3] = {10, -300, 300};
  model Diode
    parameter Real Ron, Goff;
    Real v, i, s;
    Boolean on;
  equation
    on = s > 0;
    v = s*(if on then Ron else 1);
    i = s*(if on then 1 else Goff);
  end Diode;
  Diode upper[3](each Ron = Ron, each Goff = Goff), lower[3](each Ron = Ron, each Goff = Goff);
  Diode up[3](each Ron = Ron, each Goff = Goff),
      down[3](each Ron = Ron, each Goff = Goff) "an inverter at rest: they do not conduct";
  Real leg[3], positive;
  Real i[3](each start = 0, each fixed = true), node[3], plus, minus, link(start = 0, fixed = true);
equation
  for k in 1:3 loop
    5e-4*der(i[k]) = u[k] - 0.1*i[k] - node[k];
    upper[k].v = node[k] - plus;
    lower[k].v = minus - node[k];
    i[k] + lower[k].i = upper[k].i;
    up[k].v = leg[k] - positive;
    down[k].v = minus - leg[k];
    down[k].i + Goff*(positive - 2*leg[k] + minus) = up[k].i;
  end for;
  positive = minus + link;
  sum(upper.i) = sum(lower.i);
  plus - minus = link + 22*sum(upper.i);
  1e-3*der(link) = sum(upper.i);
end RestAtTheStart;
