// Sources of activations, and what clauses see (E164 to E171). The numbers are counted by hand. An event that programs
// itself (E1.1): Loop. What is synchronous (E1.12): OneDomain, TwoDomains, Programmed. A jump of a state (E1.6): Reset.
//! class Loop
//! run
//! final n = 4
//! changes n = [1, 3, 5, 7]
//! message none
//! class OneDomain
//! run
//! final n = 4
//! class TwoDomains
//! run
//! final n = 8
//! class Programmed
//! run
//! final n = 8
//! message none
//! class Initial
//! run
//! final both = 5
//! final apart = 6
//! class Crossings
//! run
//! changes q = [10/6 + 20/6*k for k in range(3)] +- 1e-9
//! class Subsampled
//! run
//! final n = 8
//! final m = 2 + 4 + 6 + 8
//! final T = 0.5
//! class Crosswise
//! run
//! final x = 95
//! final y = 94
//! class Through
//! run
//! final x.y = 46
//! final y.y = 93
//! class Together
//! run
//! final x.y = 22
//! final y.y = 45
//! class Order
//! run
//! final list = 1234
//! final late = 12345
//! class Overwritten
//! run
//! final n = 0
//! message R0724 'o' is programmed at time 1
//! value len([m for m in j["messages"] if m["code"] == "R0724"]) = 1
//! class Cancelled
//! run
//! changes n = [0.75, 4.75]
//! message R0725 before it would come
//! class Same
//! run
//! final n = 0
//! message R0725
//! class Zero
//! run
//! final n = 5
//! final t = 1
//! class Open
//! run
//! final c.n = 0
//! final s.y = 0
//! message S0720 nothing activates 'c', so it never acts
//! message S0721 nothing is connected to the input of 's', which reads 0
//! class First
//! run
//! final n = 11
//! class Drift
//! run --stop 10000
//! final n = 33334
//! class Hidden
//! run
//! final y = 7
//! class Reset
//! run
//! x(9.999) = 2 - 2**-9 - 0.001 +- 1e-9
//! x(10) = 1 - 2**-10 +- 1e-9
//! class Modes
//! run --step 0.1
//! final n = 4
//! x(2) = 5
//! x(1.9) = 5.65 +- 1e-9
//! final x = 5.35 +- 1e-9
//! class Beside
//! run
//! final a = 11
//! final s = 11
//! final c = 11
model Loop "an event that programs the next one (E167)"
  Activation start, o, e = start or o;
  Integer n(start = 0, fixed = true);
equation
  when initial() then schedule(start, 1.0); end when;
  when e then
    schedule(o, 2);
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 8));
end Loop;

model OneDomain "two clocks of one domain are one source (E166)"
  Activation a = Activation(1), b = Activation(1), u = a or b;
  Integer n(start = 0, fixed = true);
equation
  when u then n = pre(n) + 1; end when;
  annotation(experiment(StopTime = 3.5));
end OneDomain;

model TwoDomains "of two domains they are two, one after another (E165)"
  Activation a = Activation(1), b = Activation(1, 0, "other"), u = a or b;
  Integer n(start = 0, fixed = true);
equation
  when u then n = pre(n) + 1; end when;
  annotation(experiment(StopTime = 3.5));
end TwoDomains;

model Programmed "events of equal time are not synchronous (E165)"
  Activation a, b, u = a or b;
  Integer n(start = 0, fixed = true);
equation
  when initial() then schedule(a, 0); schedule(b, 0); end when;
  when a then schedule(a, 1); end when;
  when b then schedule(b, 1); end when;
  when u then n = pre(n) + 1; end when;
  annotation(experiment(StopTime = 3.5));
end Programmed;

model Initial "the beginning belongs to the domain without a name (E166)"
  Activation i = Activation(initial()), a = Activation(1), b = Activation(1, 0, "other"), u = i or a, v = i or b;
  Integer both(start = 0, fixed = true), apart(start = 0, fixed = true);
equation
  when u then both = pre(both) + 1; end when;
  when v then apart = pre(apart) + 1; end when;
  annotation(experiment(StopTime = 4.5));
end Initial;

model Crossings "conditions that become true (E169)"
  Real T(start = 0, fixed = true);
  discrete Real q(start = 6, fixed = true);
  Activation up = Activation(T > 10), down = Activation(T < -10), never = Activation(T > -100);
equation
  der(T) = q;
  when up then q = -6; elsewhen down then q = 6; elsewhen never then q = 0; end when;
  annotation(experiment(StopTime = 10));
end Crossings;

model Subsampled "a condition beside an activation sees the values of its pass (E164, E169)"
  Activation even = e and mod(n, 2) == 0, e = Activation(0.5, 0.25);
  Integer m(start = 0, fixed = true), n(start = 0, fixed = true);
  parameter Real T = interval(e);
equation
  when even then m = pre(m) + n; end when;
  when e then n = pre(n) + 1; end when;
  annotation(experiment(StopTime = 4));
end Subsampled;

model Crosswise "two sources read each other without pre (E168)"
  Activation a = Activation(1), b;
  Integer x(start = 0, fixed = true), y(start = 1, fixed = true);
equation
  when initial() then schedule(b, 0.5); end when;
  when a then x = y + 1; end when;
  when b then y = 2*x; schedule(b, 1); end when;
  annotation(experiment(StopTime = 5));
end Crosswise;

model Through "the same through blocks and connections, one of them without memory (E168)"
  connector In = input Activation; connector Out = output Activation;
  connector NIn = input Integer; connector NOut = output Integer;
  block Clk
    parameter Real t0 = 0; Out o;
  equation
    when initial() then schedule(o, t0); end when;
    when o then schedule(o, 1); end when;
  end Clk;
  block Inc
    In e; NIn u; NOut y(start = 0, fixed = true);
  equation
    when e then y = u + 1; end when;
  end Inc;
  block Gain
    NIn u; NOut y; parameter Integer k = 2;
  equation
    y = k*u;
  end Gain;
  Clk a, b(t0 = 0.5); Inc x, y; Gain g;
equation
  connect(a.o, x.e); connect(b.o, y.e);
  connect(x.y, g.u); connect(g.y, y.u); connect(y.y, x.u);
  annotation(experiment(StopTime = 4.8));
end Through;

model Together "the same with both at the same times: the second one sees what the first has done (E165)"
  extends Through(b(t0 = 0));
  annotation(experiment(StopTime = 3.5));
end Together;

model Order
    "those of the calendar as they were programmed, then conditions, then what is programmed with no delay (E165)"
  Activation first, second, third = Activation(time >= 1), fourth, e = first or second or third or fourth;
  Integer list(start = 0, fixed = true), late(start = 0, fixed = true), last(start = 0, fixed = true);
equation
  when initial() then schedule(second, 0.5); schedule(first, 0.25); end when;
  // programmed anew in this order, both for the time 1
  when first then last = 1; if time < 0.9 then schedule(first, 0.75); end if;
  elsewhen second then last = 2; if time < 0.9 then schedule(second, 0.5); end if;
  elsewhen third then last = 3; schedule(fourth, 0);
  elsewhen fourth then last = 4;
  end when;
  when e then
    list = if time < 0.9 then 0 else 10*pre(list) + last;
    late = 10*list + 5;
  end when;
  annotation(experiment(StopTime = 1));
end Order;

model Overwritten "one pending event (E167)"
  Activation e = Activation(1), o;
  Integer n(start = 0, fixed = true);
equation
  when e then schedule(o, 1.2); end when;
  when o then n = pre(n) + 1; end when;
  annotation(experiment(StopTime = 5));
end Overwritten;

model Cancelled "a negative delay, and cancel (E167)"
  Activation e = Activation(1), c = Activation(4, 1.5), d = Activation(4, 2.5), x = Activation(4, 3.5), o;
  Integer n(start = 0, fixed = true);
equation
  when e then schedule(o, 0.75);
  elsewhen c then schedule(o, -1);
  elsewhen d then cancel(o);
  elsewhen x then schedule(o, -5);
  end when;
  when o then n = pre(n) + 1; end when;
  annotation(experiment(StopTime = 5));
end Cancelled;

model Same "pending until its source runs: an earlier one of the same time takes it away (E167)"
  Activation a, b;
  Integer n(start = 0, fixed = true);
equation
  when initial() then schedule(a, 1); schedule(b, 1); end when;
  when a then cancel(b); end when;
  when b then n = pre(n) + 1; end when;
  annotation(experiment(StopTime = 2));
end Same;

model Zero "no delay: the same instant, a pass of its own (E165, E167)"
  Activation o;
  Integer n(start = 0, fixed = true);
  discrete Real t(start = 0, fixed = true);
equation
  when initial() then schedule(o, 1); end when;
  when o then
    n = pre(n) + 1;
    t = time;
    if n < 5 then schedule(o, 0); end if;
  end when;
  annotation(experiment(StopTime = 2));
end Zero;

model Open "nothing is connected (E171)"
  Saltus.Diagrams.Activations.Counter c;
  Saltus.Diagrams.Discrete.SampleHold s(y_start = 3);
  Saltus.Diagrams.Activations.SampleClock k;
equation
  connect(k.o, s.e);
  annotation(experiment(StopTime = 2));
end Open;

model First "of when and elsewhen the first (E170); the same elements of an array of blocks"
  block Add
    input Activation a, b; output Integer n(start = 0, fixed = true);
  equation
    when a then n = pre(n) + 1; elsewhen b then n = pre(n) + 10; end when;
  end Add;
  Activation e[2] = {Activation(2), Activation(1)};
  Add add[3];
  Integer n = add[3].n;
equation
  for i in 1:3 loop add[i].a = e[1]; add[i].b = e[2]; end for;
  annotation(experiment(StopTime = 1.5));
end First;

model Drift "instants are computed from their number, and meet (E5, E166)"
  Activation a = Activation(0.1), b = Activation(0.3), both = a and b;
  Integer n(start = 0, fixed = true);
equation
  when both then n = pre(n) + 1; end when;
end Drift;

model Hidden "names of the user come first"
  type Activation = Integer;
  function schedule input Real x; output Real y; algorithm y := 2*x; end schedule;
  function active input Real x; output Real y; algorithm y := x + 1; end active;
  Activation n = 3;
  Real y = schedule(n) + active(0);
end Hidden;

model Reset "a state that jumps on an activation: x tends to 1 after, and to 2 before the jump"
  Real x(start = 0, fixed = true);
  Activation e = Activation(1, 1);
equation
  der(x) = 1;
  when e then reinit(x, 0.5*pre(x)); end when;
  annotation(experiment(StopTime = 10, Interval = 0.001));
end Reset;

model Modes "the structure changes when an activation comes"
  Activation e = Activation(1, 1), o, u = e or o;
  Integer n(start = 0, fixed = true);
  Boolean on(start = true, fixed = true);
  Real x(start = 0, fixed = true), y;
equation
  when e then schedule(o, 0.25); end when;
  when u then n = pre(n) + 1; on = not pre(on); end when;
  if on then
    der(x) = 1; y = x + n;
  else
    x = 5; y = 7;
  end if;
  annotation(experiment(StopTime = 2.6));
end Modes;

model Beside "activations beside a sample and a Clock"
  Activation e = Activation(0.1);
  Integer a(start = 0, fixed = true), s(start = 0, fixed = true), c(start = 0);
equation
  when e then a = pre(a) + 1; end when;
  when sample(0, 0.1) then s = pre(s) + 1; end when;
  when Clock(1, 10) then c = previous(c) + 1; end when;
  annotation(experiment(StopTime = 1));
end Beside;
