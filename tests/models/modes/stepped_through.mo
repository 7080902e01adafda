// A source steps down by 6 V while a diode joins two of three capacitors, of 2, 1 and 0.5 F. What these two alone would
// do makes their node so low that the diode of the third one conducts as well. So all three share the charge at once,
// from the voltages before the step (E500): 2*1 + 1*0.6 + 0.5*(1 - 6) = 0.1 A.s over 3.5 F. The two must not jump
// first, and then meet the third one while the first diode opens.
//| node = 0.1/3.5
//! class SteppedThrough.BySign
//! run --stop 2 --tol 1e-9 --solver {auto,cvode}
//! final a = node +- 1e-12
//! final b = node +- 1e-12
//! final x = node + 6 +- 1e-12
//! value j["search"]["jumps"] = 1
//! class SteppedThrough.ByCurve
//! run --stop 2 --tol 1e-9
//! final a = node +- 1e-12
//! final b = node +- 1e-12
//! final x = node + 6 +- 1e-12
//! class SteppedThrough.ByPre
//! run --stop 2 --tol 1e-9
//! final a = node +- 1e-12
//! final b = node +- 1e-12
//! final x = node + 6 +- 1e-12
package SteppedThrough
  partial model Base
    Real a(start = 1, fixed = true) "to ground", b(start = 0.6, fixed = true) "to ground";
    Real x(start = 1, fixed = true) "from the source to the node";
    Real s = if time < 1 then 0 else -6, va, vb, ia, ib;
  equation
    2*der(a) = -ia;
    der(b) = -ib;
    0.5*der(x) = ia + ib;
    va = a - (s + x);
    vb = b - (s + x);
  end Base;
  model BySign
    extends Base;
    Real sa, sb;
    Boolean onA, onB;
  equation
    onA = sa >= 0;
    if onA then va = 0; sa = ia; else ia = 0; sa = va; end if;
    onB = sb >= 0;
    if onB then vb = 0; sb = ib; else ib = 0; sb = vb; end if;
  end BySign;
  model ByCurve
    extends Base;
    Real sa, sb;
    Boolean offA = sa < 0, offB = sb < 0;
    parameter Real Ron = 0, Goff = 0;
  equation
    va = sa*(if offA then 1 else Ron);
    ia = sa*(if offA then Goff else 1);
    vb = sb*(if offB then 1 else Ron);
    ib = sb*(if offB then Goff else 1);
  end ByCurve;
  model ByPre
    extends Base;
    Boolean onA(start = true, fixed = true), onB(start = false, fixed = true);
  equation
    onA = if pre(onA) then ia >= 0 else va > 0;
    if onA then va = 0; else ia = 0; end if;
    onB = if pre(onB) then ib >= 0 else vb > 0;
    if onB then vb = 0; else ib = 0; end if;
  end ByPre;
end SteppedThrough;
