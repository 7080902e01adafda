within Modelica;
package Electrical "Electrical components"
  extends Modelica.Icons.Package;
end Electrical;
