// A variable of a class is used without a component.
//! error M0324 11:12
package P
  constant Real g = 9.81;
  model Tank
    Real level = 1;
  end Tank;
end P;

model M
  Real x = P.Tank.level;
end M;
