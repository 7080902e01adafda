// A comment of Matlab.
//! error M0104 7:13
//! says //
model M
  Real x;
equation
  x = time; % the time
end M;
