// A class of external objects is extended.
//! error M0594 19:11
//! says use 'T' itself
class T
  extends ExternalObject;
  function constructor
    input Real x;
    output T t;
  external "C" t = t_new(x) annotation(Include =
      "static void *t_new(double x) { static int a; return &a; } static void t_end(void *t) {}");
  end constructor;
  function destructor
    input T t;
  external "C" t_end(t) annotation(Include = "");
  end destructor;
end T;

class U
  extends T;
end U;

model M
  U u = U(1);
end M;
