// A record that is a local of a function and gets its fields from the inputs, used in the value of another local.
//! run --stop 1
//! final low = 1
//! final high = 2
//! y(0.25) = 1 + 0.25 + 3 +- 1e-12
package Fluid
  record Saturation
    Real p;
    Real T;
  end Saturation;

  function enthalpy
    input Saturation s;
    output Real h;
  algorithm
    h := s.p + s.T;
  end enthalpy;

  function phase
    input Real p;
    input Real h;
    output Integer phase;
    output Real border;
  protected
    Saturation sat(p = p, T = 3);
    Real hl = enthalpy(sat);
  algorithm
    phase := if h < hl then 1 else 2;
    border := hl;
  end phase;
end Fluid;

model RecordLocal
  Integer low = Fluid.phase(1, 2);
  Integer high = Fluid.phase(1, 5);
  Integer now;
  Real y;
equation
  (now, y) = Fluid.phase(1 + time, 2);
end RecordLocal;
