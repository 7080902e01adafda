// What an open port reads does not fit the type of the port.
//! error M0957 5:47
//! error M0957 6:53
//! error M0957 7:52
connector In = input Real annotation(__Saltus(unconnected = "nothing"));
connector Count = input Integer annotation(__Saltus(unconnected = 0.5));
connector Flag = input Boolean annotation(__Saltus(unconnected = 0));
block B
  In u;
  Count n;
  Flag f;
  output Real y = if f then u + n else 0;
end B;
model M
  B b;
end M;
