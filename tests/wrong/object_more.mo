// A class of external objects holds a variable.
//! error M0593 6:8
//! says constructor
class T
  extends ExternalObject;
  Real x;
  function constructor
    output T t;
  external "C" t = malloc(1);
  end constructor;
  function destructor
    input T t;
  external "C" free(t);
  end destructor;
end T;

model M
  T t = T();
end M;
