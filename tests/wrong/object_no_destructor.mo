// A class of external objects without a destructor.
//! error M0593 4:7
//! says has no destructor
class T
  extends ExternalObject;
  function constructor
    output T t;
  external "C" t = malloc(1);
  end constructor;
end T;

model M
  T t = T();
end M;
