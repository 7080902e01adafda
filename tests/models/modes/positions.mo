// A mode may tie positions otherwise than they are. Then positions jump, speeds are impulses and forces derivatives of
// impulses, and the equations hold for each order of impulses. All answers are balances, order by order.
// Two masses are put on a rod of length 1 at a distance of 2: the centre of mass stays, and so does the momentum. The
// force is m1*(x1 after - x1 before) times the derivative of an impulse, which two integrations make a jump.
//! class Positions.Rod
//! run --stop 2 --solver {auto,cvode,ida,dirk,rodas,erk}
//! value [right('x1', 1), right('x2', 1)] = [1.75, 2.75] +- 1e-9
//! value [right('v1', 1), right('v2', 1)] = [1, 1] +- 1e-9
//! value [right('p', 1), right('pp', 1)] = [0, 0.75] +- 1e-9
//! final x1 = 2.75 +- 1e-6
// With a damper to the ground the impulse of the speed brakes: the momentum loses 0.5 times the jump of x1.
//! class Positions.Damped
//! run --stop 2
//| x1 = 2*(1 - exp(-0.5))
//| s = (x1 + 3*4 - 3)/4
//| w = (exp(-0.5) + 3*2 - 0.5*(s - x1))/4
//! value [right('x1', 1), right('x2', 1)] = [s, s + 1] +- 1e-6
//! value [right('v1', 1), right('v2', 1)] = [w, w] +- 1e-6
// Differentiators: what is integrated from a derivative comes back, with its jump.
//! class Positions.Cascade
//! run --stop 2
//! value [right('y', 1), right('q', 1), right('r', 1)] = [3, 3, 1] +- 1e-9
//! final q = 4 +- 1e-6
// Three levels: the integral of a position is tied.
//! class Positions.Integral
//! run --stop 2
//! value [right('y', 1), right('x', 1), right('v', 1)] = [2, 0, 0] +- 1e-9
//! value [right('p', 1), right('pp', 1), right('ppp', 1)] = [2*(0 - 1), 2*(0 - 2), 2*(2 - 1.5)] +- 1e-6
// Cup and ball: the rope becomes taut, of the speed what is along the rope is lost (and with it momentum), what is
// across it stays.
//! class Positions.CupAndBall
//! run --stop 0.45 --tol 1e-9
//| t1 = sqrt(2*0.8/9.81)
//| along = 9.81*t1*0.8
//! value changes('taut')[0] = t1 +- 1e-9
//! value [right('u', t1), right('v', t1)] = [-along*0.6, -9.81*t1 + along*0.8] +- 1e-6
//! value right('u', t1)*0.6 - right('v', t1)*0.8 = 0 +- 1e-6
//! value right('p', t1) = along +- 1e-6
//! class Positions.CupAndBallPre
//! run --stop 0.45 --tol 1e-9
//| t1 = sqrt(2*0.8/9.81)
//| along = 9.81*t1*0.8
//! value [right('u', t1), right('v', t1)] = [-along*0.6, -9.81*t1 + along*0.8] +- 1e-6
package Positions
  model Rod
    Real x1(start = 0, fixed = true), v1(start = 1, fixed = true), x2(start = 2, fixed = true),
        v2(start = 1, fixed = true), f;
    Real p(start = 0, fixed = true), pp(start = 0, fixed = true);
    Boolean tied = time > 1;
  equation
    der(x1) = v1;
    der(x2) = v2;
    1*der(v1) = f;
    3*der(v2) = -f;
    der(p) = f;
    der(pp) = p;
    if tied then x2 - x1 = 1; else f = 0; end if;
  end Rod;
  model Damped
    Real x1(start = 0, fixed = true), v1(start = 1, fixed = true), x2(start = 2, fixed = true),
        v2(start = 2, fixed = true), f;
    Boolean tied = time > 1;
  equation
    der(x1) = v1;
    der(x2) = v2;
    1*der(v1) = f - 0.5*v1;
    3*der(v2) = -f;
    if tied then x2 - x1 = 1; else f = 0; end if;
  end Damped;
  model Cascade
    Real y(start = 0, fixed = true), z, w, q(start = 0, fixed = true), r(start = 0, fixed = true), u;
    Boolean on = time > 1;
  equation
    u = 2 + time;
    z = der(y);
    w = der(z);
    der(q) = z;
    der(r) = w;
    if on then y = u; else w = 0; end if;
  end Cascade;
  model Integral
    Real y(start = 0, fixed = true), x(start = 1, fixed = true), v(start = 1, fixed = true), f;
    Real p(start = 0, fixed = true), pp(start = 0, fixed = true), ppp(start = 0, fixed = true);
    Boolean tied = time > 1;
  equation
    der(y) = x;
    der(x) = v;
    2*der(v) = f;
    der(p) = f;
    der(pp) = p;
    der(ppp) = pp;
    if tied then y = 2; else f = 0; end if;
  end Integral;
  model CupAndBall
    Real x(start = 0.6, fixed = true), y(start = 0, fixed = true), u(start = 0, fixed = true),
        v(start = 0, fixed = true), force, s;
    Real p(start = 0, fixed = true);
    Boolean taut;
  equation
    der(x) = u;
    der(y) = v;
    der(u) = -force*x;
    der(v) = -force*y - 9.81;
    der(p) = force;
    taut = s <= 0;
    if taut then x^2 + y^2 = 1; s = -force; else force = 0; s = 1 - x^2 - y^2; end if;
  end CupAndBall;
  model CupAndBallPre
    Real x(start = 0.6, fixed = true), y(start = 0, fixed = true), u(start = 0, fixed = true),
        v(start = 0, fixed = true), force;
    Boolean taut(start = false, fixed = true);
  equation
    der(x) = u;
    der(y) = v;
    der(u) = -force*x;
    der(v) = -force*y - 9.81;
    taut = if pre(taut) then force >= 0 else x^2 + y^2 >= 1;
    if taut then x^2 + y^2 = 1; else force = 0; end if;
  end CupAndBallPre;
end Positions;
