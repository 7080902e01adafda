package Converters "Switched converters, with a switch and a diode of a large and a small resistance"
  partial model Switched
    parameter Real L = 1e-4, C = 1e-4, R = 10, U = 24, T = 1e-4, duty = 0.5;
    parameter Real on = 1e-5, off = 1e5;
    Boolean closed(start = true, fixed = true);
    Real rs = if closed then on else off;
    Real rd(start = off);
    Boolean conducts(start = false, fixed = true);
    Real sd "what the diode decides by";
  equation
    closed = pre(closed) and not sample(T*duty, T) or sample(T, T);
    conducts = sd > 0;
    rd = if conducts then on else off;
  end Switched;
  model Buck
    extends Switched;
    Real i(start = 0, fixed = true), u(start = 0, fixed = true);
    Real id "through the diode";
  equation
    id = (i*rs - U)/(rd + rs);
    sd = if pre(conducts) then id else -id*rd;
    L*der(i) = -id*rd - u;
    C*der(u) = i - u/R;
    annotation(experiment(StopTime = 0.01));
  end Buck;
end Converters;
