within Modelica.Utilities;
package Files "Names of files"
  extends Modelica.Icons.FunctionsPackage;

  impure function loadResource "The name of a file that a model names by a URI or by its place"
    extends Modelica.Icons.Function;
    input String uri;
    output String fileReference;
  algorithm
    fileReference := Modelica.Utilities.Files.fullPathName(uri);
  end loadResource;

  impure function fullPathName "The whole name of a file"
    extends Modelica.Icons.Function;
    input String name;
    output String fullName;
    external "C" fullName = ModelicaInternal_fullPathName(name);
  end fullPathName;
end Files;
