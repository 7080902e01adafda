// What an equation is divided by passes zero together with the other side: the quotient is cos(time), and cannot be
// computed at 0.5 (E82). The same in a loop, whose determinant is time - 0.7123 and whose solution is y = z = 1 (E129).
//! run
//! good
//! options --stop 1
//! warning R0294 13:3
//! says passes through zero at time 0.5, together with what it divides: sin(time - 0.5) = 0
//! warning R0294 14:3
//! says the linear loop of 'y', 'z' has no single solution at time 0.7123
model Cancelled
  Real x, y, z;
equation
  sin(time - 0.5)*x = (sin(2*time - 0.5) - sin(0.5))/2;
  time*y + z = 1 + time;
  0.7123*y + z = 1.7123;
end Cancelled;
