within Modelica.Blocks;
package Tables "Tables of one and two variables"
  extends Modelica.Icons.Package;
  import Modelica.Blocks.Interfaces;

  block CombiTable1Ds "A table of one input with several columns"
    extends Interfaces.SIMO(final nout = size(columns, 1));
    extends Internal.Table1D;
  equation
    for i in 1:nout loop
      y[i] = if smoothness == Modelica.Blocks.Types.Smoothness.ConstantSegments then
        Internal.getTable1DValueNoDer(tableID, i, u) elseif
        smoothness == Modelica.Blocks.Types.Smoothness.LinearSegments then
        Internal.getTable1DValueNoDer2(tableID, i, u) else Internal.getTable1DValue(tableID, i, u);
    end for;
    if extrapolation == Modelica.Blocks.Types.Extrapolation.NoExtrapolation then
      assert(noEvent(u >= u_min and u <= u_max), "The input is " + String(u) + ", the table goes from " +
        String(u_min) + " to " + String(u_max) + ", and extrapolation is not allowed.");
    end if;
  end CombiTable1Ds;

  block CombiTable1Dv "A table of one variable, with an input for each column"
    extends Interfaces.MIMOs(final n = size(columns, 1));
    extends Internal.Table1D;
  equation
    for i in 1:n loop
      y[i] = if smoothness == Modelica.Blocks.Types.Smoothness.ConstantSegments then
        Internal.getTable1DValueNoDer(tableID, i, u[i]) elseif
        smoothness == Modelica.Blocks.Types.Smoothness.LinearSegments then
        Internal.getTable1DValueNoDer2(tableID, i, u[i]) else Internal.getTable1DValue(tableID, i, u[i]);
    end for;
    if extrapolation == Modelica.Blocks.Types.Extrapolation.NoExtrapolation then
      for i in 1:n loop
        assert(noEvent(u[i] >= u_min and u[i] <= u_max), "The input is " + String(u[i]) + ", the table goes from " +
          String(u_min) + " to " + String(u_max) + ", and extrapolation is not allowed.");
      end for;
    end if;
  end CombiTable1Dv;

  block CombiTable2Ds "A table of two inputs"
    extends Interfaces.SI2SO;
    extends Internal.CombiTable2DBase;
  equation
    y = if smoothness == Modelica.Blocks.Types.Smoothness.ConstantSegments then
      Internal.getTable2DValueNoDer(tableID, u1, u2) elseif
      smoothness == Modelica.Blocks.Types.Smoothness.LinearSegments then
      Internal.getTable2DValueNoDer2(tableID, u1, u2) else Internal.getTable2DValue(tableID, u1, u2);
    if extrapolation == Modelica.Blocks.Types.Extrapolation.NoExtrapolation then
      assert(noEvent(u1 >= u_min[1] and u1 <= u_max[1]), "The first input is beyond the table: " + String(u1));
      assert(noEvent(u2 >= u_min[2] and u2 <= u_max[2]), "The second input is beyond the table: " + String(u2));
    end if;
  end CombiTable2Ds;

  block CombiTable2Dv "A table of two vectors of inputs"
    extends Interfaces.MI2MO;
    extends Internal.CombiTable2DBase;
  equation
    for i in 1:n loop
      y[i] = if smoothness == Modelica.Blocks.Types.Smoothness.ConstantSegments then
        Internal.getTable2DValueNoDer(tableID, u1[i], u2[i]) elseif
        smoothness == Modelica.Blocks.Types.Smoothness.LinearSegments then
        Internal.getTable2DValueNoDer2(tableID, u1[i], u2[i]) else Internal.getTable2DValue(tableID, u1[i], u2[i]);
    end for;
    if extrapolation == Modelica.Blocks.Types.Extrapolation.NoExtrapolation then
      for i in 1:n loop
        assert(noEvent(u1[i] >= u_min[1] and u1[i] <= u_max[1]),
          "A first input is beyond the table: " + String(u1[i]));
        assert(noEvent(u2[i] >= u_min[2] and u2[i] <= u_max[2]),
          "A second input is beyond the table: " + String(u2[i]));
      end for;
    end if;
  end CombiTable2Dv;

  package Internal "What the blocks of tables share"
    extends Modelica.Icons.InternalPackage;

    partial block TableBase "Where a table comes from, and how it is read"
      parameter Boolean tableOnFile = false "the table is in a file";
      parameter Real table[:, :] = fill(0.0, 0, 2) "the table, where it is in no file";
      parameter String tableName = "NoName" "name of the table in the file";
      parameter String fileName = "NoName";
      parameter String delimiter = "," "between the numbers of a CSV file";
      parameter Integer nHeaderLines = 0 "lines of a CSV file that are left out";
      parameter Boolean verboseRead = true "tell that a file is read";
      parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments;
      parameter Modelica.Blocks.Types.Extrapolation extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints;
      parameter Boolean verboseExtrapolation = false "warn where the table is read beyond its ends";
    end TableBase;

    partial block Table1D "A table of one variable"
      extends TableBase;
      parameter Integer columns[:] = 2:size(table, 2) "columns that are read";
      final parameter Real u_min = getTable1DAbscissaUmin(tableID);
      final parameter Real u_max = getTable1DAbscissaUmax(tableID);
    protected
      parameter Modelica.Blocks.Types.ExternalCombiTable1D tableID = Modelica.Blocks.Types.ExternalCombiTable1D(
        nameInFile(tableOnFile, tableName, fileName), if tableOnFile then fileName else "NoName", table, columns,
        smoothness, extrapolation, if tableOnFile then verboseRead else false, delimiter, nHeaderLines);
    end Table1D;

    partial block CombiTable2DBase "A table of two variables"
      extends TableBase;
      final parameter Real u_min[2] = getTable2DAbscissaUmin(tableID);
      final parameter Real u_max[2] = getTable2DAbscissaUmax(tableID);
    protected
      parameter Modelica.Blocks.Types.ExternalCombiTable2D tableID = Modelica.Blocks.Types.ExternalCombiTable2D(
        nameInFile(tableOnFile, tableName, fileName), if tableOnFile then fileName else "NoName", table, smoothness,
        extrapolation, if tableOnFile then verboseRead else false, delimiter, nHeaderLines);
    end CombiTable2DBase;

    function nameInFile "The name of the table; the numbers of a CSV file have the name Values"
      extends Modelica.Icons.Function;
      input Boolean tableOnFile;
      input String tableName;
      input String fileName;
      output String name;
    protected
      Integer length = Modelica.Utilities.Strings.length(fileName);
    algorithm
      if not tableOnFile then
        name := "NoName";
      elseif length > 4 and Modelica.Utilities.Strings.isEqual(
          Modelica.Utilities.Strings.substring(fileName, max(length - 3, 1), length), ".csv", false) then
        name := "Values";
      else
        name := tableName;
      end if;
    end nameInFile;

    pure function getTimeTableValue "The value at a time"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTimeTable tableID;
      input Integer icol;
      input Real timeIn;
      input Real nextTimeEvent;
      input Real pre_nextTimeEvent;
      output Real y;
      external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(tableID, icol, timeIn, nextTimeEvent,
        pre_nextTimeEvent);
      annotation(derivative(noDerivative = nextTimeEvent, noDerivative = pre_nextTimeEvent) = getDerTimeTableValue);
    end getTimeTableValue;

    pure function getTimeTableValueNoDer "The value at a time, without a derivative"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTimeTable tableID;
      input Integer icol;
      input Real timeIn;
      input Real nextTimeEvent;
      input Real pre_nextTimeEvent;
      output Real y;
      external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(tableID, icol, timeIn, nextTimeEvent,
        pre_nextTimeEvent);
    end getTimeTableValueNoDer;

    pure function getTimeTableValueNoDer2 "The value at a time, with one derivative"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTimeTable tableID;
      input Integer icol;
      input Real timeIn;
      input Real nextTimeEvent;
      input Real pre_nextTimeEvent;
      output Real y;
      external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(tableID, icol, timeIn, nextTimeEvent,
        pre_nextTimeEvent);
      annotation(derivative(noDerivative = nextTimeEvent,
        noDerivative = pre_nextTimeEvent) = getDerTimeTableValueNoDer);
    end getTimeTableValueNoDer2;

    pure function getDerTimeTableValue "The slope at a time"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTimeTable tableID;
      input Integer icol;
      input Real timeIn;
      input Real nextTimeEvent;
      input Real pre_nextTimeEvent;
      input Real der_timeIn;
      output Real der_y;
      external "C" der_y = ModelicaStandardTables_CombiTimeTable_getDerValue(tableID, icol, timeIn, nextTimeEvent,
        pre_nextTimeEvent, der_timeIn);
      annotation(derivative(order = 2, noDerivative = nextTimeEvent,
        noDerivative = pre_nextTimeEvent) = getDer2TimeTableValue);
    end getDerTimeTableValue;

    pure function getDerTimeTableValueNoDer "The slope at a time, without a derivative"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTimeTable tableID;
      input Integer icol;
      input Real timeIn;
      input Real nextTimeEvent;
      input Real pre_nextTimeEvent;
      input Real der_timeIn;
      output Real der_y;
      external "C" der_y = ModelicaStandardTables_CombiTimeTable_getDerValue(tableID, icol, timeIn, nextTimeEvent,
        pre_nextTimeEvent, der_timeIn);
    end getDerTimeTableValueNoDer;

    pure function getDer2TimeTableValue "The second derivative at a time"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTimeTable tableID;
      input Integer icol;
      input Real timeIn;
      input Real nextTimeEvent;
      input Real pre_nextTimeEvent;
      input Real der_timeIn;
      input Real der2_timeIn;
      output Real der2_y;
      external "C" der2_y = ModelicaStandardTables_CombiTimeTable_getDer2Value(tableID, icol, timeIn, nextTimeEvent,
        pre_nextTimeEvent,
        der_timeIn, der2_timeIn);
    end getDer2TimeTableValue;

    pure function getTimeTableTmin "The first time"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTimeTable tableID;
      output Real timeMin;
      external "C" timeMin = ModelicaStandardTables_CombiTimeTable_minimumTime(tableID);
    end getTimeTableTmin;

    pure function getTimeTableTmax "The last time"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTimeTable tableID;
      output Real timeMax;
      external "C" timeMax = ModelicaStandardTables_CombiTimeTable_maximumTime(tableID);
    end getTimeTableTmax;

    pure function getNextTimeEvent "The next time at which the table makes an event"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTimeTable tableID;
      input Real timeIn;
      output Real nextTimeEvent;
      external "C" nextTimeEvent = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(tableID, timeIn);
    end getNextTimeEvent;

    pure function getTable1DValue "The value of a column"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable1D tableID;
      input Integer icol;
      input Real u;
      output Real y;
      external "C" y = ModelicaStandardTables_CombiTable1D_getValue(tableID, icol, u);
      annotation(derivative = getDerTable1DValue);
    end getTable1DValue;

    pure function getTable1DValueNoDer "The value of a column, without a derivative"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable1D tableID;
      input Integer icol;
      input Real u;
      output Real y;
      external "C" y = ModelicaStandardTables_CombiTable1D_getValue(tableID, icol, u);
    end getTable1DValueNoDer;

    pure function getTable1DValueNoDer2 "The value of a column, with one derivative"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable1D tableID;
      input Integer icol;
      input Real u;
      output Real y;
      external "C" y = ModelicaStandardTables_CombiTable1D_getValue(tableID, icol, u);
      annotation(derivative = getDerTable1DValueNoDer);
    end getTable1DValueNoDer2;

    pure function getDerTable1DValue "The slope of a column"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable1D tableID;
      input Integer icol;
      input Real u;
      input Real der_u;
      output Real der_y;
      external "C" der_y = ModelicaStandardTables_CombiTable1D_getDerValue(tableID, icol, u, der_u);
      annotation(derivative(order = 2) = getDer2Table1DValue);
    end getDerTable1DValue;

    pure function getDerTable1DValueNoDer "The slope of a column, without a derivative"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable1D tableID;
      input Integer icol;
      input Real u;
      input Real der_u;
      output Real der_y;
      external "C" der_y = ModelicaStandardTables_CombiTable1D_getDerValue(tableID, icol, u, der_u);
    end getDerTable1DValueNoDer;

    pure function getDer2Table1DValue "The second derivative of a column"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable1D tableID;
      input Integer icol;
      input Real u;
      input Real der_u;
      input Real der2_u;
      output Real der2_y;
      external "C" der2_y = ModelicaStandardTables_CombiTable1D_getDer2Value(tableID, icol, u, der_u, der2_u);
    end getDer2Table1DValue;

    pure function getTable1DAbscissaUmin "The first abscissa"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable1D tableID;
      output Real uMin;
      external "C" uMin = ModelicaStandardTables_CombiTable1D_minimumAbscissa(tableID);
    end getTable1DAbscissaUmin;

    pure function getTable1DAbscissaUmax "The last abscissa"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable1D tableID;
      output Real uMax;
      external "C" uMax = ModelicaStandardTables_CombiTable1D_maximumAbscissa(tableID);
    end getTable1DAbscissaUmax;

    pure function getTable2DValue "The value at a point"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable2D tableID;
      input Real u1;
      input Real u2;
      output Real y;
      external "C" y = ModelicaStandardTables_CombiTable2D_getValue(tableID, u1, u2);
      annotation(derivative = getDerTable2DValue);
    end getTable2DValue;

    pure function getTable2DValueNoDer "The value at a point, without a derivative"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable2D tableID;
      input Real u1;
      input Real u2;
      output Real y;
      external "C" y = ModelicaStandardTables_CombiTable2D_getValue(tableID, u1, u2);
    end getTable2DValueNoDer;

    pure function getTable2DValueNoDer2 "The value at a point, with one derivative"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable2D tableID;
      input Real u1;
      input Real u2;
      output Real y;
      external "C" y = ModelicaStandardTables_CombiTable2D_getValue(tableID, u1, u2);
      annotation(derivative = getDerTable2DValueNoDer);
    end getTable2DValueNoDer2;

    pure function getDerTable2DValue "The slope at a point"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable2D tableID;
      input Real u1;
      input Real u2;
      input Real der_u1;
      input Real der_u2;
      output Real der_y;
      external "C" der_y = ModelicaStandardTables_CombiTable2D_getDerValue(tableID, u1, u2, der_u1, der_u2);
      annotation(derivative(order = 2) = getDer2Table2DValue);
    end getDerTable2DValue;

    pure function getDerTable2DValueNoDer "The slope at a point, without a derivative"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable2D tableID;
      input Real u1;
      input Real u2;
      input Real der_u1;
      input Real der_u2;
      output Real der_y;
      external "C" der_y = ModelicaStandardTables_CombiTable2D_getDerValue(tableID, u1, u2, der_u1, der_u2);
    end getDerTable2DValueNoDer;

    pure function getDer2Table2DValue "The second derivative at a point"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable2D tableID;
      input Real u1;
      input Real u2;
      input Real der_u1;
      input Real der_u2;
      input Real der2_u1;
      input Real der2_u2;
      output Real der2_y;
      external "C" der2_y = ModelicaStandardTables_CombiTable2D_getDer2Value(tableID, u1, u2, der_u1, der_u2,
        der2_u1, der2_u2);
    end getDer2Table2DValue;

    pure function getTable2DAbscissaUmin "The first abscissas"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable2D tableID;
      output Real uMin[2];
      external "C" ModelicaStandardTables_CombiTable2D_minimumAbscissa(tableID, uMin);
    end getTable2DAbscissaUmin;

    pure function getTable2DAbscissaUmax "The last abscissas"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable2D tableID;
      output Real uMax[2];
      external "C" ModelicaStandardTables_CombiTable2D_maximumAbscissa(tableID, uMax);
    end getTable2DAbscissaUmax;
  end Internal;
end Tables;
