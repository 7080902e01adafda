// 3.6, 3.7.4: getInstanceName() is the name of the model that is simulated, without its package, and then that of the
// instance; an element of an array has its subscript in it, also inside of arrays of arrays and in what a component
// inherits.
//! class Names.Top
//! run --stop 1
//! final own = "Top"
//! final a.s = "Top.a"
//! final b[2].s = "Top.b[2]"
//! final c[1].inside[3].s = "Top.c[1].inside[3]"
//! final c[2].inside[1].s = "Top.c[2].inside[1]"
//! final c[2].x = 2*exp(-1) +- 1e-5
package Names
  model Base
    parameter String s = getInstanceName();
  end Base;
  model Named
    extends Base;
  end Named;
  model Outer
    Named inside[3];
    Real x(start = 2, fixed = true);
  equation
    der(x) = -x;
  end Outer;
  model Top
    parameter String own = getInstanceName();
    Named a, b[2];
    Outer c[2];
  end Top;
end Names;
