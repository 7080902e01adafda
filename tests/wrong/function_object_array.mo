// An array of external objects in a function.
//! error M0933 20:7
model M
  class O
    extends ExternalObject;
    function constructor
      input Real a;
      output O o;
      external "C" o = make(a) annotation(Include = "static void *make(double a) { (void)a; return 0; }");
    end constructor;
    function destructor
      input O o;
      external "C" drop(o) annotation(Include = "static void drop(void *o) { (void)o; }");
    end destructor;
  end O;
  function f
    input Real a;
    output Real b;
  protected
    O o[2] = {O(1), O(2)};
  algorithm
    b := a;
  end f;
  Real x = f(time);
end M;
