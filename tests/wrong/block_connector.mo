// A public connector of a block has a variable without a direction.
//! error M0248 6:7
model W
  connector C Real v; flow Real i; end C;
  block B
    C c;
  equation
    c.i = 0;
  end B;
  B b;
end W;
