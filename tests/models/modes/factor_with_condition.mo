// An impulse times a factor with a condition in it (E410, E672). At 0.1 s, at the angle 1.2, a shaft w1 of inertia 1 is
// tied to w2 = 2*w1 of inertia 3, and t1 = r*t2 with r = 1 + 0.5*phi = 1.6: w1 + 3*r*w2 is kept.
//| def tied(w1, w2, r): return (w1 + 3*r*w2)/(1 + 6*r)
//! class Factor.ByTime
//! run --stop 1
//! value [right('w1', 0.1), right('w2', 0.1)] = [tied(5, 0, 1.6), 2*tied(5, 0, 1.6)] +- 1e-9
//! message R0230
//! class Factor.InAlgorithm
//! run --stop 1
//! value [right('w1', 0.1), right('w2', 0.1)] = [tied(5, 0, 1.6), 2*tied(5, 0, 1.6)] +- 1e-9
//! message R0230
//! class Factor.Named
//! run --stop 1
//! value [right('w1', 0.1), right('w2', 0.1)] = [tied(5, 0, 1.6), 2*tied(5, 0, 1.6)] +- 1e-9
//! message R0230
//! class Factor.ByAngle
//! run --stop 1
//! value [right('w1', 0.1), right('w2', 0.1)] = [tied(5, 0, 1.6), 2*tied(5, 0, 1.6)] +- 1e-9
//! message R0230
//! class Factor.ByClause
//! run --stop 1
//! value [right('w1', 0.1), right('w2', 0.1)] = [tied(5, 0, 1.6), 2*tied(5, 0, 1.6)] +- 1e-9
//! message R0230
//! class Factor.BySpeed
//! run --stop 1
//! value [right('w1', 0.1), right('w2', 0.1)] = [tied(5, 0, 1.6), 2*tied(5, 0, 1.6)] +- 1e-9
//! message R0230
//! class Factor.BySpeedInAlgorithm
//! run --stop 1
//! value [right('w1', 0.1), right('w2', 0.1)] = [tied(5, 0, 1.6), 2*tied(5, 0, 1.6)] +- 1e-9
//! message R0230
// With w2 = -20 the jump would turn the speed, and with it the factor: 1.6 would lead to -8.6, and 7 to -9.6. Nobody
// can tell how, so one of the states keeps its value.
//! class Factor.Turned
//! run --stop 0.2
//! message R0231
//! value right('w2', 0.1) - 2*right('w1', 0.1) = 0 +- 1e-9
//! check right('w1', 0.1) == 5 or right('w2', 0.1) == -20
//! class Factor.TurnedByName
//! run --stop 0.2
//! message R0231
//! value right('w2', 0.1) - 2*right('w1', 0.1) = 0 +- 1e-9
//! check right('w1', 0.1) == 5 or right('w2', 0.1) == -20
//! class Factor.TurnedInAlgorithm
//! run --stop 0.2
//! message R0231
//! value right('w2', 0.1) - 2*right('w1', 0.1) = 0 +- 1e-9
//! check right('w1', 0.1) == 5 or right('w2', 0.1) == -20
// The same where the side of the speed decides nothing: both branches are the same.
//! class Factor.TurnedAlike
//! run --stop 0.2
//! message R0230
//! value right('w1', 0.1) = tied(5, -20, 1.6) +- 1e-9
package Factor
  partial model Base
    Real phi(start = 0.7, fixed = true), w1(start = 5, fixed = true), w2(start = 0, fixed = true), t1, t2, r;
    Boolean on = time >= 0.1;
  equation
    der(phi) = w1;
    der(w1) = -t1;
    3*der(w2) = t2;
    t1 = r*t2;
    if on then w2 = 2*w1; else t2 = 0; end if;
  end Base;
  model ByTime extends Base; equation r = if on then 1 + 0.5*phi else 0.5; end ByTime;
  model InAlgorithm extends Base; algorithm if on then r := 1 + 0.5*phi; else r := 0.5; end if; end InAlgorithm;
  model Named extends Base; Real a; equation a = if on then 1 else 0.2; r = a*(1 + 0.5*phi); end Named;
  model ByAngle extends Base; equation r = if phi > 1 then 1 + 0.5*phi else 0.5; end ByAngle;
  model ByClause
    extends Base;
    discrete Real a(start = 0.2, fixed = true);
  equation
    r = a*(1 + 0.5*phi);
    when on then a = 1; end when;
  end ByClause;
  model BySpeed extends Base; equation r = if w1 > 0 then 1 + 0.5*phi else 7; end BySpeed;
  model BySpeedInAlgorithm
    extends Base;
  algorithm
    if w1 > 0 then r := 1 + 0.5*phi; else r := 7; end if;
  end BySpeedInAlgorithm;
  partial model Turns
    Real phi(start = 0.7, fixed = true), w1(start = 5, fixed = true), w2(start = -20, fixed = true), t1, t2;
    Boolean on = time >= 0.1;
  equation
    der(phi) = w1;
    der(w1) = -t1;
    3*der(w2) = t2;
    if on then w2 = 2*w1; else t2 = 0; end if;
  end Turns;
  model Turned extends Turns; equation t1 = (if w1 > 0 then 1.6 else 7)*t2; end Turned;
  model TurnedByName extends Turns; Real r; equation r = if w1 > 0 then 1.6 else 7; t1 = r*t2; end TurnedByName;
  model TurnedInAlgorithm
    extends Turns;
    Real r;
  equation
    t1 = r*t2;
  algorithm
    if w1 > 0 then r := 1 + 0.5*phi; else r := 7; end if;
  end TurnedInAlgorithm;
  model TurnedAlike
    extends Turns;
    parameter Real other = 1.6;
  equation
    t1 = (if w1 > 0 then 1.6 else other)*t2;
  end TurnedAlike;
end Factor;
