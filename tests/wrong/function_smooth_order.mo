// smoothOrder that promises nothing: no number, less than 0, an input that does not exist, an argument that does not
// exist.
//! good
//! warning M0626 17:30
//! says smoothOrder = n
//! warning M0626 23:61
//! warning M0626 29:78
//! says normallyConstant = x
//! warning M0626 35:59
//! says no such argument
model SmoothOrder
  function f1
    input Real u;
    output Real y;
  algorithm
    y := if u > 0 then u^2 else 0;
    annotation(smoothOrder = true);
  end f1;
  function f2
    input Real u;
    output Real y;
  algorithm
    y := if u > 0 then u^2 else 0; annotation(smoothOrder = -1);
  end f2;
  function f3
    input Real u;
    output Real y;
  algorithm
    y := if u > 0 then u^2 else 0; annotation(smoothOrder(normallyConstant = v) = 1);
  end f3;
  function f4
    input Real u;
    output Real y;
  algorithm
    y := if u > 0 then u^2 else 0; annotation(smoothOrder(normallyConstants = u) = 1);
  end f4;
  function f5
    input Real u, v;
    output Real y;
  algorithm
    y := if u > 0 then u^2 else v; annotation(smoothOrder(normallyConstant = v) = 1);
  end f5;
  Real x = f1(time) + f2(time) + f3(time) + f4(time) + f5(time, 2);
end SmoothOrder;
