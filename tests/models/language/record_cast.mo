// A component of a model, block or connector as a record: R(m) takes the public components of m by their names (3.6,
// 12.6.1). The values are those that the components have.
//! class RecordCast.Test
//! run --stop 1
//! final rec1.r1 = 3
//! final rec1.i2 = 4
//! final rec1.sub1.b1 = 1
//! final rec1.sub1.flange.phi = 0.5
//! final rec1.own = 6
//! final rec2[1].r1 = 10
//! final rec2[2].r1 = 11
//! final rec2[2].sub1.flange.phi = -0.5
//! final rec2[2].own = 22
//! final power = 1.5
//! final f.phi = 0.5
//! final v[2] = 2
//! final z.re = 2
package RecordCast
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  model Model1
    Real m1 = 2;
    Boolean b1 = time >= 0;
    Flange flange;
    parameter Real angle = 0.5;
  equation
    flange.phi = angle;
  end Model1;
  model Model2
    parameter Real r1 = 3;
    Real r2 = 2*r1;
    Integer i2 = 4;
    Model1 sub1;
    Real vector[3] = {1, 2, 3};
  protected
    Integer i1 = 7;
  end Model2;
  record MyFlange
    Real phi;
  end MyFlange;
  record MyRecord1
    Boolean b1;
    MyFlange flange;
  end MyRecord1;
  record MyRecord2
    Real r1;
    Integer i2;
    MyRecord1 sub1;
    Real own = 2*r1 "With a default";
  end MyRecord2;
  record Vector
    Real vector[3];
  end Vector;
  operator record Z "A record of an operator can be made so, too"
    Real re;
    Real im = 0;
    encapsulated operator '-'
      import RecordCast.Z;
      function negate
        input Z a;
        output Z b = Z(-a.re, -a.im);
      algorithm
      end negate;
    end '-';
  end Z;
  model Number
    Real re = 2;
  end Number;
  function product_of "A function of what it needs of a model"
    input MyRecord2 r;
    output Real y = r.r1*r.sub1.flange.phi;
  algorithm
  end product_of;
  model Test
    Model2 s1;
    Model2 s2[2](r1 = {10, 11}, sub1.angle = {0.5, -0.5});
    MyRecord2 rec1 = MyRecord2(s1);
    MyRecord2 rec2[2] = MyRecord2(s2);
    Real power = product_of(MyRecord2(s1));
    MyFlange f = MyFlange(s1.sub1.flange) "Of a connector in a component";
    Real v[3] = vector.vector;
    Vector vector = Vector(s1);
    Number number;
    Z z = Z(number);
  end Test;
end RecordCast;
