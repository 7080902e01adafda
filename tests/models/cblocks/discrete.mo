// Discrete states of blocks in C that act when activations come: outputs see the left limits, then all states change
// (E187); activations of two sources have an update each (E191). A variable delay (E3.3): VariableDelay. A shift
// register (E9.14): Shifts.
package Discrete
  import Saltus.Diagrams.Interfaces.*;
  import Saltus.Diagrams.Activations.*;

  block VariableDelay "y(k) = u(k - d(k)), d between 1 and N"
    parameter Integer N = 5;
    input Real u annotation(__Saltus(feedthrough = false));
    input Integer d;
    ActivationInput e;
    output Real y;
    discrete Real z[N](each start = 0, each fixed = true) "a ring";
    Integer last(start = 0, fixed = true) "the place of the latest value";
  external "C" variable_delay() annotation(Include = "
#include <saltus_block.h>
void variable_delay(saltus_block *b, saltus_call call)
{
	double *z = saltus_discrete(b, 1);
	int *last = saltus_discrete_int(b, 2), n = saltus_elements(b, SALTUS_DISCRETE, 1);
	if (call == SALTUS_OUTPUTS) {
		int d = saltus_input_int(b, 2)[0];
		d = d < 1 ? 1 : d > n ? n : d;
		saltus_output(b, 1)[0] = z[(*last - (d - 1) + n) % n];
	} else if (call == SALTUS_UPDATE) {
		*last = (*last + 1) % n;
		z[*last] = saltus_input(b, 1)[0];
	}
}");
  end VariableDelay;

  model Delays
    SampleClock clock(period = 1);
    VariableDelay delay;
    Integer k(start = 0, fixed = true), d(start = 1, fixed = true);
    parameter Integer ds[10] = {1, 2, 3, 9, 0, 1, 2, 5, 7, 1};
  equation
    connect(clock.o, delay.e);
    when clock.o then
      k = pre(k) + 1;
      d = ds[min(k, 10)];
    end when;
    delay.u = k;
    delay.d = d;
    annotation(experiment(StopTime = 9.5, Interval = 0.5));
  end Delays;
  //! class Discrete.Delays
  //! run
  //! value [right("delay.y", i + 0.5) for i in range(10)] = [0, 0, 0, 0, 4, 5, 5, 3, 4, 9]

  block Register "output i is the input, i activations ago"
    parameter Integer n = 4;
    parameter Real first[n] = zeros(n);
    input Real u annotation(__Saltus(feedthrough = false));
    ActivationInput e;
    output Real y[n];
    discrete Real z[n](start = first, each fixed = true);
  external "C" shift_register() annotation(Include = "
#include <saltus_block.h>
void shift_register(saltus_block *b, saltus_call call)
{
	double *z = saltus_discrete(b, 1);
	int n = saltus_elements(b, SALTUS_DISCRETE, 1);
	if (call == SALTUS_OUTPUTS)
		for (int i = 0; i < n; i++)
			saltus_output(b, 1)[i] = z[i];
	if (call == SALTUS_UPDATE) {
		for (int i = n - 1; i > 0; i--)
			z[i] = z[i - 1];
		z[0] = saltus_input(b, 1)[0];
	}
}");
  end Register;

  model Shifts
    SampleClock clock(period = 1);
    Register register, three(n = 3, first = {1, 2, 3}), one(n = 1);
    Integer k(start = 0, fixed = true);
  equation
    connect(clock.o, register.e);
    connect(clock.o, three.e);
    connect(clock.o, one.e);
    register.u = k;
    three.u = k;
    one.u = three.y[3];
    when clock.o then
      k = pre(k) + 1;
    end when;
    annotation(experiment(StopTime = 7.5, Interval = 0.5));
  end Shifts;
  //! class Discrete.Shifts
  //! run
  //! value [[right("register.y[%d]" % i, k - 0.5) for i in range(1, 5)] for k in range(1, 8)] \
  //!     = [[max(k - i, 0) for i in range(1, 5)] for k in range(1, 8)]
  //! value [right("three.y[3]", k - 0.5) for k in range(1, 6)] = [3, 2, 1, 1, 2]
  //! value [right("one.y[1]", k - 0.5) for k in range(1, 6)] = [0, 3, 2, 1, 1]

  block Exchange "gives what it has, takes what it is given"
    parameter Integer first = 0;
    input Integer u annotation(__Saltus(feedthrough = false));
    ActivationInput e;
    output Integer y(start = first);
    Integer n(start = first, fixed = true);
  external "C" exchange() annotation(Include = "
#include <saltus_block.h>
void exchange(saltus_block *b, saltus_call call)
{
	if (call == SALTUS_OUTPUTS)
		saltus_output_int(b, 1)[0] = saltus_discrete_int(b, 1)[0];
	if (call == SALTUS_UPDATE)
		saltus_discrete_int(b, 1)[0] = saltus_input_int(b, 1)[0];
}");
  end Exchange;

  model Swap "all states change at once: two blocks on one clock exchange their numbers; on two, the second copies"
    Exchange a(first = 1), b(first = 2), c(first = 1), d(first = 2);
    Activation e = Activation(1, 1), f = Activation(1, 1, "another");
  equation
    a.u = b.y;
    b.u = a.y;
    a.e = e;
    b.e = e;
    c.u = d.y;
    d.u = c.y;
    c.e = e;
    d.e = f;
    annotation(experiment(StopTime = 3.5, Interval = 0.5));
  end Swap;
  //! class Discrete.Swap
  //! run
  //! value [(right("a.n", t), right("b.n", t)) for t in (0.5, 1.5, 2.5, 3.5)] = [(1, 2), (2, 1), (1, 2), (2, 1)]
  //! check right("c.n", 1.5) == 2 and right("d.n", 1.5) == 1
end Discrete;
