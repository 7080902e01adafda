// der() of functions. With u = sin(time) everything has a closed form: der(f(u)) = f'(u) cos(time). By differentiation:
// a polynomial by Horner's rule, a product of a matrix and a vector, interpolation in a table, functions that call
// others, one that calls itself, several results, records, a while loop with break and return. By annotation: functions
// of external C, which have no derivative of their own, so a wrong choice cannot go unseen.
//| P = lambda x: 1 - 2*x + 3*x**2 + 4*x**5
//| dP = lambda x: -2 + 6*x + 20*x**4
//! class FunctionDerivatives.Made
//! run --stop 3 --step 0.1 --tol 1e-10
//! horner = dP(sin(t))*cos(t) +- 1e-13
//! product[1] = cos(t) + 2*2*sin(t)*cos(t) +- 1e-13
//! product[2] = 3*cos(t) + 4*2*sin(t)*cos(t) +- 1e-13
//! table = (2 if 4*sin(t) < 1 else 1 if 4*sin(t) < 3 else -3)*4*cos(t) +- 1e-12
//! nested = cos(exp(sin(t)**3)*sin(t))*exp(sin(t)**3)*(1 + 3*sin(t)**3)*cos(t) +- 1e-12
//! power = 7*sin(t)**6*cos(t) +- 1e-13
//! newton = cos(t)/(2*sqrt(2 + sin(t))) +- 1e-12
//! defaults = 2*sin(t)*cos(t)*3 +- 1e-13
//! records = (2*sin(t)*cos(t) + 6*cos(t)) +- 1e-12
//! largest = cos(t) if sin(t) >= cos(t) else -sin(t) +- 1e-13
//! bent = (1 if sin(t) > 0 else -1)*cos(t) +- 1e-13
//! weighted = (2 + 6*sin(t) + 12*sin(t)**2)*cos(t) +- 1e-12
//! class FunctionDerivatives.Given
//! run --stop 3 --step 0.1 --tol 1e-10
//! cube = 3*sin(t)**2*cos(t) +- 1e-13
//! second = 6*sin(t)*cos(t)**2 - 3*sin(t)**3 +- 1e-13
//! third = 42*sin(t)*cos(t) +- 1e-12
//! scaled = 5*cos(t) +- 1e-13
//! both = 5*cos(t)*cos(t) - 5*sin(t)*sin(t) +- 1e-13
//! redundant = cos(sin(t))*cos(t) +- 1e-13
//! short = 2*cos(t) +- 1e-13
//! inherited = 3*sin(t)**2*cos(t) +- 1e-13
//! lengths[1] = 6*sin(t)**2*cos(t) +- 1e-13
//! lengths[2] = -6*cos(t)**2*sin(t) +- 1e-13
//! inside = 2*3*sin(t)**2*cos(t) +- 1e-13
package FunctionDerivatives
  function horner
    input Real c[:], x;
    output Real y = 0;
  algorithm
    for i in size(c, 1):-1:1 loop
      y := y*x + c[i];
    end for;
  end horner;
  function product
    input Real A[:, :], x[size(A, 2)];
    output Real y[size(A, 1)];
  algorithm
    y := A*x;
  end product;
  function interpolate
    input Real xs[:], ys[:], x;
    output Real y;
  protected
    Integer i = 1;
  algorithm
    while i < size(xs, 1) - 1 loop
      if x < xs[i + 1] then
        break;
      end if;
      i := i + 1;
    end while;
    y := ys[i] + (ys[i + 1] - ys[i])/(xs[i + 1] - xs[i])*(x - xs[i]);
  end interpolate;
  function around
    input Real x;
    output Real y;
  protected
    Real a, b;
  algorithm
    (a, b) := within_it(x);
    y := sin(a*b);
  end around;
  function within_it
    input Real x;
    output Real a;
    output Real b;
  algorithm
    a := exp(power(3, x));
    for i in 1:1 loop
      b := x;
    end for;
  end within_it;
  function power
    input Integer n;
    input Real x;
    output Real y;
  algorithm
    if n == 0 then
      y := 1;
      return;
    end if;
    y := x*power(n - 1, x);
  end power;
  function root "by iteration: the derivative of the iteration converges too"
    input Real x;
    output Real y;
  protected
    Real before;
  algorithm
    assert(x > 0, "no root");
    y := x;
    before := 0;
    while abs(y - before) > 1e-15*y loop
      before := y;
      y := (y + x/y)/2;
    end while;
    y := (y + x/y)/2;
  end root;
  function with_default
    input Real x;
    input Real k = 3;
    output Real y;
  algorithm
    y := 0;
    for i in 1:2 loop
      y := y + k*x^2/2;
    end for;
  end with_default;
  record R
    Real a;
    Integer n;
    Real b[2];
  end R;
  function of_record
    input R r;
    output R s;
  algorithm
    s := r;
    s.a := r.a^2;
    s.b[1] := r.n*r.b[2];
  end of_record;
  function through_record
    input Real x;
    output Real y;
  protected
    R r, s;
  algorithm
    r := R(x, 3, {1, 2*x});
    s := of_record(r);
    y := s.a + s.b[1];
  end through_record;
  function largest
    input Real x[:];
    output Real y;
  algorithm
    y := max(x[i] for i in 1:size(x, 1));
  end largest;
  function bent
    input Real x;
    output Real y;
  algorithm
    if x > 0 then
      y := x;
    else
      y := -x;
    end if;
  end bent;
  constant Real weights[3] = {2, 3, 4};
  function weighted "uses a constant of the package as a whole array"
    input Real x;
    output Real y;
  protected
    Real w[3];
  algorithm
    w := weights;
    y := w[1]*x + w[2]*x^2 + w[3]*x^3;
  end weighted;
  model Made
    Real u = sin(time);
    parameter Real c[6] = {1, -2, 3, 0, 0, 4};
    Real horner = der(FunctionDerivatives.horner(c, sin(time)));
    Real product[2], weighted = der(FunctionDerivatives.weighted(sin(time)));
    Real table = der(interpolate({-4, 1, 3, 4}, {0, 10, 12, 9}, 4*sin(time)));
    Real nested = der(around(sin(time))), power = der(FunctionDerivatives.power(7, sin(time))),
        newton = der(root(2 + sin(time)));
    Real defaults = der(with_default(sin(time))), records = der(through_record(sin(time)));
    Real largest = der(FunctionDerivatives.largest({sin(time), cos(time)})),
        bent = der(FunctionDerivatives.bent(sin(time)));
  equation
    product = der(FunctionDerivatives.product([1, 2; 3, 4], {sin(time), sin(time)^2}));
  end Made;

  function cube
    input Real x;
    output Real y;
    external "C" y = saltus_cube(x) annotation(Include = "static double saltus_cube(double x) { return x*x*x; }");
    annotation(derivative = cube_1);
  end cube;
  function cube_1
    input Real x, x_1;
    output Real y_1;
    external "C" y_1 = saltus_cube_1(x, x_1)
      annotation(Include = "static double saltus_cube_1(double x, double d) { return 3*x*x*d; }",
          derivative(order = 2) = cube_2);
  end cube_1;
  function cube_2
    input Real x, x_1, x_2;
    output Real y_2;
  algorithm
    y_2 := 6*x*x_1^2 + 3*x^2*x_2;
  end cube_2;
  function scale "two derivatives: one for a constant factor, one for any"
    input Real k, x;
    output Real y;
    external "C" y = saltus_scale(k, x) annotation(Include =
        "static double saltus_scale(double k, double x) { return k*x; }");
    annotation(derivative(zeroDerivative = k) = scale_constant, derivative = scale_any);
  end scale;
  function scale_constant
    input Real k, x, dx;
    output Real dy;
  algorithm
    dy := k*dx;
  end scale_constant;
  function scale_any
    input Real k, x, dk, dx;
    output Real dy;
  algorithm
    dy := dk*x + k*dx;
  end scale_any;
  function sine "s is sin(x), given by the caller, who has it already"
    input Real x, s;
    input Integer n = 1;
    output Real y;
  algorithm
    y := 0;
    for i in 1:n loop
      y := y + s;
    end for;
    annotation(derivative(noDerivative = s) = sine_1);
  end sine;
  function sine_1
    input Real x, s;
    input Integer n = 1;
    input Real dx;
    output Real dy;
  algorithm
    dy := n*cos(x)*dx;
  end sine_1;
  function double = scale(k = 2);
  function also_cube
    extends cube;
  end also_cube;
  record Pair
    Real a, b;
    Boolean flag;
  end Pair;
  function cubes "of a record, with an array as a result"
    input Pair p;
    output Real y[2];
  algorithm
    y := {cube(p.a), cube(p.b)};
    y := if p.flag then 2*y else y;
    annotation(derivative = cubes_1);
  end cubes;
  function cubes_1
    input Pair p, dp;
    output Real dy[2];
  algorithm
    dy := {3*p.a^2*dp.a, 3*p.b^2*dp.b};
    dy := if p.flag then 2*dy else dy;
  end cubes_1;
  function twice "is differentiated, and calls what has an annotation"
    input Real x;
    output Real y = 0;
  algorithm
    for i in 1:2 loop
      y := y + cube(x);
    end for;
  end twice;
  model Given
    Real cube = der(FunctionDerivatives.cube(sin(time)));
    Real second = der(cube_1(sin(time), cos(time)));
    Real third = der(square_1_of(sin(time)));
    Real scaled = der(scale(5, sin(time))), both = der(scale(5*sin(time), cos(time)));
    Real redundant = der(sine(sin(time), sin(sin(time)))), short = der(double(x = sin(time)));
    Real inherited = der(also_cube(sin(time))), inside = der(twice(sin(time)));
    Real lengths[2];
  equation
    lengths = der(cubes(Pair(sin(time), cos(time), true)));
  end Given;
  function square_1_of "21 x^2, by a derivative whose own derivative is not that by time"
    input Real x;
    output Real y;
  algorithm
    y := 0;
    for i in 1:7 loop
      y := y + square_1(x, 3*x);
    end for;
  end square_1_of;
  function square_1
    input Real x, dx;
    output Real y;
  algorithm
    y := 0;
    for i in 1:1 loop
      y := x*dx;
    end for;
    annotation(derivative(order = 2) = square_2);
  end square_1;
  function square_2
    input Real x, dx, ddx;
    output Real y;
  algorithm
    assert(false, "this is for derivatives by time only");
    y := dx^2 + x*ddx;
  end square_2;
end FunctionDerivatives;
