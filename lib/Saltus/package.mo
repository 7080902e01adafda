within;
package Saltus "Control, estimation, tables and linear algebra: functions for parameters, and blocks"
  annotation(version = "0.1.0");
end Saltus;
