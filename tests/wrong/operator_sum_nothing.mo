// The sum of no records needs the operator '0'.
//! error M0541 14:12
//! says needs the operator '0'
operator record C
  Real re;
  encapsulated operator function '+'
    input .C a, b;
    output .C r(re = a.re + b.re);
  algorithm
  end '+';
end C;
model M
  parameter Integer n = 0;
  C sum1 = sum(fill(C(1), n));
end M;
