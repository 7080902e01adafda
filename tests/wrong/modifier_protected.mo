// A protected parameter is modified from outside.
//! error M0207 10:10
model Tank
  Real level = area;
protected
  parameter Real area = 1;
end Tank;

model M
  Tank t(area = 2);
end M;
