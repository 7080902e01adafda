within Modelica.Utilities;
package Types "Enumerations"
  extends Modelica.Icons.TypesPackage;
  type Compare = enumeration(Less, Equal, Greater) "Results of comparisons";
  type FileType = enumeration(NoFile, RegularFile, Directory, SpecialFile) "What a name stands for";
end Types;
