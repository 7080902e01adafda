// A C function that Saltus has itself is declared with another result.
//! error M0595 7:1
//! says gives an Integer
function length
  input String s;
  output String y;
external "C" y = ModelicaStrings_length(s) annotation(Library = "ModelicaExternalC");
end length;

model M
  parameter String s = length("abc");
end M;
