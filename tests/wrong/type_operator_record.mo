// An operator record without the operator that is used.
//! error M0304 20:17
operator record Complex
  Real re;
  Real im;
  operator '+'
    function add
      input Complex a;
      input Complex b;
      output Complex c;
    algorithm
      c.re := a.re + b.re;
      c.im := a.im + b.im;
    end add;
  end '+';
end Complex;

model M
  Complex a = Complex(1, 2);
  Complex b = a - a;
end M;
