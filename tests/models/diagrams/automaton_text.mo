// Automata as text: states that are models, with equations of their own that exist while they are active. The masses
// and the converter are those of automaton.mo, with the same closed forms; the others have closed forms of their own.
// Equations that exist in one state only (E215): Masses, Converter, Acausal; the order of resets and clauses (E216):
// Masses, Reset, Again; priorities (E217): First; conditions that hold on entry (E218): Early, Kept; activations
// (E219): Button, Once.
//|
//| g, h = 9.81, 10.0
//| fall = sqrt(2*h/g)
//| bounces = [fall*(1 + 2*sum(0.9**k for k in range(1, n + 1))) for n in range(0, 12)]
//| def root(f, a, b, n=4000):
//|     """The first time after a at which f becomes positive, having been negative."""
//|     last = a
//|     was = False
//|     for k in range(1, n + 1):
//|         t = a + (b - a)*k/n
//|         if f(t) > 0 and was:
//|             while t - last > 1e-15*t and (last + t)/2 not in (last, t):
//|                 m = (last + t)/2
//|                 last, t = (last, m) if f(m) > 0 else (m, t)
//|             return t
//|         was, last = f(t) <= 0, t
//|     return inf
//| def oscillate(x, v, a, w, t):
//|     return (a + (x - a)*cos(w*t) + v/w*sin(w*t), -(x - a)*w*sin(w*t) + v*cos(w*t))
//| def masses(C, until, k1=1.0, k2=2.0, a1=1.0, a2=2.0, s0=10.0):
//|     """Times of sticking and release in turn, with place and speed."""
//|     t, p, q, out = 0.0, (0.0, 0.0), (3.0, 0.0), []
//|     w1, w2, w3, a3 = sqrt(k1), sqrt(k2), sqrt((k1 + k2)/2), (k1*a1 + k2*a2)/(k1 + k2)
//|     while True:
//|         one = lambda d: oscillate(*p, a1, w1, d)
//|         two = lambda d: oscillate(*q, a2, w2, d)
//|         d = root(lambda d: one(d)[0] - two(d)[0], 0, 40, 40000)
//|         if t + d > until:
//|             return out
//|         x, v = one(d)[0], (one(d)[1] + two(d)[1])/2
//|         t += d
//|         out.append((t, x, v))
//|         both = lambda d: oscillate(x, v, a3, w3, d)
//|         d = root(lambda d: k1*(both(d)[0] - a1) - k2*(both(d)[0] - a2) - s0*exp(-C*d), 0, 40, 40000)
//|         if t + d > until:
//|             return out
//|         t += d
//|         p = q = both(d)
//|         out.append((t, *p))
//| slow, quick = masses(0.5, 40), masses(1.0, 40)
//| R, L, C, T = 22.0, 0.02, 47e-6, 4e-4
//| def closed(E, t):
//|     """Voltage and current of the converter with its switch closed from rest."""
//|     a = 1/(2*R*C)
//|     w = sqrt(1/(L*C) - a*a)
//|     e, c, s = exp(-a*t), cos(w*t), sin(w*t)/w
//|     v, i = -E, -E/R
//|     return (E + e*(c*v + s*((a - 1/(R*C))*v + i/C)), E/R + e*(c*i + s*(-v/L + a*i)))
//! class Masses
//! run --stop 40 --tol 1e-9
//! changes together = [t for t, x, v in quick] +- 1e-6
//! value [right('stuck.v', t) for t in changes('together')] = [v for t, x, v in quick] +- 1e-6
//! message none
//! run --stop 40 --tol 1e-9 -p C=0.5
//! changes together = [t for t, x, v in slow] +- 1e-6
//! class Converter
//! run --stop 8e-4 --tol 1e-9 -p E={24,33}
//! v(4e-4) = closed(col('E')[0], T)[0] +- 1e-6
//! i(4e-4) = closed(col('E')[0], T)[1] +- 1e-7
//! final v = closed(col('E')[0], 2*T)[0] +- 1e-6
//! run --stop 0.06 --tol 1e-8 -p E=24
//! final v = 12.022165 +- 2e-6
//! final i = 0.606481 +- 2e-6
//! message none
//! run --stop 0.2 --tol 1e-8 --vars v,i,blocked --record peaks --step 1e-5 -p E=24 -p R=300
//! value [min(v for t, v in zip(times, col('v')) if t > 0.15), \
//!     max(v for t, v in zip(times, col('v')) if t > 0.15)] = [12.0317, 12.1515] +- 2e-4
//! check all(abs(i) < 1e-12 for i, b in zip(col('i'), col('blocked')) if b)
//! class Ball
//! run --stop 16 --tol 1e-9
//! changes flight.n = bounces[:8] +- 1e-7
//! class Lamp
//! run --stop 10
//! changes lit = [2, 3, 5, 6, 8, 9] +- 1e-9
//! class Reset
//! run --stop 5 --tol 1e-9
//! changes one = [1, 1.5, 2.5, 3, 4, 4.5] +- 1e-9
//! value right('a.x', 4.2) = 1 +- 1e-9
//! value right('b.y', 4.2) = -0.2 +- 1e-9
//! final a.x = 0.5 +- 1e-9
//! class Kept
//! run --stop 5 --tol 1e-9
//! final a.x = 4.5 +- 1e-9
//! changes one = [1, 1.5] +- 1e-9
//! class Button
//! run --stop 10
//! changes on = [1, 2.5, 3, 4.5, 5, 6.5, 7, 8.5, 9] +- 1e-9
//! final n = 5
//! class Once
//! run --stop 4.5
//! changes on = [1, 2, 3, 4]
//! class Again
//! run --stop 3.5 --tol 1e-9
//! changes n = [1, 2, 3] +- 1e-9
//! final saw.x = 0.5 +- 1e-9
//! class First
//! run --stop 2
//! final which = 2
//! final late = 1
//! class Acausal
//! run --stop 4.5 --tol 1e-9
//! changes charging = [((k + 1)//2 + 1)*log(2) + k//2*log(1.5) for k in range(7)] +- 1e-7
//! message none
//! class Several
//! run --stop 4.9 --tol 1e-9
//! changes a[1].lit = [1, 2, 3, 4] +- 1e-9
//! changes a[2].lit = [2, 3] +- 1e-9
//! changes a[3].lit = [3, 4] +- 1e-9
//! class Inside
//! run --stop 2 --tol 1e-9
//! value right('b.x[2]', 1.5) = 0.5 +- 1e-8
//! final a.x[1] = exp(2*log(2) - 2) +- 1e-8
//! final a.x[3] = 3*exp(3*(2*log(2) - 2)) +- 1e-8
//! final a.n = 6
//! final b.n = 3
//! class Early
//! run --stop 1
//! final which = 3
model Masses "Two masses on springs stick together where they meet, until their springs pull harder than the glue"
  parameter Real k1 = 1, k2 = 2, a1 = 1, a2 = 2, m1 = 1, m2 = 1, C = 1, s0 = 10;
  Boolean together = activeState(stuck);
  model Apart
    parameter Real k1, k2, a1, a2, m1, m2;
    Real x1(start = 0, fixed = true), v1(start = 0, fixed = true), x2(start = 3, fixed = true),
        v2(start = 0, fixed = true);
  equation
    der(x1) = v1;
    m1*der(v1) = -k1*(x1 - a1);
    der(x2) = v2;
    m2*der(v2) = -k2*(x2 - a2);
  end Apart;
  model Stuck
    Real x, v, s, pull;
    parameter Real k1, k2, a1, a2, m, C;
  equation
    der(x) = v;
    m*der(v) = -k1*(x - a1) - k2*(x - a2);
    der(s) = -C*s;
    pull = k1*(x - a1) - k2*(x - a2);
  end Stuck;
  Apart apart(k1 = k1, k2 = k2, a1 = a1, a2 = a2, m1 = m1, m2 = m2);
  Stuck stuck(k1 = k1, k2 = k2, a1 = a1, a2 = a2, m = m1 + m2, C = C);
equation
  initialState(apart);
  transition(apart, stuck, apart.x1 > apart.x2, immediate = false);
  transition(stuck, apart, stuck.pull > stuck.s);
  when activeState(stuck) then
    reinit(stuck.x, apart.x1);
    reinit(stuck.v, (m1*apart.v1 + m2*apart.v2)/(m1 + m2));
    reinit(stuck.s, s0);
  end when;
  when activeState(apart) then
    reinit(apart.x1, stuck.x);
    reinit(apart.x2, stuck.x);
    reinit(apart.v1, stuck.v);
    reinit(apart.v2, stuck.v);
  end when;
end Masses;

model Converter "Buck converter in voltage mode: the states share the variables of the model around them"
  parameter Real R = 22, C = 47e-6, L = 20e-3, Vref = 11.3, a = 8.4, E = 24, T = 400e-6;
  inner Real v(start = 0, fixed = true), i(start = 0, fixed = true);
  Real Q = 3.8 + 4.4*mod(time, T)/T - a*(v - Vref) "the switch is closed while it is positive";
  Boolean blocked = activeState(off);
  partial model Mode
    parameter Real R, C, L, E;
    outer Real v, i;
  end Mode;
  model Closed
    extends Mode;
  equation
    R*C*der(v) + v - R*i = 0;
    L*der(i) + v - E = 0;
  end Closed;
  model Freewheeling
    extends Mode;
  equation
    R*C*der(v) + v - R*i = 0;
    L*der(i) + v = 0;
  end Freewheeling;
  model Off "i is no state here"
    extends Mode;
  equation
    R*C*der(v) + v = 0;
    i = 0;
  end Off;
  Closed closed(R = R, C = C, L = L, E = E);
  Freewheeling free(R = R, C = C, L = L, E = E);
  Off off(R = R, C = C, L = L, E = E);
equation
  initialState(closed);
  transition(closed, free, Q < 0);
  transition(free, closed, Q > 0);
  transition(free, off, i < 0, priority = 2);
  transition(off, closed, Q > 0);
end Converter;

model Ball "One state; what happens in it is a when"
  parameter Real g = 9.81, h = 10;
  model Flight
    parameter Real g, h;
    Real x(start = h, fixed = true), v(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = -g;
    when x < 0 then
      reinit(v, -0.9*pre(v));
      n = pre(n) + 1;
    end when;
  end Flight;
  Flight flight(g = g, h = h);
equation
  initialState(flight);
end Ball;

model Lamp "Times in states: off for two seconds, on for one"
  model Off end Off;
  model On end On;
  Off off;
  On on;
  Boolean lit = activeState(on);
equation
  initialState(off);
  transition(off, on, timeInState() > 2);
  transition(on, off, timeInState() > 1);
end Lamp;

partial model Two "a rises for a second, b falls for half a second"
  model A
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
  end A;
  model B
    Real y(start = 0, fixed = true), unused[2](each start = 7, each fixed = true);
  equation
    der(y) = -1;
    der(unused) = {0, 0};
  end B;
  A a;
  B b;
  Boolean one = activeState(a);
end Two;

model Reset "What is entered begins with its start values"
  extends Two;
equation
  initialState(a);
  transition(a, b, a.x > 1);
  transition(b, a, b.y < -0.5);
end Reset;

model Kept "a goes on where it was, beyond its limit, and is not left again"
  extends Two;
equation
  initialState(a);
  transition(a, b, a.x > 1, immediate = false);
  transition(b, a, b.y < -0.5, reset = false);
end Kept;

model Button "An activation is a condition too: a lamp that is pressed every second, and goes out after 1.5 s"
  model Off end Off;
  model On end On;
  Off off;
  On shining;
  Activation press = Activation(1, 1);
  Boolean on = activeState(shining);
  Integer n(start = 0, fixed = true);
equation
  initialState(off);
  transition(off, shining, press);
  transition(shining, off, timeInState() > 1.5);
  when Activation(on) then
    n = pre(n) + 1;
  end when;
end Button;

model Once "An activation leads one state further, not two"
  model S end S;
  S off, shining;
  Activation e = Activation(1, 1);
  Boolean on = activeState(shining);
equation
  initialState(off);
  transition(off, shining, e);
  transition(shining, off, e);
end Once;

model Again "A transition of a state to itself begins it anew"
  model Saw
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
  end Saw;
  Saw saw;
  Integer n(start = 0, fixed = true);
equation
  initialState(saw);
  transition(saw, saw, saw.x > 1);
  when activeState(saw) then
    n = pre(n) + 1;
  end when;
end Again;

model First "Of two conditions that become true at once the smaller priority counts"
  model S end S;
  S s, one, two;
  Integer which(start = 0, fixed = true), late(start = 0, fixed = true);
  Boolean b1 = activeState(one), b2 = activeState(two);
equation
  initialState(s);
  transition(s, one, time > 1, priority = 2);
  transition(s, two, time > 1, priority = 1);
  when {b1, b2} then
    which = if b1 then 1 else 2;
    late = integer(time);
  end when;
end First;

model Early "Conditions that hold at the beginning lead on at once, through as many states as there are"
  model S end S;
  S s1, s2, s3;
  Integer which = if activeState(s1) then 1 else if activeState(s2) then 2 else 3;
equation
  initialState(s1);
  transition(s1, s2, time >= 0);
  transition(s2, s3, time >= 0);
end Early;

connector Pin
  Real v;
  flow Real i;
end Pin;

partial model TwoPin
  Pin p, n;
equation
  p.i + n.i = 0;
end TwoPin;

model Circuit "A capacitor behind a resistor at a source"
  model Resistor
    extends TwoPin;
  equation
    p.v - n.v = p.i;
  end Resistor;
  model Capacitor
    extends TwoPin;
    Real v(start = 0, fixed = true);
  equation
    v = p.v - n.v;
    der(v) = p.i;
  end Capacitor;
  model Source
    extends TwoPin;
    parameter Real V;
  equation
    p.v - n.v = V;
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  parameter Real E;
  Source source(V = E);
  Resistor r;
  Capacitor c;
  Ground g;
equation
  connect(source.p, r.p);
  connect(r.n, c.p);
  connect(c.n, source.n);
  connect(g.p, source.n);
end Circuit;

model Acausal "States that are made of components: charged from 1/4 to 1/2, and discharged"
  Circuit up(E = 1), down(E = 0);
  Boolean charging = activeState(up);
equation
  initialState(up);
  transition(up, down, up.c.v > 0.5);
  transition(down, up, down.c.v < 0.25);
  when activeState(down) then
    reinit(down.c.v, up.c.v);
  end when;
  when activeState(up) then
    reinit(up.c.v, down.c.v);
  end when;
end Acausal;

model Several "Automata in an array of components"
  model Lamp
    parameter Real T;
    model Off
      Real x(start = 0, fixed = true);
    equation
      der(x) = 1;
    end Off;
    model On
      Real x(start = 0, fixed = true);
    equation
      der(x) = 2;
    end On;
    Off off;
    On on;
    Boolean lit = activeState(on);
  equation
    initialState(off);
    transition(off, on, off.x > T);
    transition(on, off, on.x > 2);
  end Lamp;
  Lamp a[3](T = {1, 2, 3});
end Several;

model Inside "Arrays, activations and assertions in states"
  model Decay
    Real x[3](start = {1, 2, 3}, each fixed = true);
    Integer n(start = 0, fixed = true) "counts while the state is active";
    Activation e = Activation(0.25);
  equation
    for i in 1:3 loop
      der(x[i]) = -i*x[i];
    end for;
    when e then
      n = pre(n) + 1;
    end when;
    assert(x[1] > 0.2, "too small");
  end Decay;
  Decay a, b;
equation
  initialState(a);
  transition(a, b, a.x[1] < 0.5);
  transition(b, a, b.x[1] < 0.5);
end Inside;
