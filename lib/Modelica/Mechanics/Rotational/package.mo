within Modelica.Mechanics;
package Rotational "Bodies that turn about one axis"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;
end Rotational;
