// Activations that blocks in C wait for and schedule. A counter (E9.4) that tells its overflow (E9.5): Overflow. One
// event, programmed at the start (E9.12): Once.
package Schedule
  import Saltus.Diagrams.Interfaces.*;
  import Saltus.Diagrams.Activations.*;

  block Counter "counts in eight bits, and says when it overflows"
    parameter Integer first = 0;
    parameter Boolean up = true;
    ActivationInput e;
    ActivationOutput overflow;
    output Integer y;
    Integer n(start = first, fixed = true);
  external "C" count_events() annotation(Include = "
#include <saltus_block.h>
void count_events(saltus_block *b, saltus_call call)
{
	int *n = saltus_discrete_int(b, 1), up = saltus_parameter_int(b, 2)[0];
	switch (call) {
	case SALTUS_OUTPUTS: saltus_output_int(b, 1)[0] = *n; break;
	case SALTUS_SCHEDULE:
		if (saltus_active(b, 1) && *n == (up ? 127 : -128))
			saltus_schedule(b, 1, 0);
		break;
	case SALTUS_UPDATE:
		if (saltus_active(b, 1))
			*n = (signed char)(up ? *n + 1 : *n - 1);
		break;
	default: break;
	}
}");
  end Counter;

  model Overflow "an event from 127 to -128, in the instant of the activation that does it"
    EventClock clock(period = 1, offset = 0.5);
    Counter up(first = 125), down(first = -126, up = false);
    Integer overflows(start = 0, fixed = true), behind(start = 0, fixed = true);
    Real at(start = -1, fixed = true);
  equation
    connect(clock.o, up.e);
    connect(clock.o, down.e);
    when up.overflow then
      overflows = pre(overflows) + 1;
      at = time;
      behind = up.n;
    end when;
    annotation(experiment(StopTime = 5));
  end Overflow;
  //! class Schedule.Overflow
  //! run
  //! up.n(0.4) = 125
  //! up.y(0.6) = 125
  //! up.n(0.6) = 126
  //! up.y(2.6) = 127
  //! up.n(2.6) = -128
  //! down.n(2.6) = 127
  //! final overflows = 1
  //! final at = 2.5 +- 1e-12
  //! final behind = -128
  //! changes up.n = [0.5, 1.5, 2.5, 3.5, 4.5] +- 1e-12

  block InitialEvent "one event, at an absolute time"
    parameter Real at = 1;
    ActivationOutput o;
  external "C" initial_event() annotation(Include = "
#include <saltus_block.h>
void initial_event(saltus_block *b, saltus_call call)
{
	if (call == SALTUS_START)
		saltus_schedule(b, 1, saltus_parameter(b, 1)[0] - saltus_block_time(b));
}");
  end InitialEvent;

  model Once
    InitialEvent first(at = 3.25);
    Integer n(start = 0, fixed = true);
    Real at(start = 0, fixed = true);
  equation
    when first.o then
      n = pre(n) + 1;
      at = time;
    end when;
    annotation(experiment(StartTime = 1, StopTime = 10));
  end Once;
  //! class Schedule.Once
  //! run
  //! final n = 1
  //! final at = 3.25 +- 1e-12

  block Watchdog "comes if nobody has fed it for a while; can be told to stop, too"
    parameter Real patience = 1;
    ActivationInput fed, off;
    ActivationOutput barks;
  external "C" watchdog() annotation(Include = "
#include <saltus_block.h>
void watchdog(saltus_block *b, saltus_call call)
{
	if (call == SALTUS_START)
		saltus_schedule(b, 1, saltus_parameter(b, 1)[0]);
	if (call == SALTUS_SCHEDULE)
		saltus_schedule(b, 1, saltus_active(b, 2) ? -1 : saltus_parameter(b, 1)[0]);
}");
  end Watchdog;

  model Guarded "fed at 0.8, 1.6, 2.4; barks at 3.4; fed again at 5; turned off at 5.5"
    Watchdog dog;
    Activation feeds = Activation(time >= 0.8) or Activation(time >= 1.6) or Activation(time >= 2.4)
      or Activation(time >= 5);
    Integer barks(start = 0, fixed = true);
    Real at(start = 0, fixed = true);
  equation
    dog.fed = feeds;
    dog.off = Activation(time >= 5.5);
    when dog.barks then
      barks = pre(barks) + 1;
      at = time;
    end when;
    annotation(experiment(StopTime = 10));
  end Guarded;
  //! class Schedule.Guarded
  //! run
  //! final barks = 1
  //! final at = 3.4 +- 1e-9

  block Swap "each of two activations goes out by the other port, late"
    parameter Real delay[2] = {0.25, 0.5};
    input Activation e[2];
    output Activation o[2];
    output Integer n;
    Integer count(start = 0, fixed = true);
  external "C" swap_events() annotation(Include = "
#include <saltus_block.h>
void swap_events(saltus_block *b, saltus_call call)
{
	const int *come = saltus_active_of(b, 1);
	int n = saltus_elements(b, SALTUS_ACTIVATION_IN, 1);
	if (call == SALTUS_SCHEDULE)
		for (int i = 0; i < n; i++)
			if (come[i])
				saltus_delays(b, 1)[n - 1 - i] = saltus_parameter(b, 1)[i];
	if (call == SALTUS_UPDATE && !saltus_any_crossed(b))
		saltus_discrete_int(b, 1)[0] += saltus_items(b, SALTUS_ACTIVATION_OUT);
	if (call == SALTUS_OUTPUTS && saltus_wanted(b) == 1)
		saltus_output_int(b, 1)[0] = saltus_discrete_int(b, 1)[0];
	if (call == SALTUS_COMMIT && saltus_block_time(b) == 2)
		saltus_warning(b, \"two\");
	if (call == SALTUS_TERMINATE)
		saltus_message(b, \"done\");
}");
  end Swap;

  model Swapped "at 1 and 2 by the first, at 2 by the second: out at 2.5 by the first, at 1.25 and 2.25 by the second"
    Swap swap;
    Real first(start = 0, fixed = true), second(start = 0, fixed = true);
    Integer seconds(start = 0, fixed = true);
  equation
    swap.e[1] = Activation(1, 1, "a");
    swap.e[2] = Activation(2, 2, "b");
    when swap.o[1] then
      first = time;
    end when;
    when swap.o[2] then
      second = time;
      seconds = pre(seconds) + 1;
    end when;
    annotation(experiment(StopTime = 2.9));
  end Swapped;
  //! class Schedule.Swapped
  //! run
  //! final first = 2.5 +- 1e-12
  //! final second = 2.25 +- 1e-12
  //! final seconds = 2
  //! final swap.count = 3
  //! final swap.n = 2
  //! message R0323 swap: two
  //! message R0324 swap: done

  block Until "the run ends with the n-th event"
    parameter Integer last = 3;
    ActivationInput e;
    Integer n(start = 0, fixed = true);
  external "C" until() annotation(Include = "
#include <saltus_block.h>
void until(saltus_block *b, saltus_call call)
{
	if (call == SALTUS_UPDATE && ++saltus_discrete_int(b, 1)[0] == saltus_parameter_int(b, 1)[0])
		saltus_stop(b);
}");
  end Until;

  model Ends
    SampleClock clock(period = 0.25, offset = 0.25);
    Until until;
    Real x = time;
  equation
    connect(clock.o, until.e);
    annotation(experiment(StopTime = 10));
  end Ends;
  //! class Schedule.Ends
  //! run
  //! status terminated
  //! final x = 0.75 +- 1e-12
end Schedule;
