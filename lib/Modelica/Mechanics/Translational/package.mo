within Modelica.Mechanics;
package Translational "Bodies that move along one line"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;
end Translational;
