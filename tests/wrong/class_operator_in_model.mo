// Operators are for operator records.
//! error M0241 6:25
//! says operator records
model M
  Real x = 1;
  encapsulated operator '+'
    function add input Real x; output Real y; algorithm y := x; end add;
  end '+';
end M;
