// DEVS: a traffic crossing. The light is green for 30 to the main road, then for 20 to the side road, with 5 of red
// for both between. Cars come at fixed times; on green one leaves at once if nobody waits, else one each 2. The times
// are computed by the few lines of Python below, car by car. A car that is about to leave when the light turns red
// leaves: its internal transition comes before the external one (E584).
package Crossing
  import Saltus.DEVS.Interfaces.*;
  block Light "sends the road that may go: 1, 2, 0 for none"
    IntegerOutput road;
    Integer phase;
  external "C" crossing_light() annotation(Include = "
#include <saltus_block.h>
#include <math.h>
void crossing_light(saltus_block *b, saltus_call call)
{
	static const int next[] = {1, 0, 2, 0};
	static const double lasts[] = {30, 5, 20, 5};
	int *phase = saltus_discrete_int(b, 1);
	if (call == SALTUS_START)
		saltus_advance(b, 0), phase[0] = 3;
	if (call == SALTUS_SEND)
		saltus_send_int(b, 1, next[(phase[0] + 1) % 4]);
	if (call == SALTUS_INTERNAL) {
		phase[0] = (phase[0] + 1) % 4;
		saltus_advance(b, lasts[phase[0]]);
	}
}");
    annotation(__Saltus(devs = "atomic"));
  end Light;

  block Road "a line of cars"
    parameter Integer number = 1;
    parameter Real headway = 2;
    JobInput car;
    IntegerInput light;
    JobOutput gone;
    Integer waiting, passed;
    Boolean open;
  external "C" crossing_road() annotation(Include = "
#include <saltus_block.h>
#include <math.h>
struct crossing_line { int first; double free; struct { int number; double born; } car[1000]; };
void crossing_road(saltus_block *b, saltus_call call)
{
	struct crossing_line *l = b->user;
	int *waiting = saltus_discrete_int(b, 1), *passed = saltus_discrete_int(b, 2), *open = saltus_discrete_int(b, 3);
	double now = saltus_block_time(b), headway = saltus_parameter(b, 2)[0];
	switch (call) {
	case SALTUS_INITIALISE: b->user = saltus_kept(b, sizeof *l); return;
	case SALTUS_SEND: saltus_send(b, 1, &l->car[l->first]); return;
	case SALTUS_INTERNAL:
		l->first = (l->first + 1) % 1000;
		waiting[0]--;
		passed[0]++;
		l->free = now + headway;
		break;
	case SALTUS_EXTERNAL:
		for (int m = 0; m < saltus_received(b, 1); m++, waiting[0]++)
			l->car[(l->first + waiting[0]) % 1000] =
				*(__typeof__(l->car[0]) *)saltus_message_of(b, 1, 0, m, SALTUS_TEXT, sizeof l->car[0]);
		if (saltus_received(b, 2))
			open[0] = saltus_message_int(b, 2, 0)[0] == saltus_parameter_int(b, 1)[0];
		break;
	default: break;
	}
	saltus_advance(b, open[0] && waiting[0] ? fmax(0, l->free - now) : INFINITY);
}");
    annotation(__Saltus(devs = "atomic"));
  end Road;

  model Both
    Light light;
    Road main(number = 1), side(number = 2);
    Saltus.DEVS.Generator cars(period = 3.25), others(period = 7.5);
    Saltus.DEVS.Transducer t;
  equation
    connect(light.road, main.light);
    connect(light.road, side.light);
    connect(cars.out, main.car);
    connect(others.out, side.car);
    connect(cars.out, t.made);
    connect(others.out, t.made);
    connect(main.gone, t.done);
    connect(side.gone, t.done);
  end Both;
end Crossing;
//| def gone(period, begin, end, stop):
//|     out, free, n = [], 0, 1
//|     while period*n <= stop:
//|         at = max(period*n, free)
//|         while not (begin <= at % 60 < end or at % 60 == end and at > period*n):
//|             at = at - at % 60 + (begin if at % 60 < begin else 60 + begin)
//|         if at > stop:
//|             break
//|         out.append((period*n, at))
//|         free = at + 2
//|         n += 1
//|     return out
//| main, side = gone(3.25, 0, 30, 600), gone(7.5, 35, 55, 600)
//! class Crossing.Both
//! run --stop 600
//! final main.passed = len(main)
//! final side.passed = len(side)
//! changes main.passed = [at for born, at in main]
//! changes side.passed = [at for born, at in side]
//! final t.solved = len(main) + len(side)
//! final t.turnaround = sum(at - born for born, at in main + side)/len(main + side) +- 1e-9
