// A pump without compliance: the flow of its piston is given, so one of its two valves is always open. Where the run
// begins, the model says of each that it was closed, which no mode allows (E671): the one that is open from then on
// remembers it, and not that its pressure is above zero. The condition is written in three ways.
//| sucks = [int(sin(2*pi*k/8 + 0.3) < 0) for k in range(1, 16)]
//! class Pump.Opposite
//! run --stop 2 --step 0.125 --tol 1e-8
//! value [right('suction', k/8) for k in range(1, 16)] = sucks
//! value [right('pressure', k/8) for k in range(1, 16)] = [1 - s for s in sucks]
//! message none
//! class Pump.Both
//! run --stop 2 --step 0.125 --tol 1e-8
//! value [right('suction', k/8) for k in range(1, 16)] = sucks
//! value [right('pressure', k/8) for k in range(1, 16)] = [1 - s for s in sucks]
//! message none
//! class Pump.Plain
//! run --stop 2 --step 0.125 --tol 1e-8
//! value [right('suction', k/8) for k in range(1, 16)] = sucks
//! value [right('pressure', k/8) for k in range(1, 16)] = [1 - s for s in sucks]
//! message none
package Pump
  partial model Base
    Real q = 0.4*sin(2*3.141592653589793*time + 0.3) "of the piston", node;
    Real vessel(start = 1, fixed = true), qs, qp, hs = 0.5 - node, hp = node - vessel;
    Boolean suction(start = false, fixed = true), pressure(start = false, fixed = true);
  equation
    qs + q = qp;
    0.1*der(vessel) = qp - vessel/50;
  end Base;
  model Opposite "the memory is another Boolean than the one behind the switch"
    extends Base;
    Boolean shut[2] = {not (hs > 0 or pre(suction) and not qs < 0), not (hp > 0 or pre(pressure) and not qp < 0)};
  equation
    suction = not shut[1];
    pressure = not shut[2];
    if shut[1] then qs = 0; else hs = 0; end if;
    if shut[2] then qp = 0; else hp = 0; end if;
  end Opposite;
  model Both
    extends Base;
  equation
    suction = hs > 0 or pre(suction) and qs >= 0;
    pressure = hp > 0 or pre(pressure) and qp >= 0;
    if suction then hs = 0; else qs = 0; end if;
    if pressure then hp = 0; else qp = 0; end if;
  end Both;
  model Plain
    extends Base;
  equation
    suction = if pre(suction) then qs >= 0 else hs > 0;
    pressure = if pre(pressure) then qp >= 0 else hp > 0;
    if suction then hs = 0; else qs = 0; end if;
    if pressure then hp = 0; else qp = 0; end if;
  end Plain;
end Pump;
