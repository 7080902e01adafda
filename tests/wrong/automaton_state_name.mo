// The name of a state is written wrongly.
//! error M0960 14:3
//! says did you mean 'heating'?
model M
  model S
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
  end S;
  S cooling, heating;
equation
  initialState(cooling);
  transition(heating, cooling, heating.x > 1);
  transition(cooling, heatign, cooling.x > 1);
end M;
