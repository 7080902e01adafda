package Converters "Switched converters. Switch and diode are resistors, small when they conduct and large when not"
  partial model Switched
    parameter Real T = 1e-4 "period of the switch", duty = 0.5;
    parameter Real on = 1e-5, off = 1e5;
    Boolean closed(start = true, fixed = true) "the switch";
    Boolean conducts(start = false, fixed = true) "the diode";
    Real rs = if closed then on else off;
    Real rd = if conducts then on else off;
  equation
    when {sample(duty*T, T), sample(T, T)} then
      closed = not pre(closed);
    end when;
  end Switched;

  model Buck
    extends Switched;
    parameter Real L = 1e-4, C = 1e-4, R = 10, U = 24;
    Real i(start = 0, fixed = true), u(start = 0, fixed = true);
    Real id = (i*rs - U)/(rs + rd) "through the diode";
  equation
    when {id*rd > 0.8, id < 0} then
      conducts = id > 0;
    end when;
    L*der(i) = -id*rd - u;
    C*der(u) = i - u/R;
    annotation(experiment(StopTime = 0.01));
  end Buck;

  model Boost
    extends Switched;
    parameter Real L = 1e-4, C = 1e-4, R = 10, U = 24;
    Real i(start = 0, fixed = true), u(start = 0, fixed = true);
    Real id = (i*rs - u)/(rs + rd);
  equation
    when {id*rd > 0.8, id < 0} then
      conducts = id > 0;
    end when;
    L*der(i) = U - (i - id)*rs;
    C*der(u) = id - u/R;
    annotation(experiment(StopTime = 0.01));
  end Boost;

  model BuckBoost
    extends Switched;
    parameter Real L = 1e-4, C = 1e-4, R = 10, U = 24;
    Real i(start = 0, fixed = true), u(start = 0, fixed = true);
    Real id = (i*rs - U - u)/(rs + rd);
  equation
    when {id*rd > 0.8, id < 0} then
      conducts = id > 0;
    end when;
    L*der(i) = U - (i - id)*rs;
    C*der(u) = id - u/R;
    annotation(experiment(StopTime = 0.01));
  end BuckBoost;

  model Cuk
    extends Switched(duty = 0.25);
    parameter Real L = 1e-4, L1 = 1e-4, C = 1e-4, C1 = 1e-4, R = 10, U = 24;
    Real i(start = 0, fixed = true), i1(start = 0, fixed = true), u(start = 0, fixed = true), u1(start = 10,
      fixed = true);
    Real id = ((i + i1)*rs - u1)/(rs + rd);
  equation
    when {id*rd > 0.8, id < 0} then
      conducts = id > 0;
    end when;
    L1*der(i1) = U - u1 - id*rd;
    L*der(i) = -u - id*rd;
    C1*der(u1) = i1 - id;
    C*der(u) = i - u/R;
    annotation(experiment(StopTime = 0.01));
  end Cuk;

  model Interleaved "Four buck converters on one capacitor, each a quarter of a period later"
    parameter Integer n = 4;
    parameter Real L = 1e-4, C = 1e-4, R = 10, U = 24, T = 1e-4, duty = 0.5, on = 1e-5, off = 1e5;
    Real i[n](each start = 0, each fixed = true), u(start = 0, fixed = true), id[n], rs[n], rd[n];
    Boolean closed[n](each start = false, each fixed = true), conducts[n](each start = false, each fixed = true);
  equation
    for k in 1:n loop
      rs[k] = if closed[k] then on else off;
      rd[k] = if conducts[k] then on else off;
      when {sample((k - 1)*T/n, T), sample((k - 1)*T/n + duty*T, T)} then
        closed[k] = not pre(closed[k]);
      end when;
      id[k] = (i[k]*rs[k] - U)/(rs[k] + rd[k]);
      when {id[k]*rd[k] > 0.8, id[k] < 0} then
        conducts[k] = id[k] > 0;
      end when;
      L*der(i[k]) = -id[k]*rd[k] - u;
    end for;
    C*der(u) = sum(i) - u/R;
    annotation(experiment(StopTime = 0.01));
  end Interleaved;
end Converters;
