// Two states that send each other back without a hysteresis.
//! error R0203 16:3
//! says on each side of the condition the model moves back
//! run
model M
  model S
    parameter Real k;
    outer Real v;
  equation
    der(v) = k;
  end S;
  S up(k = 1), down(k = -1);
  inner Real v(start = 0, fixed = true);
equation
  initialState(up);
  transition(up, down, v > 0.5);
  transition(down, up, v < 0.5);
end M;
