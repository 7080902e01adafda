// What an open port reads is no number, or does not fit the type of the port.
//! error M0957 4:47
//! error M0957 5:53
connector In = input Real annotation(__Saltus(unconnected = "nothing"));
connector Count = input Integer annotation(__Saltus(unconnected = 0.5));
block B
  In u;
  Count n;
  output Real y = u + n;
end B;
model M
  B b;
end M;
