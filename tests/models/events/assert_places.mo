// Assertions in an algorithm, in a function, in a when clause, on parameters at the start; each ends the run where it
// must.
//! class AssertPlaces.InFunction
//! run --stop 2
//! status failed
//! message R0320 negative
//! class AssertPlaces.InWhen
//! run --stop 2
//! status failed
//! message R0204 late
//! value j['time']['stop'] = 1.5
//! class AssertPlaces.OnParameter
//! run --stop 2
//! status done
//! run --stop 2 -p n=-1
//! status failed
//! message R0204 n must be positive, not -1
//! class AssertPlaces.InAlgorithm
//! run --stop 2
//! status failed
//! message R0204 algorithm
package AssertPlaces
  function root
    input Real x;
    output Real y;
  algorithm
    assert(x >= 0, "negative: " + String(x));
    y := sqrt(x);
  end root;
  model InFunction
    Real y = root(1 - time);
  end InFunction;
  model InWhen
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    when time >= 1.5 then
      assert(false, "too late");
    end when;
  end InWhen;
  model OnParameter
    parameter Integer n = 3;
    Real x = n;
  equation
    assert(n > 0, "n must be positive, not " + String(n));
  end OnParameter;
  model InAlgorithm
    Real x(start = 0, fixed = true), y;
  equation
    der(x) = 1;
  algorithm
    y := 2*x;
    assert(y < 2, "in the algorithm");
  end InAlgorithm;
end AssertPlaces;
