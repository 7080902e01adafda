within Modelica.Units;
package Conversions "Functions between units of the International System and others"

  function to_degC "To degrees Celsius"
    extends Modelica.Units.Icons.Conversion;
    input SI.Temperature Kelvin;
    output NonSI.Temperature_degC Celsius;
  algorithm
    Celsius := Kelvin + Modelica.Constants.T_zero;
    annotation(Inline = true);
  end to_degC;

  function from_degC "From degrees Celsius"
    extends Modelica.Units.Icons.Conversion;
    input NonSI.Temperature_degC Celsius;
    output SI.Temperature Kelvin;
  algorithm
    Kelvin := Celsius - Modelica.Constants.T_zero;
    annotation(Inline = true);
  end from_degC;

  function to_degF "To degrees Fahrenheit"
    extends Modelica.Units.Icons.Conversion;
    input SI.Temperature Kelvin;
    output NonSI.Temperature_degF Fahrenheit;
  algorithm
    Fahrenheit := (Kelvin + Modelica.Constants.T_zero)*9/5 + 32;
    annotation(Inline = true);
  end to_degF;

  function from_degF "From degrees Fahrenheit"
    extends Modelica.Units.Icons.Conversion;
    input NonSI.Temperature_degF Fahrenheit;
    output SI.Temperature Kelvin;
  algorithm
    Kelvin := (Fahrenheit - 32)*5/9 - Modelica.Constants.T_zero;
    annotation(Inline = true);
  end from_degF;

  function to_degRk "To degrees Rankine"
    extends Modelica.Units.Icons.Conversion;
    input SI.Temperature Kelvin;
    output NonSI.Temperature_degRk Rankine;
  algorithm
    Rankine := Kelvin*9/5;
    annotation(Inline = true);
  end to_degRk;

  function from_degRk "From degrees Rankine"
    extends Modelica.Units.Icons.Conversion;
    input NonSI.Temperature_degRk Rankine;
    output SI.Temperature Kelvin;
  algorithm
    Kelvin := Rankine*5/9;
    annotation(Inline = true);
  end from_degRk;

  function to_deg "To degrees"
    extends Modelica.Units.Icons.Conversion;
    input SI.Angle radian;
    output NonSI.Angle_deg degree;
  algorithm
    degree := radian*180/Modelica.Constants.pi;
    annotation(Inline = true);
  end to_deg;

  function from_deg "From degrees"
    extends Modelica.Units.Icons.Conversion;
    input NonSI.Angle_deg degree;
    output SI.Angle radian;
  algorithm
    radian := degree*Modelica.Constants.pi/180;
    annotation(Inline = true);
  end from_deg;

  function to_rpm "To revolutions per minute"
    extends Modelica.Units.Icons.Conversion;
    input SI.AngularVelocity rs;
    output NonSI.AngularVelocity_rpm rpm;
  algorithm
    rpm := rs*30/Modelica.Constants.pi;
    annotation(Inline = true);
  end to_rpm;

  function from_rpm "From revolutions per minute"
    extends Modelica.Units.Icons.Conversion;
    input NonSI.AngularVelocity_rpm rpm;
    output SI.AngularVelocity rs;
  algorithm
    rs := rpm*Modelica.Constants.pi/30;
    annotation(Inline = true);
  end from_rpm;

  function to_kmh "To kilometres per hour"
    extends Modelica.Units.Icons.Conversion;
    input SI.Velocity ms;
    output NonSI.Velocity_kmh kmh;
  algorithm
    kmh := ms*3.6;
    annotation(Inline = true);
  end to_kmh;

  function from_kmh "From kilometres per hour"
    extends Modelica.Units.Icons.Conversion;
    input NonSI.Velocity_kmh kmh;
    output SI.Velocity ms;
  algorithm
    ms := kmh/3.6;
    annotation(Inline = true);
  end from_kmh;

  function to_day "To days"
    extends Modelica.Units.Icons.Conversion;
    input SI.Time s;
    output NonSI.Time_day day;
  algorithm
    day := s/86400;
    annotation(Inline = true);
  end to_day;

  function from_day "From days"
    extends Modelica.Units.Icons.Conversion;
    input NonSI.Time_day day;
    output SI.Time s;
  algorithm
    s := day*86400;
    annotation(Inline = true);
  end from_day;

  function to_hour "To hours"
    extends Modelica.Units.Icons.Conversion;
    input SI.Time s;
    output NonSI.Time_hour hour;
  algorithm
    hour := s/3600;
    annotation(Inline = true);
  end to_hour;

  function from_hour "From hours"
    extends Modelica.Units.Icons.Conversion;
    input NonSI.Time_hour hour;
    output SI.Time s;
  algorithm
    s := hour*3600;
    annotation(Inline = true);
  end from_hour;

  function to_minute "To minutes"
    extends Modelica.Units.Icons.Conversion;
    input SI.Time s;
    output NonSI.Time_minute minute;
  algorithm
    minute := s/60;
    annotation(Inline = true);
  end to_minute;

  function from_minute "From minutes"
    extends Modelica.Units.Icons.Conversion;
    input NonSI.Time_minute minute;
    output SI.Time s;
  algorithm
    s := minute*60;
    annotation(Inline = true);
  end from_minute;

  function to_litre "To litres"
    extends Modelica.Units.Icons.Conversion;
    input SI.Volume m3;
    output NonSI.Volume_litre litre;
  algorithm
    litre := m3*1000;
    annotation(Inline = true);
  end to_litre;

  function from_litre "From litres"
    extends Modelica.Units.Icons.Conversion;
    input NonSI.Volume_litre litre;
    output SI.Volume m3;
  algorithm
    m3 := litre/1000;
    annotation(Inline = true);
  end from_litre;

  function to_Ah "To ampere hours"
    extends Modelica.Units.Icons.Conversion;
    input SI.ElectricCharge Coulomb;
    output NonSI.ElectricCharge_Ah Ah;
  algorithm
    Ah := Coulomb/3600;
    annotation(Inline = true);
  end to_Ah;

  function from_Ah "From ampere hours"
    extends Modelica.Units.Icons.Conversion;
    input NonSI.ElectricCharge_Ah Ah;
    output SI.ElectricCharge Coulomb;
  algorithm
    Coulomb := Ah*3600;
    annotation(Inline = true);
  end from_Ah;

  function to_Wh "To watt hours"
    extends Modelica.Units.Icons.Conversion;
    input SI.Energy J;
    output NonSI.Energy_Wh Wh;
  algorithm
    Wh := J/3600;
    annotation(Inline = true);
  end to_Wh;

  function from_Wh "From watt hours"
    extends Modelica.Units.Icons.Conversion;
    input NonSI.Energy_Wh Wh;
    output SI.Energy J;
  algorithm
    J := Wh*3600;
    annotation(Inline = true);
  end from_Wh;

  function to_kWh "To kilowatt hours"
    extends Modelica.Units.Icons.Conversion;
    input SI.Energy J;
    output NonSI.Energy_kWh kWh;
  algorithm
    kWh := J/3.6e6;
    annotation(Inline = true);
  end to_kWh;

  function from_kWh "From kilowatt hours"
    extends Modelica.Units.Icons.Conversion;
    input NonSI.Energy_kWh kWh;
    output SI.Energy J;
  algorithm
    J := kWh*3.6e6;
    annotation(Inline = true);
  end from_kWh;

  function to_bar "To bar"
    extends Modelica.Units.Icons.Conversion;
    input SI.Pressure Pa;
    output NonSI.Pressure_bar bar;
  algorithm
    bar := Pa/1e5;
    annotation(Inline = true);
  end to_bar;

  function from_bar "From bar"
    extends Modelica.Units.Icons.Conversion;
    input NonSI.Pressure_bar bar;
    output SI.Pressure Pa;
  algorithm
    Pa := bar*1e5;
    annotation(Inline = true);
  end from_bar;

  function to_gps "To grams per second"
    extends Modelica.Units.Icons.Conversion;
    input SI.MassFlowRate kgps;
    output NonSI.MassFlowRate_gps gps;
  algorithm
    gps := kgps*1000;
    annotation(Inline = true);
  end to_gps;

  function from_gps "From grams per second"
    extends Modelica.Units.Icons.Conversion;
    input NonSI.MassFlowRate_gps gps;
    output SI.MassFlowRate kgps;
  algorithm
    kgps := gps/1000;
    annotation(Inline = true);
  end from_gps;


  function to_cm2 "To square centimetres"
    extends Modelica.Units.Icons.Conversion;
    input SI.Area m2;
    output NonSI.Area_cm2 cm2;
  algorithm
    cm2 := m2*1e4;
    annotation(Inline = true);
  end to_cm2;

  function from_cm2 "From square centimetres"
    extends Modelica.Units.Icons.Conversion;
    input NonSI.Area_cm2 cm2;
    output SI.Area m2;
  algorithm
    m2 := cm2/1e4;
    annotation(Inline = true);
  end from_cm2;

end Conversions;
