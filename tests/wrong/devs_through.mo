// From an input of a coupled model to its output.
//! error D0004 18:5
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
  model C
    In i;
    Out o;
  equation
    connect(i, o);
  end C;
  A a;
  C c;
equation
  connect(a.o, c.i);
end W;
