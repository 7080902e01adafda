// Where a mode is entered, the model's own equations say what jumps, if they are read over the instant: momentum,
// charge and flux are kept where the model keeps them, and what is integrated from an impulse jumps too. All answers
// are balances over the instant.
//! class Impulses.TwoCapacitors
//! run --stop 2 --solver {auto,cvode,ida,dirk,rodas,erk}
//! value [right('v1', 1), right('v2', 1)] = [1, 1] +- 1e-9
//! value right('q', 1) - left('q', 1) = 3 +- 1e-9
//! final v1 = 1 +- 1e-9
//! class Impulses.DogClutch
//! run --stop 2 --solver {auto,cvode,ida,dirk,rodas,erk}
//! value [right('w1', 1), right('w2', 1)] = [1.25, 1.25] +- 1e-9
//! value right('p', 1) = 3*1.25 +- 1e-9
// a gear between them, and an inertia that was tied to one of the two all the time
//! class Impulses.Geared
//! run --stop 2
//| w = 5*2*1/(2*2*(1 + 4) + 3)*(1 + 4)      # (J1 + J3)*i*w1 = (i^2*(J1 + J3) + J2)*w2
//! value [right('w1', 1), right('w2', 1), right('w3', 1)] = [2*w, w, 2*w] +- 1e-9
// two coils, each with its own current, in series when a switch opens: their flux around the loop is kept
//! class Impulses.Coils
//! run --stop 2
//! value [right('i1', 1), right('i2', 1)] = [(1*left('i1', 1) + 2*left('i2', 1))/3]*2 +- 1e-9
//! value [left('i1', 1), left('i2', 1)] = [1 - exp(-1), 0.5] +- 1e-6
// a body that falls until a rope is taut, over an ideal pulley: what both have of momentum they share
//! class Impulses.Rope
//! run --stop 1.2 --tol 1e-9
//| t1 = sqrt(2*1/9.81)
//! value [right('v1', changes('taut')[0]), right('v2', changes('taut')[0])] = [9.81*t1/3]*2 +- 1e-6
//! value changes('taut')[0] = t1 +- 1e-9
// what depended on a state before jumps too: a shaft changes from one gear (w2 = -w1) to another (w2 = w1)
//! class Impulses.Gears
//! run --stop 2
//| common = (1*2 - 3*2)/4
//! value [right('w1', 1), right('w2', 1)] = [common, common] +- 1e-9
// in an if-expression a condition has the sign of its impulse, too; an impulse times what does not jump has a value
//! class Impulses.Conditional
//! run --stop 2
//! value [right('e', 1), right('f', 1), right('g', 1)] = [3, 0, (2 + 1)*3] +- 1e-9
// a product that has none leaves the states open that need it, and no others; if the model states one, nothing is open
//! class Impulses.Open
//! run --stop 2
//! value [right('v1', 1), right('v2', 1)] = [1, 1] +- 1e-9
//! message R0231
//! class Impulses.OpenStated
//! run --stop 2
//! value [right('v1', 1), right('v2', 1), right('heat', 1)] = [1, 1, 6] +- 1e-9
//! message none
package Impulses
  model TwoCapacitors
    Real v1(start = 4, fixed = true), v2(start = 0, fixed = true), i, vs, q(start = 0, fixed = true);
    Boolean closed = time > 1;
  equation
    1*der(v1) = -i;
    3*der(v2) = i;
    der(q) = i;
    vs = v1 - v2;
    if closed then vs = 0; else i = 0; end if;
  end TwoCapacitors;
  model Conditional
    extends TwoCapacitors;
    Real e(start = 0, fixed = true), f(start = 0, fixed = true), g(start = 0, fixed = true), k(start = 2, fixed = true);
  equation
    der(e) = if i > 0 then i else 0;
    der(f) = if i > 0 then 0 else i;
    der(k) = 1;
    der(g) = k*i;
  end Conditional;
  model Open
    extends TwoCapacitors;
    Real w1(start = 1, fixed = true), w2, f;
  equation
    der(w1) = v1*i + f;
    der(w2) = -f;
    w1 = w2 - 1;
  end Open;
  model OpenStated
    extends TwoCapacitors;
    Real heat(start = 0, fixed = true);
  equation
    der(heat) = vs*i;
    when closed then
      reinit(heat, 6);
    end when;
  end OpenStated;
  model DogClutch
    Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), tau, p(start = 0, fixed = true);
    Boolean closed = time > 1;
  equation
    1*der(w1) = -tau;
    3*der(w2) = tau;
    der(p) = tau;
    if closed then w1 = w2; else tau = 0; end if;
  end DogClutch;
  model Gears
    Real w1(start = 2, fixed = true), w2, tau1, tau2;
    Boolean forward = time > 1;
  equation
    1*der(w1) = tau1 + tau2;
    3*der(w2) = tau1 - tau2;
    if forward then tau1 = 0; else w2 = -w1; end if;
    if forward then w1 = w2; else tau2 = 0; end if;
  end Gears;
  model Geared
    Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), w3, tau1, tau2, tau3;
    Boolean closed = time > 1;
  equation
    1*der(w1) = -tau1 - tau3;
    4*der(w3) = tau3;
    w3 = w1;
    3*der(w2) = tau2;
    tau2 = 2*tau1;
    if closed then w1 = 2*w2; else tau1 = 0; end if;
  end Geared;
  model Coils
    Real i1(start = 0, fixed = true), i2(start = 0.5, fixed = true), v, is;
    Boolean closed = time < 1;
  equation
    1*der(i1) = 1 - i1 - v;
    2*der(i2) = v;
    i1 = i2 + is;
    if closed then v = 0; else is = 0; end if;
  end Coils;
  model Rope
    Real x1(start = 0, fixed = true), v1(start = 0, fixed = true), x2(start = 0, fixed = true),
        v2(start = 0, fixed = true), f, slack;
    Boolean taut(start = false, fixed = true);
  equation
    der(x1) = v1;
    der(x2) = v2;
    1*der(v1) = 9.81 - f;
    2*der(v2) = f - (if taut then 2*9.81 else 0);
    slack = 1 + x2 - x1;
    when slack <= 0 then
      taut = true;
    end when;
    if taut then slack = 0; else f = 0; end if;
  end Rope;
end Impulses;
