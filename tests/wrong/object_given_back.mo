// A function that gives back an external object.
//! error M0590 19:12
//! says declare the object in the model
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
  output T t;
algorithm
end f;

model M
  T t = f();
end M;
