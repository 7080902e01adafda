within Modelica;
package Utilities "Texts, files and messages"
  extends Modelica.Icons.Package;
end Utilities;
