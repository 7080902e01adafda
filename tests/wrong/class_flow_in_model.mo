// A flow variable is declared in a model.
//! error M0246 5:13
//! says connectors only
model M
  flow Real f;
equation
  f = 1;
end M;
