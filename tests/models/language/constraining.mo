// What is written after constrainedby is applied in the declaration and in every redeclaration, and is overridden by
// what they say themselves and by what is further out (3.6, 7.3.2). The values follow from reading the precedence off
// the text.
//! class Constraining.Use
//! run --stop 1
//! final plain.b.x = 2
//! final own.b.x = 3
//! final class_own.b.x = 3
//! final class_plain.b.x = 2
//! final given.b.x = 4
//! final redeclared.b.x = 2
//! final redeclared.b.z = 7
//! final renewed.b.x = 20
//! final renewed.b.z = 30
//! final mixed.b.x = 70
//! final mixed.b.y = 80
//! final kept.n.R = 100
//! final kept.n.T0 = 300
//! final last.n.R = 200
//! check "last.n.T0" not in final
package Constraining
  model A
    Real x = 1;
  end A;
  model B
    Real x = 10;
    Real y = 11;
    Real z = 7;
  end B;
  model Plain
    replaceable B b constrainedby A(x = 2);
  end Plain;
  model Own
    replaceable B b(x = 3) constrainedby A(x = 2);
  end Own;
  model ClassOwn
    replaceable model M = B(x = 3) constrainedby A(x = 2);
    M b;
  end ClassOwn;
  model ClassPlain
    replaceable model M = B constrainedby A(x = 2);
    M b;
  end ClassPlain;
  model Renewed
    extends Plain(redeclare replaceable B b constrainedby B(x = 20, z = 30));
  end Renewed;
  model Mixed
    extends Plain(b(x = 70));
  end Mixed;
  model Resistor
    parameter Real R = 1;
  end Resistor;
  model Thermo
    parameter Real R = 2;
    parameter Real T0 = 1;
  end Thermo;
  model Circuit
    replaceable model N = Resistor(R = 100);
    N n;
  end Circuit;
  model Circuit2
    extends Circuit(redeclare replaceable model N = Thermo(T0 = 300));
  end Circuit2;
  model Circuit3
    extends Circuit2(redeclare replaceable model N = Resistor(R = 200));
  end Circuit3;
  model Use
    Plain plain;
    Own own;
    ClassOwn class_own;
    ClassPlain class_plain;
    Plain given(b(x = 4));
    Plain redeclared(redeclare B b);
    Renewed renewed(redeclare B b);
    Mixed mixed(redeclare B b(y = 80));
    Circuit2 kept;
    Circuit3 last;
  end Use;
end Constraining;
