// DEVS with equations (E585, E586, E587): state events are messages, outputs of atomic models drive equations,
// messages of one bag come to equations one after another.
package Mixed
  import Saltus.DEVS.*;
  import Saltus.DEVS.Interfaces.*;

  model Sampled "x falls to 1/2 at ln 2: its value is sent, received, and integrated"
    Real x(start = 1, fixed = true), y(start = 0, fixed = true);
    Sender s(u = x, e = Activation(x < 0.5));
    Receiver r;
    Integer n(start = 0, fixed = true);
  equation
    der(x) = -x;
    der(y) = r.y;
    connect(s.out, r.in_);
    when r.o then
      n = pre(n) + 1;
    end when;
  end Sampled;

  block Counter "reads messages"
    RealInput u;
    Integer n(start = 0, fixed = true);
    discrete Real sum(start = 0, fixed = true), fold(start = 0, fixed = true);
  equation
    when activation(u) then
      n = pre(n) + 1;
      sum = pre(sum) + u;
      fold = 2*pre(fold) + u;
    end when;
  end Counter;

  block Source
    parameter Real value = 1;
    RealOutput y;
  equation
    when sample(1, 1) then
      send(y, value*time);
    end when;
  end Source;

  model Three "three messages at once"
    Source s1(value = 1), s2(value = 10), s3(value = 100);
    Counter c;
  equation
    connect(s1.y, c.u);
    connect(s2.y, c.u);
    connect(s3.y, c.u);
  end Three;

  model Many "arrays of sources and of counters"
    Source s[3](value = {1, 10, 100});
    Counter c[2];
  equation
    for i in 1:3 loop
      connect(s[i].y, c[1].u);
    end for;
    connect(s[2].y, c[2].u);
  end Many;

  block Thermostat "an atomic model in C with a signal, an activation and a discrete output"
    parameter Real low = 19, high = 21;
    input Real T;
    input Activation cold, hot;
    output Boolean heats(start = true);
    Integer switched;
  external "C" mixed_thermostat() annotation(Include = "
#include <saltus_block.h>
#include <math.h>
void mixed_thermostat(saltus_block *b, saltus_call call)
{
	if (call == SALTUS_EXTERNAL) {
		double T = saltus_input(b, 1)[0], wanted = saltus_parameter(b, saltus_active(b, 1) ? 1 : 2)[0];
		if (fabs(T - wanted) > 1e-3)
			saltus_error(b, \"T is %g\", T);
		saltus_output_int(b, 1)[0] = saltus_active(b, 1);
		saltus_discrete_int(b, 1)[0]++;
	}
	saltus_advance(b, INFINITY);
}");
    annotation(__Saltus(devs = "atomic"));
  end Thermostat;

  model Heated "T' = 10 - T + 20 heats"
    Real T(start = 20, fixed = true);
    Thermostat c(T = T, cold = Activation(T < 19), hot = Activation(T > 21));
  equation
    der(T) = 10 - T + (if c.heats then 20 else 0);
  end Heated;

  model Rounded "sums of 0.1 and of 0.15 meet but for rounding, beside a diode that turns"
    Real u = 10*sin(6.283185307179586*time), i, v, s, uc(start = 0, fixed = true);
    Boolean on(start = false);
    Generator g(period = 0.1);
    Processor p(service = 0.15);
    Transducer t;
  equation
    on = s > 0;
    v = if on then 0 else s;
    i = if on then s else 0;
    u - v = uc + 0.1*i;
    0.5*der(uc) = i - uc;
    connect(g.out, p.in_);
    connect(g.out, t.made);
    connect(p.out, t.done);
  end Rounded;
end Mixed;
//! class Mixed.Rounded
//! run --stop 10.05
//! final t.arrived = 100
//! final t.solved = 66
//! final p.waiting = 33
//! class Mixed.Sampled
//! run --stop 2 --tol 1e-9
//! r.y(1) = 0.5 +- 1e-8
//! final n = 1
//! final y = 0.5*(2 - log(2)) +- 1e-7

// Three values in the order of the sources, at 1, 2 and 3: fold is 8 fold + 124 t each time.
//! class Mixed.Three
//! run --stop 3.5
//! final c.n = 9
//! final c.sum = 666
//! final c.fold = 8*(8*124 + 248) + 372
//! changes c.n = [1, 2, 3]
//! class Mixed.Many
//! run --stop 3.5
//! final c[1].fold = 10292
//! final c[2].n = 3
//! final c[2].sum = 60

// From 20 it heats up to 21 (ln(10/9)); then it cools to 19 (ln(11/9)), heats to 21 (ln(11/9)), and so on.
//! class Mixed.Heated
//! run --stop 5 --tol 1e-8
//! changes c.heats = [log(10/9) + k*log(11/9) for k in range(25)][:len(changes('c.heats'))] +- 1e-6
//! check len(changes('c.heats')) == int((5 - log(10/9))/log(11/9)) + 1
