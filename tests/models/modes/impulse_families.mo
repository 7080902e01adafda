// Arrays of switches and of what they join: a hundred of each. Families that no impulse can reach stay whole beside
// them.
//! class ImpulseFamilies.Pairs
//! run --stop 1.5
//! value [right('c1[%d].v' % i, 1) for i in (1, 7, 100)] = [i/4 for i in (1, 7, 100)] +- 1e-9
//! value [right('c2[%d].v' % i, 1) for i in (1, 7, 100)] = [i/4 for i in (1, 7, 100)] +- 1e-9
// all in one row: the mean of 1 to 100
//! class ImpulseFamilies.Row
//! run --stop 1.5
//! value [right('c[%d].v' % i, 1) for i in (1, 7, 100)] = [50.5]*3 +- 1e-9
// inertias in arrays, with what is integrated from the torques
//! class ImpulseFamilies.Clutches
//! run --stop 1.5
//! value [right('w1[%d]' % i, 1) for i in (1, 7, 100)] = [i/4 for i in (1, 7, 100)] +- 1e-9
//! value [right('p[%d]' % i, 1) for i in (1, 7, 100)] = [3*i/4 for i in (1, 7, 100)] +- 1e-9
// a long rod beside one clutch, driven by its speed
//! class ImpulseFamilies.Beside
//! run --stop 1.5
//! value [right('w1', 1), right('w2', 1)] = [1.25, 1.25] +- 1e-9
//! value right('T[1]', 1) - left('T[1]', 1) = 0 +- 1e-9
// the charge of each of many is integrated from one impulse: those are moved, and written out
//! class ImpulseFamilies.Charges
//! run --stop 1.5
//! value [right('q[%d]' % i, 1) for i in (1, 7, 100)] = [3.75*i for i in (1, 7, 100)] +- 1e-9
package ImpulseFamilies
  connector Pin Real v; flow Real i; end Pin;
  model Capacitor
    Pin p, n;
    parameter Real C = 1;
    Real v(start = 1, fixed = true);
  equation
    v = p.v - n.v;
    C*der(v) = p.i;
    p.i + n.i = 0;
  end Capacitor;
  model Switch
    Pin p, n;
    Boolean on;
    Real v;
  equation
    v = p.v - n.v;
    p.i + n.i = 0;
    if on then v = 0; else p.i = 0; end if;
  end Switch;
  model Ground Pin p; equation p.v = 0; end Ground;
  model Pairs
    parameter Integer n = 100;
    Capacitor c1[n](v(start = {i for i in 1:n}));
    Capacitor c2[n](each C = 3, v(each start = 0));
    Switch s[n];
    Ground g;
  equation
    for i in 1:n loop
      s[i].on = time > 1;
      connect(c1[i].p, s[i].p);
      connect(s[i].n, c2[i].p);
      connect(c1[i].n, g.p);
      connect(c2[i].n, g.p);
    end for;
  end Pairs;
  model Row
    parameter Integer n = 100;
    Capacitor c[n](v(start = {i for i in 1:n}));
    Switch s[n - 1];
    Ground g;
  equation
    for i in 1:n - 1 loop
      s[i].on = time > 1;
      connect(c[i].p, s[i].p);
      connect(s[i].n, c[i + 1].p);
    end for;
    for i in 1:n loop
      connect(c[i].n, g.p);
    end for;
  end Row;
  model Clutches
    parameter Integer n = 100;
    Real w1[n](start = {i for i in 1:n}, each fixed = true), w2[n](each start = 0, each fixed = true), tau[n];
    Real p[n](each start = 0, each fixed = true);
    Boolean on = time > 1;
  equation
    for i in 1:n loop
      der(w1[i]) = -tau[i];
      3*der(w2[i]) = tau[i];
      der(p[i]) = tau[i];
      if on then w1[i] = w2[i]; else tau[i] = 0; end if;
    end for;
  end Clutches;
  model Beside
    parameter Integer n = 1000;
    Real T[n](each start = 1, each fixed = true);
    Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), tau;
    Boolean on = time > 1;
  equation
    der(T[1]) = w1 - T[1];
    for i in 2:n loop
      der(T[i]) = T[i - 1] - T[i];
    end for;
    der(w1) = -tau;
    3*der(w2) = tau;
    if on then w1 = w2; else tau = 0; end if;
  end Beside;
  model Charges
    parameter Integer n = 100;
    Real q[n](each start = 0, each fixed = true);
    Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), tau;
    Boolean on = time > 1;
  equation
    for i in 1:n loop
      der(q[i]) = i*tau;
    end for;
    der(w1) = -tau;
    3*der(w2) = tau;
    if on then w1 = w2; else tau = 0; end if;
  end Charges;
end ImpulseFamilies;
