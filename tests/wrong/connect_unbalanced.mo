// A component that has a connector and no equation.
//! error S0113 9:7
//! says the component 'part' (class 'Part') has 0 equations for 1 unknown
connector Pin
  Real v;
  flow Real i;
end Pin;

model Part
  Pin p;
end Part;

model M
  Part part;
end M;
