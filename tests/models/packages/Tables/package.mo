package Tables "tables as libraries of models declare them"
  type Smoothness = enumeration(linear, akima, steps, fritschButland, steffen, modifiedAkima);
  type Extrapolation = enumeration(hold, lastTwo, periodic, none);
  type Events = enumeration(always, atDiscontinuities, none);

  class Table1D
    extends ExternalObject;
    function constructor
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Integer columns[:];
      input Smoothness smoothness;
      input Extrapolation extrapolation = Extrapolation.hold;
      output Table1D t;
    external "C" t = ModelicaStandardTables_CombiTable1D_init2(fileName, tableName, table, size(table, 1),
      size(table, 2), columns,
      size(columns, 1), smoothness, extrapolation, false)
      annotation(Library = {"ModelicaStandardTables", "ModelicaIO", "zlib"},
          Include = "#include \"ModelicaStandardTables.h\"");
    end constructor;
    function destructor
      input Table1D t;
    external "C" ModelicaStandardTables_CombiTable1D_close(t) annotation(Library = "ModelicaStandardTables");
    end destructor;
  end Table1D;

  function value
    input Table1D t;
    input Integer column;
    input Real u;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable1D_getValue(t, column, u)
    annotation(Library = "ModelicaStandardTables", derivative = der_value);
  end value;

  function der_value
    input Table1D t;
    input Integer column;
    input Real u;
    input Real der_u;
    output Real der_y;
  external "C" der_y = ModelicaStandardTables_CombiTable1D_getDerValue(t, column, u, der_u)
      annotation(Library = "ModelicaStandardTables");
  end der_value;

  class TimeTable
    extends ExternalObject;
    function constructor
      input Real table[:, :];
      input Integer columns[:];
      input Smoothness smoothness;
      input Extrapolation extrapolation;
      input Events events = Events.always;
      output TimeTable t;
    external "C" t = ModelicaStandardTables_CombiTimeTable_init2("NoName", "NoName", table, size(table, 1),
      size(table, 2), 0.0, columns,
      size(columns, 1), smoothness, extrapolation, 0.0, events, false) annotation(Library = "ModelicaStandardTables");
    end constructor;
    function destructor
      input TimeTable t;
    external "C" ModelicaStandardTables_CombiTimeTable_close(t) annotation(Library = "ModelicaStandardTables");
    end destructor;
  end TimeTable;

  function timeValue
    input TimeTable t;
    input Integer column;
    input Real timeIn;
    discrete input Real next;
    discrete input Real before;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(t, column, timeIn, next, before)
    annotation(Library = "ModelicaStandardTables");
  end timeValue;

  function nextEvent
    input TimeTable t;
    input Real timeIn;
    output Real next;
  external "C" next = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, timeIn)
      annotation(Library = "ModelicaStandardTables");
  end nextEvent;

  impure function fullName
    input String name;
    output String path;
  external "C" path = ModelicaInternal_fullPathName(name) annotation(Library = "ModelicaExternalC");
  end fullName;

  block Wave "a table of time with its events"
    parameter Real table[:, :];
    parameter Smoothness smoothness = Smoothness.linear;
    parameter Extrapolation extrapolation = Extrapolation.hold;
    output Real y;
  protected
    parameter TimeTable t = TimeTable(table, {2}, smoothness, extrapolation);
    discrete Real next(start = 0, fixed = true);
  equation
    when {time >= pre(next), initial()} then
      next = nextEvent(t, time);
    end when;
    y = timeValue(t, 1, time, next, pre(next));
  end Wave;

  model Curves
    parameter Table1D memory = Table1D("NoName", "NoName", [0, 0; 1, 1; 2, 4], {2}, Smoothness.linear);
    parameter Table1D text = Table1D("squares", fullName("modelica://Tables/Resources/tables.txt"), fill(0.0, 0, 2),
      {2, 3}, Smoothness.akima,
      Extrapolation.lastTwo);
    parameter Table1D csv = Table1D("any", "modelica://Tables/Resources/lines.csv", fill(0.0, 0, 2), {2},
        Smoothness.linear);
    Real a = value(memory, 1, time), b = value(text, 1, time), c = value(text, 2, time), d = value(csv, 1, time);
    Real rate = der(a);
  end Curves;

  model Missing
    parameter String name = "cubes";
    parameter Table1D text = Table1D(name, "modelica://Tables/Resources/tables.txt", fill(0.0, 0, 2), {2},
        Smoothness.linear);
    Real y = value(text, 1, time);
  end Missing;

  model Leaves
    parameter Table1D memory = Table1D("NoName", "NoName", [0, 0; 1, 1], {2}, Smoothness.linear, Extrapolation.none);
    Real y = value(memory, 1, 2*time);
  end Leaves;

  model Waves
    Wave square(table = [0, 1; 0.3, -1; 0.5, 1], smoothness = Smoothness.steps, extrapolation = Extrapolation.periodic);
    Wave jump(table = [0, 0; 1, 1; 1, 5; 3, 7]);
    Real x(start = 0, fixed = true), z(start = 0, fixed = true);
  equation
    der(x) = square.y;
    der(z) = jump.y;
  end Waves;
end Tables;
