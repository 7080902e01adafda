within Saltus;
package Diagrams "Blocks that are activated: who runs when is a signal of its own"
  annotation (Documentation(info="<html><p>Block diagrams in which activation is drawn, delayed, joined and routed
like data. A red port carries instants (the type Activation), a blue one numbers. docs/diagrams.md has the rules.</p>
</html>"));
end Diagrams;
