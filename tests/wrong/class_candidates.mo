// There is only a package without models in the file.
//! error M0490 1:1
//! run
package P
  constant Real g = 9.81;
end P;
