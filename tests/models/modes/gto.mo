// Ideal GTO thyristors with the parametric curve of the Modelica standard library: they conduct in one direction, while
// they are fired. Resistance and leak may be zero, in the text or by -p, through any number of parameters that are
// computed from each other: then the equations change with the condition, and a value of zero, or another value instead
// of zero, belongs to the structure.
//| from math import exp
//| R, L, V, T = 10, 0.01, 10, 0.003
//| def piecewise(t, level, high, low, tau, part):
//|     """i of L*der(i) = (v - i) in cycles of T: towards high for part*T, then towards low"""
//|     i, at = 0, 0
//|     while True:
//|         for goal, until in ((high, at + part*T), (low, at + T)):
//|             if t <= until + 1e-12:
//|                 return goal + (i - goal)*exp(-(t - at)/tau)
//|             i = goal + (i - goal)*exp(-(until - at)/tau); at = until
//! class GTO.Chopper
// on: L*der(i) = V - (R + Ron)*i; off: the current goes on through the diode
//! run --stop 0.03 -p Ron=0 -p Goff=0
//! i = piecewise(t, 0, V/R, 0, L/R, 0.4) +- 1e-5
//! run --stop 0.03
//! i = piecewise(t, 0, V/R, 0, L/R, 0.4) +- 1e-5
//! run --stop 0.03 -p Ron=10
//! i = piecewise(t, 0, V/(R + 10), 0, L/(R + 10), 0.4) +- 1e-5
//! run --stop 0.03 -p small=1
//! i = piecewise(t, 0, V/(R + 10), 0, L/(R + 10), 0.4) +- 1e-5
//! class GTO.Leaky
// the same, with other values in the text
//! run --stop 0.03 -p Ron=0 -p Goff=0
//! i = piecewise(t, 0, V/R, 0, L/R, 0.4) +- 1e-5
//! run --stop 0.03 -p Ron=10 -p Goff=0
//! i = piecewise(t, 0, V/(R + 10), 0, L/(R + 10), 0.4) +- 1e-5
//! run --stop 0.03 -p Ron=1e-5 -p Goff=1e-5
//! i = piecewise(t, 0, V/R, 0, L/R, 0.4) +- 1e-5
//! class GTO.Cut
// nothing takes over the current: it is cut off. From 2 T/3 on it begins from zero again
//! run --stop 0.00299 -p Ron=0 -p Goff=0
//! i(0.0012-) = V/R*(1 - exp(-0.0012*R/L)) +- 1e-5
//! i(0.0012) = 0 +- 1e-12
//! i(0.00299) = 0 +- 1e-12
//! message R0230 i from
//! class GTO.Bridge
// a bridge of four with diodes the other way, as arrays: the coil has 10 V or -10 V, whichever way the current flows
//! run --stop 0.03 -p Ron={0,1e-6} -p Goff={0,1e-6}
//! i = piecewise(t, 0, 10, -10, L/1, 0.5) +- 1e-4
package GTO
  model Port
    parameter Real Ron = 0, Goff = 0;
    Real v, i, s;
    Boolean off;
  equation
    v = s*(if off then 1 else Ron);
    i = s*(if off then Goff else 1);
  end Port;
  model Thyristor
    extends Port;
    Boolean fire;
  equation
    off = s < 0 or not fire;
  end Thyristor;
  model Diode
    extends Port;
  equation
    off = s < 0;
  end Diode;
  model Chopper
    parameter Real small = 0, Ron = 10*small, Goff = 0;
    Thyristor t(Ron = Ron, Goff = Goff, fire = mod(time, 0.003) < 0.0012);
    Diode d(Ron = Ron, Goff = Goff);
    Real i(start = 0, fixed = true);
  equation
    0.01*der(i) = -d.v - 10*i;
    10 = t.v - d.v;
    t.i + d.i = i;
  end Chopper;
  model Leaky = Chopper(Ron = 1e-5, Goff = 1e-5);
  model Cut
    parameter Real Ron = 1e-5, Goff = 1e-5;
    Thyristor t(Ron = Ron, Goff = Goff, fire = mod(time, 0.003) < 0.0012);
    Real i(start = 0, fixed = true);
  equation
    0.01*der(i) = 10 - t.v - 10*i;
    t.i = i;
  end Cut;
  model Bridge
    parameter Real Ron = 1e-5, Goff = 1e-5;
    Thyristor t[4](each Ron = Ron, each Goff = Goff);
    Diode d[4](each Ron = Ron, each Goff = Goff);
    Real i(start = 0, fixed = true);
    Boolean up = mod(time, 0.003) < 0.0015;
  equation
    t.fire = {up, not up, not up, up};
    t.v = -d.v;
    t[1].v + t[2].v = 10;
    t[3].v + t[4].v = 10;
    t[1].i - d[1].i - t[2].i + d[2].i = i;
    t[3].i - d[3].i - t[4].i + d[4].i = -i;
    0.01*der(i) = t[2].v - t[4].v - i;
  end Bridge;
end GTO;
