// A backslash that begins no escape sequence is kept, with a warning.
//! good
//! warning M0107 5:20
model M
  Real x "a path C:\data";
equation
  x = 1;
end M;
