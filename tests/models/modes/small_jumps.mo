// Jumps of one part in a hundred thousand are jumps. Two capacitors, C and 3*C, with almost the same voltage are
// connected: the charge is kept, so both have (1 + 3*(1 + d))/4. And two masses with almost the same speed stick
// together: the momentum is kept.
//! class SmallJumps.Capacitors
//! run --stop 2 --tol 1e-9 -p d={1e-5,-1e-5,3e-6}
//! final v1 = 1 + 0.75*final['d'] +- 1e-10
//! final v2 = 1 + 0.75*final['d'] +- 1e-10
//! class SmallJumps.Masses
//! run --stop 2 --tol 1e-9
//! final w1 = 2 + 2e-5/3 +- 1e-10
//! final w2 = 2 + 2e-5/3 +- 1e-10
package SmallJumps
  model Capacitors
    parameter Real d = 1e-5;
    Real v1(start = 1, fixed = true), v2(start = 1 + d, fixed = true), i;
  equation
    der(v1) = i;
    3*der(v2) = -i;
    if time < 1 then i = 0; else v1 = v2; end if;
  end Capacitors;
  model Masses
    Real w1(start = 2, fixed = true), w2(start = 2 + 1e-5, fixed = true), f;
  equation
    der(w1) = f;
    2*der(w2) = -f;
    if time < 1 then f = 0; else w1 = w2; end if;
  end Masses;
end SmallJumps;
