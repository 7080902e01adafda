// A modifier of another type.
//! error M0309 10:17
//! says String
model Tank
  parameter Real area = 1;
  Real level = area;
end Tank;

model M
  Tank t(area = "large");
end M;
