within Modelica.Utilities;
package Strings "Functions of texts"
  extends Modelica.Icons.FunctionsPackage;

  pure function length "The number of characters"
    extends Modelica.Icons.Function;
    input String string;
    output Integer result;
    external "C" result = ModelicaStrings_length(string);
  end length;

  pure function substring "The characters from one place to another"
    extends Modelica.Icons.Function;
    input String string;
    input Integer startIndex(min = 1);
    input Integer endIndex(min = startIndex) = startIndex;
    output String result;
    external "C" result = ModelicaStrings_substring(string, startIndex, endIndex);
  end substring;

  pure function compare "Which of two texts comes first"
    extends Modelica.Icons.Function;
    input String string1;
    input String string2;
    input Boolean caseSensitive = true;
    output Modelica.Utilities.Types.Compare result;
    external "C" result = ModelicaStrings_compare(string1, string2, caseSensitive);
  end compare;

  function isEqual "Whether two texts are the same"
    extends Modelica.Icons.Function;
    input String string1;
    input String string2;
    input Boolean caseSensitive = true;
    output Boolean identical;
  algorithm
    identical := length(string1) == length(string2) and
      compare(string1, string2, caseSensitive) == Modelica.Utilities.Types.Compare.Equal;
  end isEqual;

  function isEmpty "Whether a text has no characters but white space"
    extends Modelica.Icons.Function;
    input String string;
    output Boolean result = true;
  algorithm
    for i in 1:length(string) loop
      result := result and (substring(string, i, i) == " " or substring(string, i, i) == "\t" or
        substring(string, i, i) == "\n");
    end for;
  end isEmpty;

  function repeat "A text, n times"
    extends Modelica.Icons.Function;
    input Integer n(min = 0) = 1;
    input String string = " ";
    output String repeatedString = "";
  algorithm
    for i in 1:n loop
      repeatedString := repeatedString + string;
    end for;
  end repeat;
end Strings;
