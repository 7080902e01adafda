// A setting that the experiment does not have.
//! good
//! warning M0493 7:25
//! says did you mean 'StopTime'?
model M
  Real x = time;
  annotation(experiment(StopTme = 5));
end M;
