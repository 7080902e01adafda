// A Clock is no parameter.
//! error M0597 5:19
//! says 'parameter'
model M
  parameter Clock c = Clock(0.1);
  Real a = sample(time, c);
end M;
