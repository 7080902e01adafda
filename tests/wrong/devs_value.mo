// A port that carries messages has a value.
//! error D0009 15:8
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
    In i = 1;
  end C;
  C c;
end W;
