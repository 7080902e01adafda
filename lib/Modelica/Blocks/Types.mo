within Modelica.Blocks;
package Types "Enumerations, and tables of external functions"
  extends Modelica.Icons.TypesPackage;

  type Smoothness = enumeration(
    LinearSegments "straight lines between the points",
    ContinuousDerivative "Akima's splines",
    ConstantSegments "the value of the last point",
    MonotoneContinuousDerivative1 "splines of Fritsch and Butland, which keep monotony",
    MonotoneContinuousDerivative2 "splines of Steffen, which keep monotony",
    ModifiedContinuousDerivative "modified splines of Akima") "How a table is read between its points";

  type Extrapolation = enumeration(
    HoldLastPoint "the first or last value",
    LastTwoPoints "a line through the first or last two points",
    Periodic "the table again",
    NoExtrapolation "an error") "How a table is read beyond its ends";

  type TimeEvents = enumeration(
    Always "at each point",
    AtDiscontinuities "where the table jumps",
    NoTimeEvents "nowhere") "Where a table of time makes events";

  type Init = enumeration(
    NoInit "start values are guesses",
    SteadyState "derivatives are zero",
    InitialState "states have their start values",
    InitialOutput "the output has its start value") "What holds at the start";

  type SimpleController = enumeration(
    P "proportional",
    PI "proportional and integral",
    PD "proportional and derivative",
    PID "proportional, integral and derivative") "Kinds of controllers";

  type AnalogFilter = enumeration(
    CriticalDamping "all poles at one place",
    Bessel "constant delay",
    Butterworth "flat gain",
    ChebyshevI "steep, with ripples") "Kinds of filters";

  type FilterType = enumeration(LowPass, HighPass, BandPass, BandStop) "What a filter lets through";

  type Regularization = enumeration(Exp, Sine, Linear, Cosine) "How a step is made smooth";

  type LimiterHomotopy = enumeration(
    NoHomotopy "the limits hold from the beginning",
    Linear "no limits at first",
    UpperLimit "at the upper limit at first",
    LowerLimit "at the lower limit at first") "What a limiter is at the beginning of a homotopy";

  type VariableLimiterHomotopy = enumeration(
    NoHomotopy "the limits hold from the beginning",
    Linear "no limits at first",
    Fixed "a given value at first") "What a variable limiter is at the beginning of a homotopy";

  class ExternalCombiTimeTable "A table over time"
    extends ExternalObject;

    function constructor "Reads the table"
      extends Modelica.Icons.Function;
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Real startTime;
      input Integer columns[:];
      input Modelica.Blocks.Types.Smoothness smoothness;
      input Modelica.Blocks.Types.Extrapolation extrapolation;
      input Real shiftTime = 0.0;
      input Modelica.Blocks.Types.TimeEvents timeEvents = Modelica.Blocks.Types.TimeEvents.Always;
      input Boolean verboseRead = true;
      input String delimiter = ",";
      input Integer nHeaderLines = 0;
      output ExternalCombiTimeTable externalCombiTimeTable;
      external "C" externalCombiTimeTable = ModelicaStandardTables_CombiTimeTable_init3(fileName, tableName, table,
        size(table, 1), size(table, 2), startTime, columns, size(columns, 1), smoothness, extrapolation, shiftTime,
        timeEvents, verboseRead, delimiter, nHeaderLines);
    end constructor;

    function destructor "Ends the table"
      extends Modelica.Icons.Function;
      input ExternalCombiTimeTable externalCombiTimeTable;
      external "C" ModelicaStandardTables_CombiTimeTable_close(externalCombiTimeTable);
    end destructor;
  end ExternalCombiTimeTable;

  class ExternalCombiTable1D "A table of one variable"
    extends ExternalObject;

    function constructor "Reads the table"
      extends Modelica.Icons.Function;
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Integer columns[:];
      input Modelica.Blocks.Types.Smoothness smoothness;
      input Modelica.Blocks.Types.Extrapolation extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints;
      input Boolean verboseRead = true;
      input String delimiter = ",";
      input Integer nHeaderLines = 0;
      output ExternalCombiTable1D externalCombiTable1D;
      external "C" externalCombiTable1D = ModelicaStandardTables_CombiTable1D_init3(fileName, tableName, table,
        size(table, 1), size(table, 2), columns, size(columns, 1), smoothness, extrapolation, verboseRead, delimiter,
        nHeaderLines);
    end constructor;

    function destructor "Ends the table"
      extends Modelica.Icons.Function;
      input ExternalCombiTable1D externalCombiTable1D;
      external "C" ModelicaStandardTables_CombiTable1D_close(externalCombiTable1D);
    end destructor;
  end ExternalCombiTable1D;

  class ExternalCombiTable2D "A table of two variables"
    extends ExternalObject;

    function constructor "Reads the table"
      extends Modelica.Icons.Function;
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Modelica.Blocks.Types.Smoothness smoothness;
      input Modelica.Blocks.Types.Extrapolation extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints;
      input Boolean verboseRead = true;
      input String delimiter = ",";
      input Integer nHeaderLines = 0;
      output ExternalCombiTable2D externalCombiTable2D;
      external "C" externalCombiTable2D = ModelicaStandardTables_CombiTable2D_init3(fileName, tableName, table,
        size(table, 1), size(table, 2), smoothness, extrapolation, verboseRead, delimiter, nHeaderLines);
    end constructor;

    function destructor "Ends the table"
      extends Modelica.Icons.Function;
      input ExternalCombiTable2D externalCombiTable2D;
      external "C" ModelicaStandardTables_CombiTable2D_close(externalCombiTable2D);
    end destructor;
  end ExternalCombiTable2D;
end Types;
