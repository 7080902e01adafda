// An external object of another class is passed to a function.
//! error M0309 40:14
//! says T
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
  extends ExternalObject;
  function constructor
    input Real x;
    output U t;
  external "C" t = t_new(x) annotation(Include =
      "static void *t_new(double x) { static int a; return &a; } static void t_end(void *t) {}");
  end constructor;
  function destructor
    input U t;
  external "C" t_end(t) annotation(Include = "");
  end destructor;
end U;

function f
  input T t;
  output Real y;
external "C" y = f(t) annotation(Include = "");
end f;

model M
  U u = U(1);
  Real y = f(u);
end M;
