// E24, E160: the branch of a switch is decided by when-statements of an algorithm. Friction 2 with a force of -3:
// at 0.2 the mass has stopped; it would stick, but the force is too large, so it goes on backwards in the same
// instant.
//| v = lambda t: 1 - 5*t if t < 0.2 else 0.2 - t
//! class P.Equation
//! run --stop 1 --step 0.1 --solver {auto,cvode}
//! v = v(t) +- 1e-6
//! changes s = [0.2] +- 1e-6
//! final s = 1
//! class P.Algorithm
//! run --stop 1 --step 0.1 --solver {auto,cvode}
//! v = v(t) +- 1e-6
//! changes s = [0.2] +- 1e-6
//! final s = 1
//! class P.Mixed
//! run --stop 1 --step 0.1
//! v = v(t) +- 1e-6
//! final s = 1
//! class P.Named
//! run --stop 1 --step 0.1
//! v = v(t) +- 1e-6
//! final back = 1
package P
  type Side = enumeration(back, stick, forward);

  partial model Mass
    Real v(start = 1, fixed = true), f;
    Integer s(start = 3, fixed = true);
  equation
    der(v) = -3 - f;
    if s == 2 then
      der(v) = 0;
    elseif s == 3 then
      f = 2;
    else
      f = -2;
    end if;
  end Mass;

  model Equation
    extends Mass;
  equation
    when v <= 0 and pre(s) == 3 then
      s = 2;
    elsewhen pre(s) == 2 and f < -2 then
      s = 1;
    end when;
  end Equation;

  model Algorithm
    extends Mass;
  algorithm
    when v <= 0 and pre(s) == 3 then
      s := 2;
    elsewhen pre(s) == 2 and f < -2 then
      s := 1;
    end when;
  end Algorithm;

  model Mixed
    extends Mass;
    Real y;
  algorithm
    y := 2*v;
    when y <= 0 and pre(s) == 3 then
      s := 2;
    elsewhen pre(s) == 2 and f < -2 then
      s := 1;
    end when;
  end Mixed;

  model Named
    Real v(start = 1, fixed = true), f;
    Side s(start = Side.forward, fixed = true);
    Integer stops(start = 0, fixed = true), back = if s == Side.back then 1 else 0;
  equation
    der(v) = -3 - f;
    if s == Side.stick then
      der(v) = 0;
    elseif s == Side.forward then
      f = 2;
    else
      f = -2;
    end if;
  algorithm
    when v <= 0 and pre(s) == Side.forward then
      s := Side.stick;
      stops := pre(stops) + 1;
    elsewhen pre(s) == Side.stick and f < -2 then
      s := Side.back;
    end when;
  end Named;
end P;
