// Strings: concatenation, conversion of every type, with width, significant digits and justification; comparison.
//! run --stop 1
//! final a = "x = 1.5"
//! final b = "n = 42"
//! final c = "true false"
//! final d = "   42"
//! final e = "42   |"
//! final f = "3.142"
//! final g = True
//! final h = True
//! final j = "blue"
//! final k = "tab\tquote\"end"
model Strings
  type Colour = enumeration(red, blue);
  parameter Integer n = 42;
  parameter Real x = 1.5;
  parameter Colour col = Colour.blue;
  String a = "x = " + String(x), b = "n = " + String(n), c = String(true) + " " + String(false);
  String d = String(n, minimumLength = 5, leftJustified = false),
      e = String(n, minimumLength = 5, leftJustified = true) + "|";
  String f = String(3.14159265, significantDigits = 4);
  Boolean g = "abc" < "abd", h = a == "x = 1.5";
  String j = String(col);
  String k = "tab\tquote\"end";
end Strings;
