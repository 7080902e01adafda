within Spice;
package Functions "Curves that devices share"
  function limitedExp "The exponential, and the line that continues it beyond x = most"
    input Real x;
    input Real most;
    output Real y;
  algorithm
    y := if x < most then exp(x) else exp(most)*(1 + x - most);
    annotation(Inline = true);
  end limitedExp;

  function exponentMost "Where the exponential of a junction goes on as a line: at the current ILIM"
    input Real IS;
    input Real ILIM;
    output Real most;
  algorithm
    most := max(log(ILIM/max(IS, 1e-100)), 1);
    annotation(Inline = true);
  end exponentMost;

  function junction "Current of a junction: an exponential down to -3*vte, and a power of 1/v below"
    input Real v;
    input Real IS;
    input Real vte "emission coefficient times thermal voltage";
    input Real most;
    output Real i;
  algorithm
    i := IS*((if v >= -3*vte then limitedExp(v/vte, most) else -(3*vte/(v*exp(1)))^3) - 1);
    annotation(Inline = true);
  end junction;

  function depletion "Charge of a depletion layer; from FC*V on the capacitance is a line"
    input Real v;
    input Real C;
    input Real V;
    input Real M;
    input Real FC;
    output Real q;
  protected
    Real f = FC*V;
  algorithm
    q := C*(if v < f then V*(1 - (1 - v/V)^(1 - M))/(1 - M) else V*(1 - (1 - FC)^(1 - M))/(1 - M) +
      ((1 - FC*(1 + M))*(v - f) + M/(2*V)*(v^2 - f^2))/(1 - FC)^(1 + M));
    annotation(Inline = true);
  end depletion;

  function gap "Gap of silicon at a temperature, eV"
    input Real T "K";
    output Real eg;
  algorithm
    eg := 1.16 - 7.02e-4*T^2/(T + 1108);
    annotation(Inline = true);
  end gap;

  function potentialShift "Change of a junction potential from the reference temperature to T, beside T/Tref"
    input Real T "K";
    output Real shift;
  protected
    Real vt = boltzmann*T/charge;
  algorithm
    shift := -2*vt*(1.5*log(T/Tref) + charge*(-gap(T)/(2*boltzmann*T) + 1.1150877/(2*boltzmann*Tref)));
  end potentialShift;

  function potentialAt "A junction potential at T that is given at Tn"
    input Real V;
    input Real T;
    input Real Tn;
    output Real Vt;
  algorithm
    Vt := T/Tref*(V - potentialShift(Tn))/(Tn/Tref) + potentialShift(T);
  end potentialAt;

  function capacitanceFactor "Of a depletion capacitance, from Tn to T"
    input Real V;
    input Real M;
    input Real T;
    input Real Tn;
    output Real factor;
  protected
    Real base = (V - potentialShift(Tn))/(Tn/Tref) "the potential at the reference temperature";
  algorithm
    factor := (1 + M*(4e-4*(T - Tref) - (potentialAt(V, T, Tn) - base)/base))/
      (1 + M*(4e-4*(Tn - Tref) - (V - base)/base));
  end capacitanceFactor;

  function breakdownVoltage "Where the exponential of the breakdown begins, so that -IBV flows at -BV"
    input Real BV;
    input Real IBV;
    input Real IS;
    input Real vte "of the breakdown";
    input Real vt;
    output Real x;
  protected
    Real before;
  algorithm
    x := BV;
    if IBV >= IS*BV/vt then
      x := BV - vte*log(1 + IBV/IS);
      for k in 1:100 loop
        before := x;
        x := BV - vte*log(IBV/IS + 1 - x/vt);
        if abs(x - before) < 1e-14*BV then
          break;
        end if;
      end for;
    end if;
  end breakdownVoltage;

  function knee "High injection: a current that grows with the root of what it was beyond the knee"
    input Real i;
    input Real IK "0: none";
    output Real y;
  algorithm
    y := if IK > 0 and i > 1e-18 then i/(1 + sqrt(i/IK)) else i;
    annotation(Inline = true);
  end knee;

  function diodeCurrent "Diffusion, recombination, tunneling, breakdown and high injection"
    input Real v;
    input Real IS;
    input Real vte;
    input Real JSW;
    input Real vts;
    input Real ISR;
    input Real vtr;
    input Real VJ;
    input Real M;
    input Real ITUN;
    input Real vtt;
    input Real BV;
    input Real vtb;
    input Real IKF;
    input Real IKR;
    input Real GMIN;
    input Real most;
    output Real i;
  algorithm
    i := if v >= -3*vte or v >= -BV then junction(v, IS, vte, most) + junction(v, JSW, vts, most) +
      junction(v, ISR, vtr, most)*((1 - v/VJ)^2 + 0.005)^(M/2) else -(IS + JSW)*limitedExp(-(BV + v)/vtb, most);
    i := i - ITUN*(limitedExp(-v/vtt, most) - 1);
    i := (if v >= -3*vte then knee(i, IKF) else -knee(-i, IKR)) + GMIN*v;
    annotation(Inline = true);
  end diodeCurrent;

  function baseCharge "The charge of the base over that at 0 V, after Gummel and Poon"
    input Real early "1 - vbc/VAF - vbe/VAR";
    input Real q2 "high injection";
    input Real NKF;
    output Real qb;
  algorithm
    qb := (1 + (if q2 == 0 then 1 else max(1 + 4*q2, 1e-12)^NKF))/(2*max(early, 1e-4));
    annotation(Inline = true);
  end baseCharge;

  function bipolarCharge "Charge of the forward transport current"
    input Real vbe;
    input Real vbc;
    input Real iF;
    input Real qb;
    input Real TF;
    input Real XTF;
    input Real VTF;
    input Real ITF;
    output Real q;
  algorithm
    q := TF*iF*(if vbe > 0 then (1 + XTF*(if VTF > 0 then limitedExp(vbc/(1.44*VTF), 40) else 1)*
      (if ITF > 0 then (iF/(iF + ITF))^2 else 1))/qb else 1);
    annotation(Inline = true);
  end bipolarCharge;

  function substrate "Charge of the substrate junction: a line above 0 V"
    input Real v;
    input Real C;
    input Real V;
    input Real M;
    output Real q;
  algorithm
    q := C*(if v < 0 then V*(1 - (1 - v/V)^(1 - M))/(1 - M) else v*(1 + M*v/(2*V)));
    annotation(Inline = true);
  end substrate;

  function baseResistance "Current crowding; x^2 is the base current over IRB"
    input Real x;
    input Real rbm;
    input Real rbi;
    output Real r;
  protected
    Real z = (sqrt(1 + 14.59025*x^2) - 1)/(2.4317*x);
    Real t = tan(z);
  algorithm
    r := rbm + 3*rbi*(t - z)/(z*t^2);
    annotation(Inline = true);
  end baseResistance;

  function epitaxialFactor "K(v) - 1 - GAMMA/2 of the quasi-saturation model"
    input Real v;
    input Real GAMMA;
    input Real vt;
    output Real k;
  algorithm
    k := sqrt(1 + GAMMA*limitedExp(v/vt, 80)) - 1 - GAMMA/2;
    annotation(Inline = true);
  end epitaxialFactor;

  function epitaxialCurrent "Current through the epitaxial layer"
    input Real vi "base to internal collector";
    input Real vx "base to the collector side of the layer";
    input Real GAMMA;
    input Real vt;
    input Real RCO;
    input Real VO;
    output Real i;
  protected
    Real ki = sqrt(1 + GAMMA*limitedExp(vi/vt, 80));
    Real kx = sqrt(1 + GAMMA*limitedExp(vx/vt, 80));
  algorithm
    i := (vt*(ki - kx - log((1 + ki)/(1 + kx))) + vi - vx)/(RCO*(1 + abs(vi - vx)/VO));
    annotation(Inline = true);
  end epitaxialCurrent;

  function line "Through two points, and exact in both: what follows it goes on without a jump"
    input Real t0;
    input Real v0;
    input Real t1;
    input Real v1;
    input Real t;
    output Real v;
  algorithm
    v := if t - t0 < t1 - t then v0 + (v1 - v0)*(t - t0)/max(t1 - t0, 1e-30) else
      v1 - (v1 - v0)*(t1 - t)/max(t1 - t0, 1e-30);
    annotation(Inline = true);
  end line;

  function lineOfPoints "The line of a polygon that goes on to the right of t"
    input Integer n;
    input Real T[n];
    input Real V[n];
    input Real R "what follows this time is repeated; negative: nothing is";
    input Real TD;
    input Real t;
    output Real t0;
    output Real v0;
    output Real v1;
    output Real next;
  protected
    Real base = TD "where the times of the points count from";
    Real here;
    Integer j = 0;
  algorithm
    if R >= 0 and n > 1 and t - TD >= T[n] then
      base := TD + floor((t - TD - R)/(T[n] - R)*(1 + 1e-15) + 1e-12)*(T[n] - R);
    end if;
    here := (t - base)*(1 + 4e-16) + 1e-15*abs(t);
    for k in 1:n loop
      if T[k] <= here then
        j := k;
      end if;
    end for;
    t0 := if j > 0 then base + T[j] else t;
    v0 := if j > 0 then V[j] else V[1];
    v1 := if j > 0 and j < n then V[j + 1] else v0;
    next := if j < n then base + T[j + 1] else notGiven;
  end lineOfPoints;

  function lineOfBits "The line of a stream of bits that goes on to the right of t"
    input Integer n;
    input Integer B[n];
    input Real VHI;
    input Real VLO;
    input Real TD;
    input Real TR;
    input Real TF;
    input Real TS;
    input Boolean R;
    input Real t;
    output Real t0;
    output Real v0;
    output Real v1;
    output Real next;
  protected
    Integer k = integer(floor((t - TD)/TS*(1 + 1e-15) + 1e-12)) "number of the bit, from 0";
    Real now;
    Real before;
    Real edge;
  algorithm
    k := if t < TD then -1 elseif R then k else min(k, n);
    now := if k < 0 or k >= n and not R then (if k < 0 then B[1] else B[n]) else B[mod(k, n) + 1];
    before := if k < 1 then now else B[mod(k - 1, n) + 1];
    now := VLO + now*(VHI - VLO);
    before := VLO + before*(VHI - VLO);
    edge := if now > before then TR elseif now < before then TF else 0;
    t0 := TD + max(k, 0)*TS;
    if edge > 0 and t < (t0 + edge)*(1 - 4e-16) then
      v0 := before;
      v1 := now;
      next := t0 + edge;
    else
      v0 := now;
      v1 := now;
      next := if k < 0 then TD elseif k >= n and not R then notGiven else t0 + TS;
    end if;
  end lineOfBits;

  function uniform "A number between 0 and 1: the one with this number of the stream"
    input Integer seed;
    input Integer number;
    output Real u;
  protected
    Integer m = 2147483647;
    Integer power = mod(16807, 2147483647);
    Integer x;
    Integer k = number + 1;
  algorithm
    x := 1 + mod(69621*mod(seed, 2147483646) + 12345, 2147483646);
    while k > 0 loop
      if mod(k, 2) == 1 then
        x := mod(x*power, m);
      end if;
      power := mod(power*power, m);
      k := div(k, 2);
    end while;
    u := x/m;
  end uniform;

  function normal "A number of the normal distribution, by Box and Muller"
    input Integer seed;
    input Integer number;
    output Real y;
  algorithm
    y := sqrt(-2*log(uniform(seed, 2*number)))*cos(2*pi*uniform(seed + 104729, 2*number + 1));
  end normal;

  function randomOf "TRRANDOM: uniform, Gaussian, exponential, Poisson"
    input Integer kind;
    input Real size;
    input Integer seed;
    input Integer number;
    output Real y;
  protected
    Real product = 1;
    Integer drawn = 0;
  algorithm
    if kind == 1 then
      y := size*(2*uniform(seed, number) - 1);
    elseif kind == 2 then
      y := size*normal(seed, number);
    elseif kind == 3 then
      y := -size*log(uniform(seed, number));
    else
      y := -1;
      while product > exp(-size) loop
        product := product*uniform(seed + 31*drawn, number);
        drawn := drawn + 1;
        y := y + 1;
      end while;
    end if;
  end randomOf;

  function pinkNoise "Noise of the spectrum 1/f^alpha, from white noise (Kasdin)"
    input Integer n;
    input Real before[n];
    input Real alpha;
    input Real white;
    output Real x[n];
  protected
    Real a = 1;
    Real sum = white;
  algorithm
    for j in 1:n loop
      a := a*(j - 1 - alpha/2)/j;
      sum := sum - a*before[j];
    end for;
    for j in n:-1:2 loop
      x[j] := before[j - 1];
    end for;
    if n > 0 then
      x[1] := sum;
    end if;
  end pinkNoise;

  function bulkJunction "Current of a bulk junction: an exponential down to -3*vt, and constant below"
    input Real v;
    input Real IS;
    input Real vt;
    input Real most;
    output Real i;
  algorithm
    i := IS*((if v > -3*vt then limitedExp(v/vt, most) else 0) - 1);
    annotation(Inline = true);
  end bulkJunction;

  function bulkRoot "Root of phi - vbs, and a line from 0 V on"
    input Real vb;
    input Real phi;
    output Real root;
  algorithm
    root := if vb <= 0 then sqrt(phi - vb) else max(sqrt(phi) - vb/(2*sqrt(phi)), 1e-6);
    annotation(Inline = true);
  end bulkRoot;

  function meyerSource "Meyer: gate capacitance to the source"
    input Real vgst "gate-source voltage above the threshold";
    input Real vds;
    input Real vdsat;
    input Real phi;
    input Real cox;
    output Real c;
  protected
    Real vs = max(vdsat, 0.025);
    Real on = if vgst <= -phi/2 then 0 elseif vgst <= 0 then 4/3*vgst/phi + 2/3 else 2/3;
  algorithm
    c := cox*on*(if vds >= vs then 1 else 1 - ((vs - vds)/(2*vs - vds))^2);
    annotation(Inline = true);
  end meyerSource;

  function meyerDrain "Meyer: gate capacitance to the drain"
    input Real vgst "gate-source voltage above the threshold";
    input Real vds;
    input Real vdsat;
    input Real phi;
    input Real cox;
    output Real c;
  protected
    Real vs = max(vdsat, 0.025);
    Real on = if vgst <= -phi/2 then 0 elseif vgst <= 0 then 4/3*vgst/phi + 2/3 else 2/3;
  algorithm
    c := cox*on*(if vds >= vs then 0 else 1 - (vs/(2*vs - vds))^2);
    annotation(Inline = true);
  end meyerDrain;

  function meyerBulk "Meyer: gate capacitance to the bulk"
    input Real vgst "gate-source voltage above the threshold";
    input Real phi;
    input Real cox;
    output Real c;
  algorithm
    c := cox*(if vgst <= -phi then 1 elseif vgst <= 0 then -vgst/phi else 0);
    annotation(Inline = true);
  end meyerBulk;

  function channelCharges "Gate, drain and source charge after Ward and Dutton; what is left is that of the bulk"
    input Real vgst "gate-source voltage above the threshold, normal mode";
    input Real vds "normal mode";
    input Real vdsat;
    input Boolean normal;
    input Real vgb;
    input Real phi;
    input Real gamma;
    input Real XQC "part of the drain in saturation";
    input Real cox;
    output Real q[3];
  protected
    Real vd = min(vds, vdsat);
    Real u = max(vgst, 0);
    Real a = if vdsat > 0 then u/max(vdsat, 1e-9) else 1 "slope of the bulk charge along the channel";
    Real e = u - a*vd/2;
    Real qi = -cox*(if u > 0 then u - a*vd/2 + (a*vd)^2/(12*max(e, 1e-12)) else 0) "inversion charge";
    Real part = 0.5 - (0.5 - XQC)*(if vdsat > 0 then 1 - (1 - vd/max(vdsat, 1e-9))^2 else 1);
    Real qd = qi*part;
    Real qbulk = -cox*gamma*(sqrt(gamma^2/4 + max(min(vgb, vgb - u) + phi, 0)) - gamma/2);
  algorithm
    q := {-qi - qbulk, if normal then qd else qi - qd, if normal then qi - qd else qd};
    annotation(Inline = true);
  end channelCharges;

  function shortChannel "Level 3: part of the bulk charge that belongs to the gate"
    input Real wp "depletion width, m";
    input Real XJ;
    input Real LD;
    input Real L;
    output Real f;
  protected
    Real r = wp/max(XJ, 1e-12);
  algorithm
    f := if XJ > 0 and wp > 0 then 1 - XJ/L*((0.0631353 + 0.8013292*r - 0.01110777*r^2 + LD/max(XJ, 1e-12))*
      sqrt(1 - (r/(1 + r))^2) - LD/max(XJ, 1e-12)) else 1;
    annotation(Inline = true);
  end shortChannel;

  function saturation3 "Level 3: saturation voltage with the velocity limited; vc = 0: it is not"
    input Real v;
    input Real vc;
    output Real vdsat;
  algorithm
    vdsat := if vc > 0 then v + vc - sqrt(v^2 + vc^2) else v;
    annotation(Inline = true);
  end saturation3;

  function shortening3 "Level 3: part of the channel that saturation takes away"
    input Real v "drain-source voltage beyond saturation";
    input Real xd;
    input Real KAPPA;
    input Real L;
    input Real VMAX;
    input Real drain;
    input Real vc;
    output Real part;
  protected
    Real field = if VMAX > 0 then KAPPA*vc/(max(1 - drain, 1e-12)*L) else 0 "at the end of the channel";
    Real half = 0.5*field*xd^2;
    Real d = if v > 0 and xd > 0 and KAPPA > 0 then sqrt(half^2 + KAPPA*xd^2*v) - half else 0;
  algorithm
    part := (if d > 0.5*L then L - L^2/(4*d) else d)/L;
    annotation(Inline = true);
  end shortening3;

  function choleskyFactor "C of K = C*transpose(C); columns of dependent rows are zero"
    input Integer n;
    input Real K[n, n];
    output Real C[n, n];
  protected
    Real d;
  algorithm
    C := zeros(n, n);
    for j in 1:n loop
      d := K[j, j] - sum(C[j, k]^2 for k in 1:j - 1);
      assert(d > -1e-9, "The couplings K contradict each other: no set of coils has them");
      if d > 1e-12 then
        C[j, j] := sqrt(d);
        for i in j + 1:n loop
          C[i, j] := (K[i, j] - sum(C[i, k]*C[j, k] for k in 1:j - 1))/C[j, j];
        end for;
      end if;
    end for;
  end choleskyFactor;
end Functions;
