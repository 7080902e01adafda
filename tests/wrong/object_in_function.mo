// An object in a function is a copy of another.
//! error M0592 22:11
//! says T(...)
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

function f
  input T t;
  output Real y;
protected
  T own = t;
algorithm
  y := 1;
end f;

model M
  T t = T(1);
  Real y = f(t);
end M;
