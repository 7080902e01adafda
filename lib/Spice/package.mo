within;
package Spice "Devices of SPICE: the equations behind the cards of a netlist"
  constant Real notGiven = 1e60 "the default of a parameter whose absence means something";
  constant Real zeroCelsius = 273.15 "K";
  constant Real Tref = 300.15 "reference temperature, K";
  constant Real instant = 1e-15 "s; with UIC, charges move within this time at the start";
  constant Real pi = 3.14159265358979323846;
  constant Real degree = pi/180 "rad";
  constant Real charge = 1.6021766208e-19 "of an electron, C (CODATA 2014, as ngspice)";
  constant Real boltzmann = 1.38064852e-23 "J/K (CODATA 2014, as ngspice)";
  constant Real vacuum = 8.854214871e-12 "permittivity, F/m";
  constant Real silicon = 11.7*vacuum "permittivity of silicon, F/m";
  constant Real oxide = 3.9*vacuum "permittivity of silicon dioxide, F/m";
  annotation(version = "0.1.0", Documentation(info = "<html><p>Each class is a device, with the terminals of its card in
SPICE's order and the parameters under SPICE's names in capitals. A netlist becomes a model made of these classes; they
connect to any other electrical component as well. docs/spice_devices.md has the equations.</p>
<p><b>Rules.</b></p><ul>
<li>Terminals: <code>p, n</code>; <code>p, n, cp, cn</code>; Bipolar <code>c, b, e, s</code>; Mosfet <code>d, g, s,
b</code>; Jfet and Mesfet <code>d, g, s</code>; lines <code>p1, n1, p2, n2</code>. <code>i</code> of a device with two
terminals is the current from <code>p</code> through it to <code>n</code>.</li>
<li>A parameter that is not given is not set. Where SPICE asks whether one was given, its default is
<code>Spice.notGiven</code>, and <code>NAME_given</code> tells; nobody has to set <code>NAME_given</code>.</li>
<li>A device has the temperature <code>TEMP + DTEMP</code>, in degrees Celsius. A TEMP of the instance replaces that of
the circuit, and its DTEMP does not count. TNOM is in degrees Celsius too.</li>
<li><code>TYPE = 1</code> is NPN, NMOS, NJF or NMF, <code>TYPE = -1</code> PNP, PMOS, PJF or PMF.</li>
<li><code>MULT</code> is the number of devices in parallel (<code>m</code> of the card).</li>
<li><code>UIC = true</code> starts a device with charge or flux at its <code>IC</code>; else it starts at rest.</li>
<li>Sources add the input <code>u</code> (0 if not set) to their value. With <code>STATIC = true</code> their value is
<code>DC</code> at all times. ACMAG and ACPHASE (in degrees) are kept for analyses.</li>
</ul></html>"));
end Spice;
