// time is predefined. The model had another one, and nothing said so.
//! error M0240 4:8
model TimeDeclared
  Real time = 1;
end TimeDeclared;
