// Two springs in a ring: nothing holds them.
//! env MODELICAPATH=library
//! error S0115 9:3
//! says nothing fixes the level of the potentials 'a.a.phi', 'a.b.phi': the network of 'a' and 'b' has no reference
model M
  Parts.Spring a(c = 2), b(c = 3);
equation
  connect(a.a, b.b);
  connect(a.b, b.a);
end M;
