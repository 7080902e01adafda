// Two constructors of an operator record fit.
//! error M0537 21:9
operator record C
  Real re, im;
  encapsulated operator 'constructor'
    import C;
    function one
      input Real a;
      output C c(re = a, im = 0);
    algorithm
    end one;
    function two
      input Real a;
      output C c(re = 0, im = a);
    algorithm
    end two;
  end 'constructor';
end C;

model M
  C c = C(1.0);
end M;
