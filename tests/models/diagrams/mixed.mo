// A diagram beside everything else: a circuit (acausal), whose voltage a block with a SampleClock controls, a clock of
// Modelica that sums the same voltage, an automaton that an activation switches, and a block that one of both counts.
// Between two samples the capacitor goes to its command by exp(-T), so all numbers are those of a recursion.
//|
//| T, K = 0.1, 2.0
//| a = exp(-T)
//| x = [0.0]
//| for k in range(40):
//|     x.append(a*x[-1] + (1 - a)*K*(1 - x[-1]))
//! class Mixed.Test
//! run --stop 3.05 --step 0.05 --tol 1e-10 --solver {auto,cvode,rodas}
//! value [right('capacitor.v', 0.1*k) for k in (1, 5, 20)] = [x[k] for k in (1, 5, 20)] +- 1e-8
//! capacitor.v(1.5) = x[15] +- 1e-8
//! capacitor.v(3) = x[30] +- 1e-8
//! hold.y(2.95) = K*(1 - x[29]) +- 1e-8
// the clock of Modelica ticks at 0, 0.2, 0.4, ...
//! clocked(2.9) = sum(x[2*k] for k in range(15)) +- 1e-7
//! ticks(2.9) = 15
// the automaton goes on at each fifth instant: at 0, 0.5, 1, ...; the heater is on for every other half a second
//! heat(0.6) = 0.5 - 0.4 +- 1e-9
//! heat(2.9) = 1.4 +- 1e-9
//! final fifths.n = 7
//! message none
package Mixed
  import Saltus.Diagrams.*;
  connector Pin
    Real v;
    flow Real i;
  end Pin;

  model Resistor
    parameter Real R = 1;
    Pin p, n;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;

  model Capacitor
    parameter Real C = 1;
    Pin p, n;
    Real v(start = 0, fixed = true) = p.v - n.v;
  equation
    C*der(v) = p.i;
    p.i + n.i = 0;
  end Capacitor;

  model Voltage
    Pin p, n;
    Interfaces.RealInput u;
  equation
    p.v - n.v = u;
    p.i + n.i = 0;
  end Voltage;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model On
    outer Real heat;
  equation
    der(heat) = 1;
  end On;

  model Off
    outer Real heat;
  equation
    der(heat) = 0;
  end Off;

  model Test
    Resistor resistor;
    Capacitor capacitor;
    Voltage source;
    Ground ground;
    Math.Sum error(signs = {1, -1});
    Sources.Constant wanted(k = 1);
    Math.Gain gain(k = 2);
    Discrete.SampleHold hold;
    Activations.SampleClock clock(period = 0.1);
    Activations.FrequencyDivider fifth(n = 5);
    Activations.Counter fifths;
    Real clocked(start = 0);
    Integer ticks(start = 0);
    On on;
    Off off;
    inner Real heat(start = 0, fixed = true);
  equation
    connect(source.p, resistor.p);
    connect(resistor.n, capacitor.p);
    connect(capacitor.n, ground.p);
    connect(source.n, ground.p);
    connect(wanted.y, error.u[1]);
    error.u[2] = capacitor.v;
    connect(error.y, gain.u);
    connect(gain.y, hold.u);
    connect(hold.y, source.u);
    connect(clock.o, hold.e);
    connect(clock.o, fifth.e);
    connect(fifth.o, fifths.e);
    when Clock(0.2) then
      clocked = previous(clocked) + sample(capacitor.v);
      ticks = previous(ticks) + 1;
    end when;
    initialState(on);
    transition(on, off, fifth.o, reset = false);
    transition(off, on, fifth.o, reset = false);
  end Test;
end Mixed;
