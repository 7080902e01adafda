// String with a format, as in C: ".2f", "8.3e", "d" with a width and signs.
//! run --stop 1
//! final a = "3.14"
//! final b = "%9.3e" % 31415.9265
//! final c = "%5d|%-5d|%05d" % (42, 42, 42)
model StringsFormat
  String a = String(3.14159265, format = ".2f");
  String b = String(31415.9265, format = "9.3e");
  String c = String(42, format = "5d") + "|" + String(42, format = "-5d") + "|" + String(42, format = "05d");
end StringsFormat;
