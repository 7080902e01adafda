within Spice;
package Waveforms "Values over time, for sources of voltage and of current"
  partial model Pulse "PULSE: trapezoids"
    Real w "value of the waveform";
    parameter Real V1 = 0 "initial value";
    parameter Real V2 = 0 "pulsed value";
    parameter Real TD = 0 "delay, s";
    parameter Real TR = 0 "rise, s; SPICE takes TSTEP for 0";
    parameter Real TF = 0 "fall, s; SPICE takes TSTEP for 0";
    parameter Real PW = notGiven "width, s; SPICE takes TSTOP";
    parameter Real PER = notGiven "period, s; SPICE takes TSTOP";
    parameter Integer NP = 0 "number of pulses, 0: no end";
  protected
    final parameter Boolean periodic = PER < 0.9*notGiven and PER > 0;
    Integer k "number of this period, from 0";
    Real T0 "when it began, s";
  initial algorithm
    k := if periodic then max(integer((time - TD)/PER), 0) else 0;
    T0 := TD + k*PER;
  equation
    when periodic and integer((time - TD)/PER) > pre(k) then
      k = pre(k) + 1;
      T0 = TD + k*PER;
    end when;
    w = if time < TD or NP > 0 and k >= NP then V1
      elseif time < T0 + TR then Functions.line(T0, V1, T0 + TR, V2, time)
      elseif time < T0 + TR + PW then V2
      elseif time < T0 + TR + PW + TF then Functions.line(T0 + TR + PW, V2, T0 + TR + PW + TF, V1, time) else V1;
  end Pulse;

  partial model Sin "SIN: a sine, perhaps damped"
    Real w "value of the waveform";
    parameter Real VO = 0 "offset";
    parameter Real VA = 0 "amplitude";
    parameter Real FREQ = 1 "frequency, Hz; SPICE takes 1/TSTOP";
    parameter Real TD = 0 "delay, s";
    parameter Real THETA = 0 "damping, 1/s";
    parameter Real PHASE = 0 "degrees";
  equation
    w = VO + VA*(if time < TD then sin(PHASE*degree) else
      exp(-THETA*(time - TD))*sin(2*pi*FREQ*(time - TD) + PHASE*degree));
  end Sin;

  partial model Exp "EXP: an exponential rise and fall"
    Real w "value of the waveform";
    parameter Real V1 = 0 "initial value";
    parameter Real V2 = 0 "pulsed value";
    parameter Real TD1 = 0 "delay of the rise, s";
    parameter Real TAU1 = 1e-9 "time constant of the rise, s; SPICE takes TSTEP";
    parameter Real TD2 = TD1 + 1e-9 "delay of the fall, s; SPICE takes TD1 + TSTEP";
    parameter Real TAU2 = TAU1 "time constant of the fall, s; SPICE takes TSTEP";
  equation
    w = if time < TD1 then V1 elseif time < TD2 then V1 + (V2 - V1)*(1 - exp(-(time - TD1)/TAU1)) else
      V1 + (V2 - V1)*(1 - exp(-(time - TD1)/TAU1)) + (V1 - V2)*(1 - exp(-(time - TD2)/TAU2));
  end Exp;

  partial model Pwl "PWL: straight lines between points"
    Real w "value of the waveform";
    parameter Real T[:] = {0} "times, ascending, s";
    parameter Real V[:] = {0} "values";
    parameter Real R = -1 "repeat what follows this time, s; negative: no repetition";
    parameter Real TD = 0 "delay, s";
  protected
    discrete Real t0 "when this line began, s";
    discrete Real v0 "its first value";
    discrete Real v1 "its last value";
    discrete Real next "when the next line begins, s";
  equation
    when {initial(), time >= pre(next)} then
      (t0, v0, v1, next) = Functions.lineOfPoints(size(T, 1), T, V, R, TD, time);
    end when;
    w = Functions.line(t0, v0, next, v1, time);
  end Pwl;

  partial model Sffm "SFFM: frequency modulation by one frequency"
    Real w "value of the waveform";
    parameter Real VO = 0 "offset";
    parameter Real VA = 0 "amplitude";
    parameter Real FC = 1 "carrier, Hz; SPICE takes 1/TSTOP";
    parameter Real MDI = 0 "modulation index";
    parameter Real FS = FC "signal, Hz; SPICE takes 1/TSTOP";
    parameter Real PHASEC = 0 "phase of the carrier, degrees";
    parameter Real PHASES = 0 "phase of the signal, degrees";
  equation
    w = VO + VA*sin(2*pi*FC*time + PHASEC*degree + MDI*sin(2*pi*FS*time + PHASES*degree));
  end Sffm;

  partial model Am "AM: amplitude modulation"
    Real w "value of the waveform";
    parameter Real VA = 0 "amplitude";
    parameter Real VO = 0 "offset of the signal";
    parameter Real MF = 1 "modulating frequency, Hz";
    parameter Real FC = 1 "carrier, Hz";
    parameter Real TD = 0 "delay, s";
    parameter Real PHASES = 0 "phase, degrees";
  equation
    w = if time < TD then 0 else VA*(VO + sin(2*pi*MF*(time - TD) + PHASES*degree))*
      sin(2*pi*FC*(time - TD) + PHASES*degree);
  end Am;

  partial model Pattern "PATTERN: a stream of bits"
    Real w "value of the waveform";
    parameter Real VHI = 0 "value of 1";
    parameter Real VLO = 0 "value of 0";
    parameter Real TD = 0 "delay, s";
    parameter Real TR = 0 "rise, s";
    parameter Real TF = 0 "fall, s";
    parameter Real TSAMPLE = 1 "time of a bit, s";
    parameter Integer B[:] = {0} "bits, each 0 or 1";
    parameter Boolean R = false "repeat";
  protected
    discrete Real t0 "when this line began, s";
    discrete Real v0 "its first value";
    discrete Real v1 "its last value";
    discrete Real next "when the next line begins, s";
  equation
    when {initial(), time >= pre(next)} then
      (t0, v0, v1, next) = Functions.lineOfBits(size(B, 1), B, VHI, VLO, TD, TR, TF, TSAMPLE, R, time);
    end when;
    w = Functions.line(t0, v0, next, v1, time);
  end Pattern;

  partial model Trnoise "TRNOISE: noise in time"
    Real w "value of the waveform";
    parameter Real NA = 0 "standard deviation of white noise";
    parameter Real NT = 0 "time step of the noise, s";
    parameter Real NALPHA = 0 "exponent of 1/f noise, below 2; 0: none";
    parameter Real NAMP = 0 "amplitude of 1/f noise";
    parameter Real RTSAM = 0 "amplitude of random telegraph noise";
    parameter Real RTSCAPT = 0 "mean time to capture, s";
    parameter Real RTSEMT = 0 "mean time to emission, s";
    parameter Integer SEED = 1 "stream of random numbers";
  protected
    final parameter Integer taps = if NALPHA > 0 and NAMP > 0 then 100 else 0;
    final parameter Real h = if NT > 0 then NT else 1;
    final parameter Boolean telegraph = RTSAM <> 0 and RTSCAPT > 0 and RTSEMT > 0;
    discrete Real a "value of the noise where this line began";
    discrete Real b "where it ends";
    discrete Real x[taps] "1/f noise before, the newest first";
    discrete Real t0 "when this line began, s";
    Integer k(start = -1, fixed = true) "number of the line";
    Integer switched(start = 0, fixed = true) "how often the telegraph has switched";
    discrete Real level "of the telegraph";
    discrete Real flip "when it switches next, s";
  equation
    when sample(0, h) then
      k = pre(k) + 1;
      t0 = time;
      a = pre(b);
      x = Functions.pinkNoise(taps, pre(x), NALPHA, NAMP*Functions.normal(SEED + 7, k));
      b = NA*Functions.normal(SEED, k) + (if taps > 0 then sum(x[1:min(1, taps)]) else 0);
    end when;
    when telegraph and time >= pre(flip) then
      switched = pre(switched) + 1;
      level = RTSAM - pre(level);
      flip = pre(flip) + (if abs(level) > 0 then RTSEMT else RTSCAPT)*(-log(Functions.uniform(SEED + 13, switched)));
    end when;
    w = (if NT > 0 then a + (b - a)*(time - t0)/h else 0) + level;
  initial equation
    pre(a) = 0;
    pre(b) = 0;
    pre(t0) = 0;
    pre(x) = zeros(taps);
    pre(level) = 0;
    pre(flip) = RTSCAPT*(-log(Functions.uniform(SEED + 13, 0)));
  end Trnoise;

  partial model Trrandom "TRRANDOM: random values, each held for a time"
    Real w "value of the waveform";
    parameter Integer TYPE = 1 "1 uniform, 2 Gaussian, 3 exponential, 4 Poisson";
    parameter Real TS = 1 "time of a value, s";
    parameter Real TD = 0 "delay, s";
    parameter Real PARAM1 = 1 "range, standard deviation, mean, lambda";
    parameter Real PARAM2 = 0 "offset";
    parameter Integer SEED = 1 "stream of random numbers";
  protected
    discrete Real held "value of this time";
    Integer k(start = -1, fixed = true) "its number";
  equation
    when sample(TD, TS) then
      k = pre(k) + 1;
      held = PARAM2 + Functions.randomOf(TYPE, PARAM1, SEED, k);
    end when;
    w = if time < TD then 0 else held;
  initial equation
    pre(held) = 0;
  end Trrandom;
end Waveforms;
