// An impulse through a free wheel that lets go in the same instant (E162). Its condition is about y, which is another
// name of -w: while y = 0 holds y > 0 is false, though it was what made the wheel engage. A body at -2.5 is stopped
// with the impulse 2.5, and the force 1 moves it on: w = t at first, and t - 1 where the wheel is held open until 1 s.
//! class LetsGoAtOnce.FromTheStart
//! run --stop 2
//! final w = 2 +- 1e-6
//! final z = 2.5 +- 1e-9
//! class LetsGoAtOnce.Later
//! run --stop 2
//! w(1-) = -2.5
//! final w = 1 +- 1e-6
//! final z = 2.5 +- 1e-9
// the same in each of two components of an array
//! class LetsGoAtOnce.Two
//! run --stop 2
//! final body[1].w = 1 +- 1e-6
//! final body[2].w = 1 +- 1e-6
//! final body[1].z = 2.5 +- 1e-9
//! final body[2].z = 2.5 +- 1e-9
// and beside a condition over an element whose subscript a function gives, which must not be asked about strengths
//! class LetsGoAtOnce.BesideElement
//! run --stop 2
//! final body.w = 1 +- 1e-6
//! final body.z = 2.5 +- 1e-9
//! final y = 1
package LetsGoAtOnce
  model FromTheStart
    Real w(start = -2.5, fixed = true), tau, z(start = 0, fixed = true), y;
    Boolean on(start = false, fixed = true), off;
  equation
    der(w) = 1 + tau;
    der(z) = tau;
    y = -w;
    off = not (y > 0 or pre(on) and not tau < 0);
    on = not off;
    if off then tau = 0; else y = 0; end if;
  end FromTheStart;

  model Later
    Real w(start = -2.5, fixed = true), tau, z(start = 0, fixed = true), y;
    Boolean on(start = false, fixed = true), off;
  equation
    der(w) = (if time < 1 then 0 else 1) + tau;
    der(z) = tau;
    y = -w;
    off = time < 1 or not (y > 0 or pre(on) and not tau < 0);
    on = not off;
    if off then tau = 0; else y = 0; end if;
  end Later;

  model Two
    Later body[2];
  end Two;

  function checked
    input Integer i;
    output Integer y;
  algorithm
    assert(i > 0, "there is no element 0");
    y := i;
  end checked;

  model BesideElement
    Later body;
    Real u = 3.2 + 0.3*time, a[4] = {1, 2, 3, 4}*(1 + time);
    Real y = if 7.29 < a[checked(integer(u))] then 1 else 2;
  end BesideElement;
end LetsGoAtOnce;
