// A C function that Saltus has itself is declared with too few arguments.
//! error M0595 7:1
//! says takes 1 argument, but 0 are given
function length
  input String s;
  output Integer y;
external "C" y = ModelicaStrings_length() annotation(Library = "ModelicaExternalC");
end length;

model M
  parameter Integer n = length("abc");
end M;
