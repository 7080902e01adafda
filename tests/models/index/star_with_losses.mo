// Three phases, transformed into two axes and a zero sequence as in the machines of the standard library. The star
// point floats, so the sum of the currents is zero and with it the current of the zero sequence, which is a coil's.
// That the sum is zero is seen although the currents go through a turns ratio, a final parameter that is 1; without it
// nothing would fix the potential of the star point. In each axis: a resistor R, then a coil L beside a conductance G.
//   R*i + v = u,  i = iL + G*v,  L*der(iL) = v      =>      iL = u/R*(1 - exp(-t*R/(L*(1 + R*G))))
//| from math import exp, sqrt
//| R, L, G = 2, 0.1, 0.05
//| ua, ub = 2/3*(1 - 0.5*0.5), 2/3*sqrt(3)/2*0.5          # of the sources 1, 0.5, 0
//! run --stop 0.5
//! coil[1] = ua/R*(1 - exp(-t*R/(L*(1 + R*G)))) +- 1e-6
//! coil[2] = ub/R*(1 - exp(-t*R/(L*(1 + R*G)))) +- 1e-6
//! zero = 0 +- 1e-12
//! star = 0.5 +- 1e-9
//! message none
model StarWithLosses
  final parameter Real turns = 1;
  parameter Real u[3] = {1, 0.5, 0};
  constant Real s = sqrt(3)/2;
  Real v[3], i[3], plug[3];
  Real axis_v[2], axis_i[2], zero_v, zero_i;
  Real coil[2](each start = 0, each fixed = true), zero(start = 0), star;
equation
  for k in 1:3 loop
    u[k] = 2*plug[k] + v[k] + star;
  end for;
  sum(plug) = 0;
  i*turns = plug;
  3*zero_v = sum(v);
  axis_v = 2/3*[1, -0.5, -0.5; 0, s, -s]*v;
  -3*zero_i = sum(i);
  -axis_i = 2/3*[1, -0.5, -0.5; 0, s, -s]*i;
  -axis_i = coil + 0.05*axis_v;
  0.1*der(coil) = axis_v;
  zero = -zero_i;
  0.02*der(zero) = zero_v;
end StarWithLosses;
