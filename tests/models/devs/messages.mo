// DEVS: messages of all types, to atomic models and to equations: vectors, records with vectors, Booleans and
// enumerations, arrays of ports; parameters of all types (E583, E586).
package Messages
  type Color = enumeration(red, green, blue);
  record Parcel
    Boolean urgent;
    Real size[3];
    Color color;
    Real weight;
  end Parcel;
  connector ParcelIn = input Parcel annotation(__Saltus(message = true));
  connector ParcelOut = output Parcel annotation(__Saltus(message = true));
  connector VectorIn = input Real[3] annotation(__Saltus(message = true));
  connector VectorOut = output Real[3] annotation(__Saltus(message = true));
  connector IntIn = input Integer annotation(__Saltus(message = true));
  connector IntOut = output Integer annotation(__Saltus(message = true));
  connector SameInt = IntIn;

  block Office "a parcel each second; its size on the port v, its number on one of three ports"
    parameter Real size[3] = {1, 2, 3};
    parameter String name = "none";
    parameter Color color = Color.green;
    ParcelOut p;
    VectorOut v;
    IntOut n[3];
    Integer sent;
    Integer letters;
  external "C" messages_office() annotation(Include = "
#include <saltus_block.h>
#include <math.h>
#include <string.h>
struct messages_parcel { int urgent; double size[3]; int color; double weight; };
void messages_office(saltus_block *b, saltus_call call)
{
	int *sent = saltus_discrete_int(b, 1);
	if (call == SALTUS_START)
		saltus_discrete_int(b, 2)[0] = (int)strlen(saltus_parameter_text(b, 2));
	if (call == SALTUS_SEND) {
		struct messages_parcel p = {sent[0] % 2, {0}, saltus_parameter_int(b, 3)[0], 10.5 + sent[0]};
		int number = sent[0];
		for (int i = 0; i < 3; i++)
			p.size[i] = (sent[0] + 1)*saltus_parameter(b, 1)[i];
		saltus_send(b, 1, &p);
		saltus_send_reals(b, 2, p.size);
		saltus_send_of(b, 3, sent[0] % 3, &number, SALTUS_INT, 0);
	}
	sent[0] += call == SALTUS_INTERNAL;
	saltus_advance(b, 1);
}");
    annotation(__Saltus(devs = "atomic"));
  end Office;

  block Scales "sums of what comes"
    ParcelIn p;
    VectorIn v;
    SameInt n[3];
    discrete Real weight, sizes[3];
    Integer urgent, colors, numbers[3];
  external "C" messages_scales() annotation(Include = "
#include <saltus_block.h>
#include <math.h>
struct messages_parcel2 { int urgent; double size[3]; int color; double weight; };
void messages_scales(saltus_block *b, saltus_call call)
{
	if (call == SALTUS_EXTERNAL) {
		for (int m = 0; m < saltus_received(b, 1); m++) {
			const struct messages_parcel2 *p = saltus_message_as(b, 1, m, struct messages_parcel2);
			saltus_discrete(b, 1)[0] += p->weight;
			saltus_discrete_int(b, 3)[0] += p->urgent;
			saltus_discrete_int(b, 4)[0] += p->color;
			if (p->size[2] != saltus_message_real(b, 2, m)[2])
				saltus_error(b, \"the sizes differ\");
		}
		for (int m = 0; m < saltus_received(b, 2); m++)
			for (int i = 0; i < 3; i++)
				saltus_discrete(b, 2)[i] += saltus_message_real(b, 2, m)[i];
		for (int k = 0; k < 3; k++)
			for (int m = 0; m < saltus_received_of(b, 3, k); m++)
				saltus_discrete_int(b, 5)[k] += *(const int *)saltus_message_of(b, 3, k, m, SALTUS_INT, 0);
	}
	saltus_advance(b, INFINITY);
}");
    annotation(__Saltus(devs = "atomic"));
  end Scales;

  block Reader "the same by equations"
    ParcelIn p;
    VectorIn v;
    IntIn n[3];
    discrete Real weight(start = 0, fixed = true), sizes[3](each start = 0, each fixed = true);
    Integer urgent(start = 0, fixed = true), second(start = 0, fixed = true);
    Boolean green(start = false, fixed = true);
  equation
    when activation(p) then
      weight = pre(weight) + p.weight;
      urgent = pre(urgent) + (if p.urgent then 1 else 0);
      green = p.color == Color.green;
    end when;
    when activation(v) then
      sizes = pre(sizes) + v;
    end when;
    when activation(n[2]) then
      second = pre(second) + n[2];
    end when;
  end Reader;

  block Writer "sends records and elements of arrays by equations"
    ParcelOut p;
    IntOut n[3];
  equation
    when sample(0.5, 1) then
      send(p, Parcel(true, {time, 0, 0}, Color.blue, 2*time));
      send(n[3], integer(time));
    end when;
  end Writer;

  model All
    Office o(name = "main", size = {2, 4, 8});
    Scales s, w;
    Reader r;
    Writer e;
    VectorOut unused;
  equation
    connect(o.p, s.p);
    connect(o.v, s.v);
    connect(o.n, s.n);
    connect(o.p, r.p);
    connect(o.v, r.v);
    connect(o.n, r.n);
    connect(e.n[3], w.n[2]);
    connect(o.v, unused);
  end All;

  model Sent "what equations send, read by equations"
    Writer e;
    Reader r;
  equation
    connect(e.p, r.p);
    connect(e.n[3], r.n[2]);
  end Sent;
end Messages;
// At 1, 2, ..., 9 the parcels 0 to 8: weights 10.5 + k, sizes (k + 1) {2, 4, 8}; numbers k on the port k % 3 + 1.
//! class Messages.All
//! run --stop 9.25
//! final s.weight = sum(10.5 + k for k in range(9))
//! final s.urgent = 4
//! final s.colors = 18
//! final s.sizes[1] = 90
//! final s.sizes[3] = 360
//! final s.numbers[1] = 0 + 3 + 6
//! final s.numbers[2] = 1 + 4 + 7
//! final s.numbers[3] = 2 + 5 + 8
//! final o.letters = 4
//! final o.p.weight = 18.5
//! final o.p.size[2] = 36
//! final o.v[3] = 72
//! final o.n[1] = 6
//! final o.n[3] = 8
//! final r.weight = sum(10.5 + k for k in range(9))
//! final r.urgent = 4
//! final r.green = 1
//! final r.sizes[1] = 90
//! final r.sizes[2] = 180
//! final r.second = 12
//! final w.numbers[2] = sum(range(9))
//! class Messages.Sent
//! run --stop 3
//! final r.weight = 2*(0.5 + 1.5 + 2.5)
//! final r.urgent = 3
//! final r.green = 0
//! final r.p.size[1] = 2.5
//! final r.second = 0 + 1 + 2
