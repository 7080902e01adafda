// `each` where nothing is an array (3.6, 7.2.5); it is right for types with sizes, inside of arrays, and for a part
// that is one.
//! good
//! warning M0640 17:10
//! says 'x' is not an array
//! warning M0640 18:10
//! says 'c' is not an array
model EachScalar
  type Vector = Real[3];
  model Part
    parameter Real k = 1;
    Real y = k*time;
  end Part;
  model Parts
    Part c[2], d;
  end Parts;
  Real x(each start = 1, fixed = true);
  Part c(each k = 2);
  Vector v(each start = 1, each fixed = true);
  Real[2] w(each min = 0) = {time, time};
  Parts p(each c.k = 2), q(c(each k = 3)), r[2](each c(each k = 4), each d(each k = 3));
equation
  der(x) = -x;
  der(v) = -v;
end EachScalar;
