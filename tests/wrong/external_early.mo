// External functions that a size needs: one that fails, one that is not there, one of an external object.
//! error M0316 40:10
//! says no such file: data.txt
//! says during translation
//! error M0316 41:10
//! says nowhere_to_be_found
//! error M0316 42:10
//! says runs only in a simulation
model EarlyWrong
  pure function fails
    input String name;
    output Integer n;
  external "C" n = early_fails(name) annotation(Include = "#include <ModelicaUtilities.h>
    static int early_fails(const char *name) { ModelicaFormatError(\"no such file: %s\", name); return 1; }");
  end fails;
  pure function nowhere
    output Integer n;
  external "C" n = nowhere_to_be_found();
  end nowhere;
  class Thing
    extends ExternalObject;
    function constructor
      output Thing t;
    external "C" t = early_thing() annotation(Include = "static void *early_thing(void) { static int x; return &x; }");
    end constructor;
    function destructor
      input Thing t;
    external "C" early_end(t) annotation(Include = "static void early_end(void *t) { (void)t; }");
    end destructor;
  end Thing;
  pure function size_of
    input Thing t;
    output Integer n;
  external "C" n = early_size(t) annotation(Include = "static int early_size(void *t) { return t != 0; }");
  end size_of;
  Thing thing = Thing();
  parameter Integer a = fails("data.txt");
  parameter Integer b = nowhere();
  parameter Integer c = size_of(thing);
  Real x[a] = fill(1, a);
  Real y[b] = fill(1, b);
  Real z[c] = fill(1, c);
end EarlyWrong;
