// A block on a belt with dry friction: it sticks, slips forward, slips backward.
//
// The force grows and shrinks. While it is below the force of adhesion, the block does not move at all: the speed is
// exactly zero, not merely small. `mode` tells which of the three modes holds.
model Friction "Stick and slip"
  parameter Real m(unit = "kg") = 1;
  parameter Real slip(unit = "N") = 4 "friction while it slips";
  parameter Real stick(unit = "N") = 5 "adhesion";
  Real force(unit = "N") = 8*sin(2*time);
  Real v(start = 0, fixed = true, unit = "m/s");
  Real x(start = 0, fixed = true, unit = "m");
  Integer mode(start = 0, fixed = true) "-1 backward, 0 stuck, 1 forward";
  Real friction(unit = "N");
equation
  der(x) = v;
  m*der(v) = if mode == 0 then 0 else force - friction;
  friction = if mode == 0 then force else mode*slip;
  when force > stick and pre(mode) == 0 then
    mode = 1;
  elsewhen force < -stick and pre(mode) == 0 then
    mode = -1;
  elsewhen {v < 0 and pre(mode) == 1, v > 0 and pre(mode) == -1} then
    mode = 0;
    reinit(v, 0);
  end when;
  annotation(experiment(StopTime = 10));
end Friction;
