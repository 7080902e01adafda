// A C function that Saltus has itself is declared with a Real in place of an Integer.
//! error M0595 7:1
//! says argument 2
function part
  input String s;
  output String y;
external "C" y = ModelicaStrings_substring(s, 1.5, 2) annotation(Library = "ModelicaExternalC");
end part;

model M
  parameter String s = part("abc");
end M;
