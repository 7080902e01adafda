// A text that is no Modelica.
//! error M0113 3:1
Dear reader,
this is a letter.
