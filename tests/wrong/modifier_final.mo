// A final parameter is modified.
//! error M0214 9:10
model Tank
  final parameter Real area = 1;
  Real level = area;
end Tank;

model M
  Tank t(area = 2);
end M;
