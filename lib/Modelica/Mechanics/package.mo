within Modelica;
package Mechanics "Mechanics of one dimension"
  extends Modelica.Icons.Package;
end Mechanics;
