// A function is differentiated so often that its derivatives grow without bounds.
//! class P.M
//! error M0586 13:20
//! says would be too large
package P
  function g
    input Real x;
    output Real z;
  algorithm
    z := x^2*exp(x)*cos(x) + sin(x);
  end g;
  function h = der(g, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x);
  model M Real a = h(time); end M;
end P;
