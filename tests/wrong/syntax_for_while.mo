// A while loop has no end.
//! error M0122 10:1
//! says end while
model M
  Real x;
algorithm
  x := 1;
  while x < 3 loop
    x := x + 1;
end M;
