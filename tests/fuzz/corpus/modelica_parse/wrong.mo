modle M "a model"
  paramter Real k = 1;
  parameter Real a = 3,14;
  parameter x = 1;
  Real y
  Real z;
  Real input;
  Real w(start = 1;
  Real v[3] = {1 2 3};
  Real q(3);
equations
  x' = -y;
  y := 2;
  z == 3;
  a = b = c;
  a = b c;
  a != b;
  if x = 1 then
    y = 2;
  elsif y > 2 && z < 1 then
    y = x ** 2;
  else
    y = 3 !;
  endif;
  for i = 1:10 loop
    x[i] = 2x;
  end for
  when x > 1
    y = 3;
  end when;
  Real p;
  x = (a + b;
  x = a + b);
  x = (a + b];
  x = 0x10 + 1.e + .5;
  x = a * -b;
  x = a^b^c;
  x = a < b < c;
  x = if a then b;
  x = if a b else c;
  % matlab comment
  x = a % b;
  connect(a);
  x
  y = 3;
  while x loop
    y = 1;
  end while;
algorithm
  x = 3;
  y == 4;
  (a, b) = f(x);
  f(x);
  3 := x;
  if x then
    y := 1;
  end for;
end N;
foo bar;
model Q
end Q;
