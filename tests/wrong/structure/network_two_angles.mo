// A shaft whose angle is prescribed at both ends.
//! env MODELICAPATH=library
//! error S0116 6:32
//! says 'left' and 'right' prescribe the same potential ('left.b.phi')
model M
  Parts.Angle left(phi = 0.1), right(phi = 0.2);
  Parts.Spring spring;
equation
  connect(left.b, spring.a);
  connect(left.b, right.b);
end M;
