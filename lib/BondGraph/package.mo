within;
package BondGraph "Bond graphs as a modelling language: elements, junctions and sensors for any domain"
  annotation(version = "0.1.0", Documentation(info = "<html><p>Elements exchange power through ports with an effort and
a flow. A connection of two ports is a bond; power goes from an <b>out</b> port to an <b>in</b> port. Elements take
power, sources give it, junctions have arrays of both kinds. <code>saltus bond</code> shows the causality of such models
as that of any other. docs/bond.md has the guide.</p></html>"));
end BondGraph;
