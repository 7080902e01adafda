// A reinit in the instant in which the mode changes. What it states holds after the instant; it is an impulse from
// outside on the state that it names, and what the mode ties to that state is moved by impulses of the mode. What the
// mode before tied to it keeps its value (E118).
//! class Stated.Open
//! run --stop 3
//! value [right('w1', 2), right('w2', 2)] = [7, 1.25] +- 1e-9
//! class Stated.OpenOther
//! run --stop 3
//! value [right('w1', 2), right('w2', 2)] = [1.25, 7] +- 1e-9
//! class Stated.OpenGear
//! run --stop 3
//! value [right('w1', 2), right('w2', 2)] = [2, 7] +- 1e-9
// w1 = 7 means w2 = 3.5, and the torque has given 3*3.5 to w2
//! class Stated.Close
//! run --stop 2
//! value [right('w1', 1), right('w2', 1), right('p', 1)] = [7, 3.5, 10.5] +- 1e-9
// w2 = 7 means w1 = 14, and the torque has given 14 - 5 to w1
//! class Stated.CloseOther
//! run --stop 2
//! value [right('w1', 1), right('w2', 1), right('p', 1)] = [14, 7, -9] +- 1e-9
//! class Stated.Both
//! run --stop 2
//! value [right('w1', 1), right('w2', 1), right('p', 1)] = [14, 7, 0] +- 1e-9
// a state that nothing ties changes nothing for the others
//! class Stated.Apart
//! run --stop 2
//! value [right('w1', 1), right('w2', 1), right('p', 1), right('z', 1)] = [2, 1, 3, 7] +- 1e-9
//! class Stated.Three
//! run --stop 2
//! value [right('w1', 1), right('w2', 1), right('w3', 1), right('p', 1)] = [7, 7, 7, 5 - 7] +- 1e-9
//! class Stated.Charge
//! run --stop 2
//! value [right('w1', 1), right('w2', 1), right('p', 1)] = [2, 1, 7] +- 1e-9
package Stated
  model Open "tied until 2, then w1 is set to 7 while the clutch opens"
    Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), tau;
    Boolean closed = time > 1 and time < 2;
  equation
    1*der(w1) = -tau;
    3*der(w2) = tau;
    if closed then w1 = w2; else tau = 0; end if;
    when time >= 2 then reinit(w1, 7); end when;
  end Open;
  model OpenOther "the other name of what is one state while the clutch is closed"
    Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), tau;
    Boolean closed = time > 1 and time < 2;
  equation
    1*der(w1) = -tau;
    3*der(w2) = tau;
    if closed then w1 = w2; else tau = 0; end if;
    when time >= 2 then reinit(w2, 7); end when;
  end OpenOther;
  model OpenGear "the other is set"
    Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), tau;
    Boolean closed = time > 1 and time < 2;
  equation
    1*der(w1) = -tau;
    3*der(w2) = tau;
    if closed then w1 = 2*w2; else tau = 0; end if;
    when time >= 2 then reinit(w2, 7); end when;
  end OpenGear;
  model Close "w1 is set where the clutch closes"
    Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), tau, p(start = 0, fixed = true);
    Boolean closed = time > 1;
  equation
    1*der(w1) = -tau;
    3*der(w2) = tau;
    der(p) = tau;
    if closed then w1 = 2*w2; else tau = 0; end if;
    when time > 1 then reinit(w1, 7); end when;
  end Close;
  model CloseOther "w2 is set where the clutch closes"
    Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), tau, p(start = 0, fixed = true);
    Boolean closed = time > 1;
  equation
    1*der(w1) = -tau;
    3*der(w2) = tau;
    der(p) = tau;
    if closed then w1 = 2*w2; else tau = 0; end if;
    when time > 1 then reinit(w2, 7); end when;
  end CloseOther;
  model Both "both, consistent"
    Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), tau, p(start = 0, fixed = true);
    Boolean closed = time > 1;
  equation
    1*der(w1) = -tau;
    3*der(w2) = tau;
    der(p) = tau;
    if closed then w1 = 2*w2; else tau = 0; end if;
    when time > 1 then reinit(w2, 7); reinit(w1, 14); end when;
  end Both;
  model Apart "something else is set, that nothing ties"
    Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), tau, p(start = 0, fixed = true),
        z(start = 0, fixed = true);
    Boolean closed = time > 1;
  equation
    1*der(w1) = -tau;
    3*der(w2) = tau;
    der(p) = tau;
    der(z) = 1;
    if closed then w1 = 2*w2; else tau = 0; end if;
    when time > 1 then reinit(z, 7); end when;
  end Apart;
  model Three "three inertias; the middle one is set"
    Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), w3(start = 1, fixed = true), t1, t2,
        p(start = 0, fixed = true);
    Boolean closed = time > 1;
  equation
    1*der(w1) = -t1;
    3*der(w2) = t1-t2;
    2*der(w3) = t2;
    der(p) = t1;
    if closed then w1 = w2; w2 = w3; else t1 = 0; t2 = 0; end if;
    when time > 1 then reinit(w2, 7); end when;
  end Three;
  model Charge "p, that is integrated from the impulse, is set"
    Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), tau, p(start = 0, fixed = true);
    Boolean closed = time > 1;
  equation
    1*der(w1) = -tau;
    3*der(w2) = tau;
    der(p) = tau;
    if closed then w1 = 2*w2; else tau = 0; end if;
    when time > 1 then reinit(p, 7); end when;
  end Charge;
end Stated;
