// A constructor of an operator record has one output.
//! error M0538 7:16
model W
  operator record C
    Real re, im;
    operator 'constructor'
      function make
        input Real a;
        output C c;
        output Real more;
      algorithm
        c.re := a; c.im := 0; more := 1;
      end make;
    end 'constructor';
  end C;
  C c = C(1.0);
end W;
