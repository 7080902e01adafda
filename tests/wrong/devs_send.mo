// A message is sent outside of a when.
//! error D0011 17:5
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
    Out o;
  equation
    send(o, 1);
  end C;
  C c;
end W;
