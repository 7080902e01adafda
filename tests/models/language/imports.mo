// Imports in all forms: qualified, renamed, of several names, unqualified; and names that shadow others.
//! class Imports.Use
//! run --stop 1
//! final a = 6
//! final b = 6
//! final c = 1 + 4
//! final d = 8
//! final e = 2*3.141592653589793
//! final f = 100
package Imports
  package Lib
    constant Real three = 3;
    package Inner
      constant Real four = 4;
      constant Real one = 1;
      function twice
        input Real x;
        output Real y = 2*x;
      algorithm
      end twice;
    end Inner;
    package Numbers
      constant Real pi = 3.141592653589793;
      constant Real shadow = -1;
    end Numbers;
  end Lib;
  model Use
    import Imports.Lib;
    import I = Imports.Lib.Inner;
    import Imports.Lib.Inner.{four, one};
    import Imports.Lib.Inner.twice;
    import Imports.Lib.Numbers.*;
    constant Real shadow = 100;
    Real a = 2*Lib.three;
    Real b = I.twice(3);
    Real c = one + four;
    Real d = twice(four);
    Real e = 2*pi;
    Real f = shadow;
  end Use;
end Imports;
