// A port that carries messages is connected to one that carries a signal.
//! error D0001 18:3
model W
  connector In = input Real annotation(__Saltus(message = true));
  connector Out = output Real annotation(__Saltus(message = true));
  block A
    In i;
    Out o;
  external "C" wrong_atomic() annotation(Include = "
#include <saltus_block.h>
void wrong_atomic(saltus_block *b, saltus_call call) { saltus_advance(b, 1); }");
    annotation(__Saltus(devs = "atomic"));
  end A;
  connector Signal = input Real;
  A a;
  Signal s;
equation
  connect(a.o, s);
end W;
