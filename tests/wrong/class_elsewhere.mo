// Classes that are not where they are looked for: one is in a package beside; some have the same last word.
//! error M0202 7:3
//! says there is one in 'Saltus.Diagrams.Nonlinear'
//! error M0202 8:3
//! says there are SampleClock, ReSampleClock, EventClock
model M
  Saltus.Diagrams.Math.Saturation s;
  Saltus.Diagrams.Activations.Clock c;
end M;
