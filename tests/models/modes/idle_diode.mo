// A diode and a coil that nothing drives, beside a boost converter: the voltage u is zero but for the rounding of 500
// V, some 1e-13 V, and so would be what flows in the coil (E16). The diode does not turn because of that, neither
// between the changes of mode of the converter nor in one of them, no state is told to jump by it, and the modes are
// those of the converter alone: as many, whenever the run ends and whatever is recorded. (q: the switch closed, or the
// diode d conducts, or neither; with the mode in which the run begins.)
//! class Idle.Remembers
//! run --stop {0.05,0.0503,0.1} --step {0.01,0.0001} -p k={3,7} --vars on,i,v
//! value len([x for x in changes("on") if x > 0]) = 0
//! i = 0 +- 1e-11
//! v = 0 +- 1e-12
//! check len([m for m in j["modes"] if m["entries"]]) <= 3
//! value j["search"]["jumps"] = 0
//! message none
//! run --stop 0.05 --tol {1e-4,1e-9} --vars on,i,v
//! value len([x for x in changes("on") if x > 0]) = 0
//! value j["search"]["jumps"] = 0
//! class Idle.Conducts
//! run --stop {0.05,0.1} -p k={3,7} --vars on,i,v
//! value len([x for x in changes("on") if x > 0]) = 0
//! i = 0 +- 1e-11
//! value j["search"]["jumps"] = 0
//! message none
package Idle
  partial model Converter
    parameter Real k = 3, L = 1e-3, R = 20;
    Real a(start = 500, fixed = true), b = a/k, u = b*k - a;
    Real i, v;
    Boolean on;
    Boolean q = mod(time, 1e-3) < 4e-4, d(start = false, fixed = true);
    Real c(start = 400, fixed = true), l(start = 0, fixed = true), vs, is, vd = vs - c;
  equation
    der(a) = 9420*cos(314*time);
    L*der(i) = u - v - R*i;
    L*der(l) = a - vs;
    1e-3*der(c) = is - c/100;
    if q then
      vs = 0;
    else
      l = is;
    end if;
    d = if pre(d) then is >= 0 else vd > 0;
    if d then
      vd = 0;
    else
      is = 0;
    end if;
  end Converter;
  model Remembers
    extends Converter(on(start = false, fixed = true));
  equation
    on = if pre(on) then i >= 0 else v > 0;
    if on then
      v = 0;
    else
      i = 0;
    end if;
  end Remembers;
  model Conducts "it has v = 0, so it conducts from the start"
    extends Converter;
    Real s;
  equation
    on = s >= 0;
    if on then
      v = 0;
      s = i;
    else
      i = 0;
      s = v;
    end if;
  end Conducts;
end Idle;
