// A six-pulse thyristor bridge that feeds a smoothing choke and a resistor from three phases, each with an inductance.
// The thyristors are ideal: a closed one has no voltage, an open one no current. Most of the time two of them conduct;
// three conduct while the current moves from one phase to the next. So there are one or two independent line currents.
// Each set of closed thyristors is a mode with equations of its own, translated when it is first entered; `saltus run
// --profile` lists them.
//
// With a delay of alpha = 30 degrees, the bridge gives a mean of 3*sqrt(3)/pi*V*cos(alpha) - 3*w*L/pi*I = 452 V at I =
// 45.2 A.
package ThyristorBridge
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;

  partial model TwoPin
    Pin p, n;
    Real v(unit = "V"), i(unit = "A");
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPin;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Resistor
    extends TwoPin;
    parameter Real R(unit = "Ohm");
  equation
    v = R*i;
  end Resistor;

  model Inductor
    extends TwoPin;
    parameter Real L(unit = "H");
  equation
    L*der(i) = v;
  end Inductor;

  model Source
    extends TwoPin;
    parameter Real V(unit = "V"), w(unit = "rad/s"), phase = 0;
  equation
    v = V*sin(w*time + phase);
  end Source;

  model Thyristor
    extends TwoPin;
    input Boolean fire;
    Boolean closed(start = false, fixed = true);
  equation
    closed = if pre(closed) then not i < 0 else v > 0 and fire;
    if closed then
      v = 0;
    else
      i = 0;
    end if;
  end Thyristor;

  model Bridge
    constant Real pi = 3.14159265358979;
    parameter Real w = 2*pi*50 "angular frequency", alpha = pi/6 "delay of the firing";
    Source source[3](each V = 325, each w = w, phase = {0, -2*pi/3, 2*pi/3});
    Inductor line[3](each L = 1e-3), choke(L = 0.1);
    Thyristor upper[3], lower[3];
    Resistor load(R = 10);
    Ground ground;
  equation
    for k in 1:3 loop
      // upper[1] takes over a twelfth of a period after the zero of its phase, later by alpha; each fires for a sixth
      // of a period
      upper[k].fire = cos(w*time - pi/3 - alpha - (k - 1)*2*pi/3) > cos(pi/6);
      lower[k].fire = cos(w*time - pi/3 - alpha - (k - 1)*2*pi/3) < -cos(pi/6);
      connect(source[k].n, ground.p);
      connect(source[k].p, line[k].p);
      connect(line[k].n, upper[k].p);
      connect(line[k].n, lower[k].n);
      connect(upper[k].n, choke.p);
      connect(lower[k].p, load.n);
    end for;
    connect(choke.n, load.p);
    annotation(experiment(StopTime = 0.1));
  end Bridge;
end ThyristorBridge;
