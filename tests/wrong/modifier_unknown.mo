// A modifier for something that the class does not have.
//! error M0211 10:10
//! says did you mean 'area'?
model Tank
  parameter Real area = 1;
  Real level = area;
end Tank;

model M
  Tank t(aera = 2);
end M;
