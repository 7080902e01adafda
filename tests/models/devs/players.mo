// DEVS: simultaneous events (E582, E583, E584, E588). Two players return a ball after 1; each counts its hits. If
// both begin with a ball, both balls arrive where the other one is sent: internal and external transition at once.
package Players
  import Saltus.DEVS.Interfaces.*;
  partial block Player
    parameter Boolean begins = false;
    IntegerInput ball;
    IntegerOutput hit;
    Integer hits, held, both;
  end Player;

  block Usual "confluent: the internal transition, then the external one"
    extends Player;
  external "C" usual_player() annotation(Include = "
#include <saltus_block.h>
#include <math.h>
static void player(saltus_block *b, saltus_call call)
{
	int *hits = saltus_discrete_int(b, 1), *held = saltus_discrete_int(b, 2), *both = saltus_discrete_int(b, 3);
	switch (call) {
	case SALTUS_START: held[0] = saltus_parameter_int(b, 1)[0]; break;
	case SALTUS_SEND: saltus_send_int(b, 1, hits[0] + 1); return;
	case SALTUS_INTERNAL: hits[0] += held[0]; held[0] = 0; break;
	case SALTUS_EXTERNAL: both[0] += saltus_elapsed(b) == 0; held[0] += saltus_received(b, 1); break;
	case SALTUS_CONFLUENT: both[0] += 1000; hits[0] += held[0]; held[0] = saltus_received(b, 1); break;
	case SALTUS_ADVANCE: saltus_advance(b, held[0] ? 1 : INFINITY); return;
	default: return;
	}
}
void usual_player(saltus_block *b, saltus_call call) { player(b, call); }
void own_player(saltus_block *b, saltus_call call) { player(b, call); }
");
    annotation(__Saltus(devs = "atomic"));
  end Usual;

  block Own "a confluent transition of its own"
    extends Player;
  external "C" own_player();
    annotation(__Saltus(devs = "atomic", confluent = true));
  end Own;

  model One "one ball"
    Usual a(begins = true), b;
  equation
    connect(a.hit, b.ball);
    connect(b.hit, a.ball);
  end One;

  model Two "two balls, parallel"
    Usual a(begins = true);
    Own b(begins = true);
  equation
    connect(a.hit, b.ball);
    connect(b.hit, a.ball);
  end Two;

  model TwoClassic "two balls, one after another: b is selected first"
    extends Two;
    annotation(__Saltus(devs = "classic", select = {"b", "a"}));
  end TwoClassic;
end Players;
// The ball is at a at the beginning: a hits at 1, 3, 5, ..., b at 2, 4, ...
//! class Players.One
//! run --stop 10.5
//! final a.hits = 5
//! final b.hits = 5
//! final a.both = 0
//! changes a.hit = [1, 3, 5, 7, 9]

// Both hit at 1, 2, 3, ...
//! class Players.Two
//! run --stop 10.5
//! final a.hits = 10
//! final b.hits = 10
//! final a.both = 10
//! final b.both = 10000

// At 1 b is selected and hits, so a has two balls, and waits for 1 again; b has none. At 2 a hits both at once, as one
// message, and so on: b has one ball at 2, hits it at 3, and a ball is lost by the way of counting: a holds 1.
//! class Players.TwoClassic
//! run --stop 1.5
//! final a.held = 2
//! final a.hits = 0
//! final b.hits = 1
//! final b.held = 0
//! final b.both = 0
//! run --stop 3.5
//! final a.hits = 2
//! final b.hits = 2
//! final a.held = 1
