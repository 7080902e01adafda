// A component has no such variable.
//! error M0320 10:14
//! says did you mean 'level'?
model Tank
  Real level = 1;
end Tank;

model M
  Tank t;
  Real x = t.levl;
end M;
