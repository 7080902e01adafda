// The destructor of an external object is called.
//! error M0591 21:3
//! says ends with the run
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

model M
  T t = T(1);
equation
  T.destructor(t);
end M;
