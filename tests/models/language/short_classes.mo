// Short classes: types with units and bounds, arrays as types, connectors of a number, extends by a short class,
// encapsulated classes.
//! class ShortClasses.Use
//! run --stop 1
//! final u = 20
//! final p.x = 3
//! final m[2,3] = 6
//! final v[3] = 9
//! final g = 5
//! final n = 3
package ShortClasses
  type Voltage = Real(unit = "V", min = -1e3, max = 1e3);
  type Vec3 = Real[3];
  type Mat = Real[2, 3];
  type Positive = Integer(min = 1);
  model Point
    parameter Real k = 1;
    Real x = k;
  end Point;
  model Far = Point(k = 3);
  encapsulated package Closed
    function five
      output Real y = 5;
    algorithm
    end five;
  end Closed;
  model Use
    Voltage u = 20*time;
    Far p;
    Vec3 v = {i^2 for i in 1:3};
    Mat m = {{i*j for j in 1:3} for i in 1:2};
    Real g = Closed.five();
    parameter Positive n = 3;
  end Use;
end ShortClasses;
