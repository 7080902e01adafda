within Modelica.Utilities;
package Streams "Messages"
  extends Modelica.Icons.FunctionsPackage;

  impure function print "A line for the terminal, or for a file"
    extends Modelica.Icons.Function;
    input String string = "";
    input String fileName = "";
    external "C" ModelicaInternal_print(string, fileName);
  end print;

  pure function error "Ends the run with a message"
    extends Modelica.Icons.Function;
    input String string;
    external "C" ModelicaError(string);
  end error;
end Streams;
