// A block in C: settings that a block in C does not have, and values that they cannot have.
//! class M
//! error M0966 14:23
//! says did you mean 'residual'?
//! error M0966 10:36
//! says did you mean 'feedthrough'?
//! error M0966 12:30
//! says "up", "down" or "both"
block B
  input Real u annotation(__Saltus(feedtrough = false));
  output Real y;
  Real g annotation(__Saltus(crossing = "upwards"));
  external "C" b() annotation(Include = "void b(void *b, int call) {}");
  annotation(__Saltus(residuals = true));
end B;
model M
  B b(u = 1);
end M;
