// Two classes with an external object each, for external_object.cosy: the C keeps one number, and gives it back.
//! class ExternalObjects.Five
//! run --stop 1
//! y = 5 +- 1e-12
package ExternalObjects
  class Keeper
    extends ExternalObject;
    function constructor
      input Real first;
      output Keeper k;
      external "C" k = keeper_new(first) annotation(Include = keeper);
    end constructor;
    function destructor
      input Keeper k;
      external "C" keeper_free(k) annotation(Include = keeper);
    end destructor;
  end Keeper;
  constant String keeper = "
#include <stdlib.h>
static void *keeper_new(double first) { double *k = malloc(sizeof *k); *k = first; return k; }
static void keeper_free(void *k) { free(k); }
static double keeper_plus(void *k, double q) { return *(double *)k + q; }
";
  function plus
    input Keeper k;
    input Real q;
    output Real y;
    external "C" y = keeper_plus(k, q) annotation(Include = keeper);
  end plus;
  model Five
    input Real q;
    output Real y = plus(k, q);
    Keeper k = Keeper(5);
  end Five;
  model Seven
    input Real q;
    output Real y = plus(k, q);
    Keeper k = Keeper(7);
  end Seven;
end ExternalObjects;
