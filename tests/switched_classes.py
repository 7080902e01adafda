"""The Modelica text of tests/switched.py: connectors and elements of circuits and of motion, in several forms."""


FORMS = ("a", "b", "bs", "c")
DOMAINS = {  # potential, flow, then the names of classes
    "e": dict(V="v", I="i", Pin="Pin", Two="Two", Ground="Ground", R="Resistor", C="Capacitor", L="Inductor",
              Source="Voltage", Inflow="Current",
              Switch="Switch", Diode="Diode", Thyristor="Thyristor", Transformer="Transformer", Coupled="Coupled"),
    "r": dict(V="w", I="tau", Pin="Shaft", Two="TwoShafts", Ground="Housing", R="Damper", C="Inertia", L="Spring",
              Source="Speed", Inflow="Torque",
              Switch="DogClutch", Diode="FreeWheel", Thyristor="Pawl", Transformer="Gear", Coupled="CoupledSprings"),
    "h": dict(V="head", I="q", Pin="Port", Two="TwoPorts", Ground="Ambient", R="Pipe", C="Tank", L="Inertance",
              Source="Head", Inflow="Flow",
              Switch="Valve", Diode="CheckValve", Thyristor="StopCheckValve", Transformer="Intensifier",
              Coupled="CoupledLines"),
}
COMMON = """  connector $Pin Real $V; flow Real $I; end $Pin;
  partial model $Two
    $Pin p; $Pin n; Real $V; Real $I;
  equation
    $V = p.$V - n.$V; $I = p.$I; p.$I + n.$I = 0;
  end $Two;
  model $Ground $Pin p; equation p.$V = 0; end $Ground;
  model $R extends $Two; parameter Real R = 1; equation $V = R*$I; end $R;
  model $C extends $Two; parameter Real C = 1; equation C*der($V) = $I; end $C;
  model $L extends $Two; parameter Real L = 1; equation L*der($I) = $V; end $L;
  model $Source extends $Two; Real u; equation $V = u; end $Source;
  model $Inflow extends $Two; Real u; equation $I = u; end $Inflow;
  model $Transformer
    $Pin p1; $Pin n1; $Pin p2; $Pin n2; parameter Real ratio = 1;
  equation
    p1.$V - n1.$V = ratio*(p2.$V - n2.$V); p2.$I = -ratio*p1.$I; p1.$I + n1.$I = 0; p2.$I + n2.$I = 0;
  end $Transformer;
  model $Coupled
    $Pin p1; $Pin n1; $Pin p2; $Pin n2;
    parameter Real L1 = 1; parameter Real L2 = 1; parameter Real M = 0.5; Real i1; Real i2;
  equation
    p1.$V - n1.$V = L1*der(i1) + M*der(i2); p2.$V - n2.$V = M*der(i1) + L2*der(i2);
    i1 = p1.$I; i2 = p2.$I; p1.$I + n1.$I = 0; p2.$I + n2.$I = 0;
  end $Coupled;
"""
IDEAL = {
    "a": """  model $Switch extends $Two; Boolean on; equation if on then $V = 0; else $I = 0; end if; end $Switch;
  model $Diode
    extends $Two; Boolean on; Real s;
  equation
    on = s >= 0;
    if on then $V = 0; s = $I; else $I = 0; s = $V; end if;
  end $Diode;
  model $Thyristor
    extends $Two; Boolean on(start = false, fixed = true); Boolean fire; Real s;
  equation
    on = s >= 0 and (fire or pre(on));
    if on then $V = 0; s = $I; else $I = 0; s = $V; end if;
  end $Thyristor;
""",
    "b": """  model $Switch
    extends $Two; Boolean on; Real s; parameter Real Ron = @; parameter Real Goff = @leak;
  equation
    $V = s*(if on then Ron else 1); $I = s*(if on then 1 else Goff);
  end $Switch;
  model $Diode
    extends $Two; Boolean on = not off; Boolean off(start = true); Real s;
    parameter Real Ron = @; parameter Real Goff = @leak; parameter Real Vknee = 0;
  equation
    off = s < 0;
    $V = s*(if off then 1 else Ron) + Vknee; $I = s*(if off then Goff else 1) + Goff*Vknee;
  end $Diode;
  model $Thyristor
    extends $Two; Boolean on = not off; Boolean off(start = true, fixed = true); Boolean fire; Real s;
    parameter Real Ron = @; parameter Real Goff = @leak; parameter Real Vknee = 0;
  equation
    off = s < 0 or pre(off) and not fire;
    $V = s*(if off then 1 else Ron) + Vknee; $I = s*(if off then Goff else 1) + Goff*Vknee;
  end $Thyristor;
""",
    "c": """  model $Switch extends $Two; Boolean on; equation if on then $V = 0; else $I = 0; end if; end $Switch;
  model $Diode
    extends $Two; Boolean on(start = false, fixed = true);
  equation
    on = if pre(on) then $I >= 0 else $V > 0;
    if on then $V = 0; else $I = 0; end if;
  end $Diode;
  model $Thyristor
    extends $Two; Boolean on(start = false, fixed = true); Boolean fire;
  equation
    on = if pre(on) then $I >= 0 else $V > 0 and fire;
    if on then $V = 0; else $I = 0; end if;
  end $Thyristor;
"""}
CURVE = """  model $Switch
    extends $Two; Boolean on; Real s;
  equation
    %s
  end $Switch;
  model $Diode
    extends $Two; Boolean on = not off; Boolean off(start = true); Real s;
  equation
    off = s < 0;
    %s
  end $Diode;
  model $Thyristor
    extends $Two; Boolean on = not off; Boolean off(start = true, fixed = true); Boolean fire; Real s;
  equation
    off = s < 0 or pre(off) and not fire;
    %s
  end $Thyristor;
"""
SIDES = "$V = if off then s else 0; $I = if off then 0 else s;"
BRANCHES = "if off then $V = s; $I = 0; else $V = 0; $I = s; end if;"
IDEAL["t"] = CURVE % ("$V = if on then 0 else s; $I = if on then s else 0;", SIDES, SIDES)
IDEAL["ti"] = CURVE % ("if on then $V = 0; $I = s; else $V = s; $I = 0; end if;", BRANCHES, BRANCHES)
CLOSING = IDEAL["c"].split("  model $Diode")[0]
IDEAL["m"] = CLOSING + """  model $Diode
    extends $Two; Boolean on(start = false, fixed = true); Boolean off;
  equation
    off = not ($V > 0 or pre(on) and not $I < 0);
    on = not off;
    if off then $I = 0; else $V = 0; end if;
  end $Diode;
  model $Thyristor
    extends $Two; Boolean on(start = false, fixed = true); Boolean off; Boolean fire;
  equation
    off = not ($V > 0 and fire or pre(on) and not $I < 0);
    on = not off;
    if off then $I = 0; else $V = 0; end if;
  end $Thyristor;
"""
IDEAL["n"] = CLOSING + """  model $Diode
    extends $Two; Boolean on = state == 2; Integer state(start = 1, fixed = true);
  equation
    state = if pre(state) == 2 then (if $I < 0 then 1 else 2) else (if $V > 0 then 2 else 1);
    if state == 2 then $V = 0; else $I = 0; end if;
  end $Diode;
  model $Thyristor
    extends $Two; type State = enumeration(blocks, conducts);
    Boolean on = state == State.conducts; State state(start = State.blocks, fixed = true); Boolean fire;
  equation
    state = if pre(state) == State.conducts then (if $I < 0 then State.blocks else State.conducts)
      else (if $V > 0 and fire then State.conducts else State.blocks);
    if state == State.conducts then $V = 0; else $I = 0; end if;
  end $Thyristor;
"""
# the diode lies from n to p, as d of the case
TRANSISTOR = {
    "e": """  model Transistor
    extends Two; Boolean fired; Boolean on; Real s;
  equation
    on = s >= 0;
    if fired then v = 0; s = -1; elseif on then v = 0; s = -i; else i = 0; s = -v; end if;
  end Transistor;
""",
    "ec": """  model Transistor
    extends Two; Boolean fired; Boolean on(start = false, fixed = true);
  equation
    on = if fired then false elseif pre(on) then i <= 0 else v < 0;
    if fired then v = 0; elseif on then v = 0; else i = 0; end if;
  end Transistor;
""",
    "en": """  model Transistor
    extends Two; Boolean fired; Boolean on(start = false, fixed = true);
  equation
    on = if fired then false elseif pre(on) then i <= 0 else v < 0;
    if fired then v = 0; else if on then v = 0; else i = 0; end if; end if;
  end Transistor;
""",
    "ee": """  model Transistor
    extends Two; Boolean fired; type State = enumeration(fired, diode, blocks);
    State state(start = State.blocks, fixed = true);
  equation
    state = if fired then State.fired elseif (if pre(state) == State.diode then i <= 0 else v < 0)
      then State.diode else State.blocks;
    if state == State.fired then v = 0; elseif state == State.blocks then i = 0; else v = 0; end if;
  end Transistor;
"""}
# forms of arrays, and what each element is
ARRAYS = {"f": "a", "fb": "b", "fc": "c", "ft": "t"}
BASES = {"bs": "b", "e": "a", "ec": "c", "en": "c", "ee": "c", **ARRAYS}
TRANSLATION = """  connector Flange Real s; flow Real f; end Flange;
  partial model TwoFlanges
    Flange a; Flange b; Real d; Real f;
  equation
    d = b.s - a.s; f = a.f; a.f + b.f = 0;
  end TwoFlanges;
  model Wall Flange a; parameter Real s0 = 0; equation a.s = s0; end Wall;
  model Mass
    Flange a; parameter Real m = 1; Real s; Real v;
  equation
    a.s = s; der(s) = v; m*der(v) = a.f;
  end Mass;
  model Force Flange a; Real u; equation a.f = -u; end Force;
  model LinearSpring
    extends TwoFlanges; parameter Real c = 1; parameter Real d0 = 0;
  equation
    f = -c*(d - d0);
  end LinearSpring;
  model LinearDamper extends TwoFlanges; parameter Real c = 1; equation f = -c*der(d); end LinearDamper;
  model Clamp
    extends TwoFlanges; Boolean on; Real w;
  equation
    w = der(d);
    if on then w = 0; else f = 0; end if;
  end Clamp;
  partial model Gap extends TwoFlanges; parameter Real length = 0; parameter Real side = 1; Real gap; Real push;
  equation
    gap = side*(d - length); f = side*push;
  end Gap;
"""
# f is what flows into the component at a, so the force on body a is -f; a stop (side 1) pushes a back and b forward.

CONTACT = {
    "a": """  model Stop
    extends Gap; Boolean on; Real s;
  equation
    on = s >= 0;
    if on then gap = 0; s = push; else push = 0; s = -gap; end if;
  end Stop;
""",
    "b": """  model Stop
    extends Gap; Boolean on = not off; Boolean off(start = true); Real s;
  equation
    off = s < 0;
    gap = -s*(if off then 1 else 0); push = s*(if off then 0 else 1);
  end Stop;
""",
    "c": """  model Stop
    extends Gap; Boolean on(start = false, fixed = true);
  equation
    on = if pre(on) then push >= 0 else gap < 0;
    if on then gap = 0; else push = 0; end if;
  end Stop;
"""}
CONTACT["t"] = CONTACT["b"].replace("-s*(if off then 1 else 0)", "if off then -s else 0").replace(
    "s*(if off then 0 else 1)", "if off then 0 else s")
CONTACT["ti"] = CONTACT["b"].replace("gap = -s*(if off then 1 else 0); push = s*(if off then 0 else 1);",
                                     "if off then gap = -s; push = 0; else gap = 0; push = s; end if;")
CONTACT["m"] = """  model Stop
    extends Gap; Boolean on(start = false, fixed = true); Boolean off;
  equation
    off = not (gap < 0 or pre(on) and not push < 0);
    on = not off;
    if off then push = 0; else gap = 0; end if;
  end Stop;
"""
CONTACT["n"] = """  model Stop
    extends Gap; Boolean on = state == 2; Integer state(start = 1, fixed = true);
  equation
    state = if pre(state) == 2 then (if push < 0 then 1 else 2) else (if gap < 0 then 2 else 1);
    if state == 2 then gap = 0; else push = 0; end if;
  end Stop;
"""
LATCH = {
    "a": """  model Latch
    extends Gap; Boolean on(start = false, fixed = true);
  equation
    on = pre(on) or gap <= 0;
    if on then der(gap) = 0; else push = 0; end if;
  end Latch;
""",
    "b": """  model Latch
    extends Gap; Boolean on(start = false, fixed = true); Real s; Real w;
  equation
    w = der(gap);
    on = pre(on) or gap <= 0;
    w = s*(if on then 0 else 1); push = s*(if on then 1 else 0);
  end Latch;
""",
    "c": """  model Latch
    extends Gap; Boolean on(start = false, fixed = true);
  equation
    when gap <= 0 then on = true; end when;
    if on then der(gap) = 0; else push = 0; end if;
  end Latch;
"""}
CONTROLS = """  model Pwm
    parameter Real T = 1; parameter Real d0 = 0.5; parameter Real phase = 0;
    discrete Real t0(start = phase - T, fixed = true);
    discrete Real d(start = d0, fixed = true); Boolean on; Real duty;
  equation
    when sample(phase, T) then t0 = time; d = duty; end when;
    on = time < t0 + d*T;
  end Pwm;
  model Hysteresis
    parameter Real low = 0; parameter Real high = 1; Real u; Boolean on(start = true, fixed = true);
  equation
    on = u < low or pre(on) and u < high;
  end Hysteresis;
"""
