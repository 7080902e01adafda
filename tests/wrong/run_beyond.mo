// A sign is wrong: the room is heated the more the warmer it is. The run ends, and says that the temperature has left
// all bounds.
//! options --stop 30
//! good
//! warning R0330 9:8
//! says 1e20 times
model M
  parameter Real k = 2;
  Real T(start = 20, fixed = true);
equation
  der(T) = k*(T - 10);
end M;
