within Saltus;
package Xcos "The blocks of diagrams of Xcos and Scicos, by their behaviour"
  annotation (Documentation(info="<html><p>Diagrams that Saltus reads (<code>saltus run X.zcos</code>), or converts to
Modelica, are made of these blocks. A signal is a matrix of Reals with r rows and c columns, whatever its kind is in
Xcos;
where integers turn over or stop at a limit, the block says so. Activations are those of Saltus.Diagrams.</p></html>"));
end Xcos;
