// A literal of an enumeration is a scalar. The subscript was not looked at.
//! error M0306 7:12
model LiteralSubscript
  type Side = enumeration(left, right);
  Side s;
equation
  s = Side.left[1];
end LiteralSubscript;
