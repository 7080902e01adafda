// x = 1/(1 - time) has its pole at the stop time. What a solver has there is the error of its steps. (E300)
//! good
//! warning R0770 6:8
//! says 'x' grows beyond all bounds near the stop time 1
model Pole
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
  annotation(experiment(StopTime = 1));
end Pole;
