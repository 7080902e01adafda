// A connector inside of a component of a component.
//! error M0432 20:13
connector Pin
  Real v;
  flow Real i;
end Pin;

model Part
  Pin p;
equation
  p.v = 1;
end Part;
model Box
  Part part;
end Box;

model M
  Box a, b;
equation
  connect(a.part.p, b.part.p);
end M;
