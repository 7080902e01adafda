within Saltus.Diagrams;
package Signals "Signals in files: several channels over one time, with types, event codes and phases"
  import Saltus.Diagrams.Interfaces.*;
  import Saltus.Diagrams.Interfaces;
  import Saltus.Tables.Between;
  import Saltus.Tables.Beyond;

  type Kind = enumeration(double, complex, int8, uint8, int16, uint16, int32, uint32, boolean)
    "What the numbers of a channel are";

  function real "Does a channel have Reals?"
    input Kind kind;
    output Boolean y = kind == Kind.double or kind == Kind.complex;
  algorithm
    annotation (Inline=true);
  end real;

  function elements "How many Reals, or whole numbers, the channels have at a time"
    input Integer rows[:], columns[size(rows, 1)];
    input Kind kinds[size(rows, 1)];
    input Boolean reals;
    output Integer n;
  algorithm
    n := 0;
    for k in 1:size(rows, 1) loop
      if real(kinds[k]) == reals then
        n := n + rows[k]*columns[k]*(if kinds[k] == Kind.complex then 2 else 1);
      end if;
    end for;
  end elements;

  partial block Channels "Channels of a signal: their sizes and types"
    extends Interfaces.Icon;
    parameter String file = "" "File of the signal";
    parameter Integer rows[:] = {1} "Number of rows of each channel" annotation (Evaluate=true);
    parameter Integer columns[size(rows, 1)] = fill(1, size(rows, 1)) "Number of columns of each channel"
      annotation (Evaluate=true);
    parameter Kind kinds[size(rows, 1)] = fill(Kind.double, size(rows, 1)) "Type of each channel"
      annotation (Evaluate=true);
    final parameter Integer nr = elements(rows, columns, kinds, true) "Reals of all channels"
      annotation (Evaluate=true);
    final parameter Integer ni = elements(rows, columns, kinds, false) "Whole numbers of all channels"
      annotation (Evaluate=true);
  end Channels;

  function samples "How many samples a file has; without a file there is one"
    input String file;
    output Integer n;
  algorithm
    n := if file == "" then 1 else columnsOf(file, "time");
  end samples;

  function columnsOf "Number of columns of a matrix in a file"
    input String file, name;
    output Integer n;
  protected
    Integer sizes[2];
  algorithm
    sizes := matrixSizes(file, name);
    n := sizes[2];
  end columnsOf;

  function matrixSizes "Rows and columns of a matrix in a file"
    input String file, name;
    output Integer sizes[2];
  external "C" ModelicaIO_readMatrixSizes(file, name, sizes);
  end matrixSizes;

  function matrix "A matrix of a file"
    input String file, name;
    input Integer rows, columns;
    output Real A[rows, columns];
  external "C" ModelicaIO_readRealMatrix(file, name, A, rows, columns, 0);
  end matrix;

  function channelCount "How many channels a file has"
    input String file;
    output Integer n;
  external "C" n = Saltus_signalChannels(file);
  end channelCount;

  function channelType "What the numbers of a channel are said to be"
    input String file, name;
    output String kind;
  external "C" kind = Saltus_signalType(file, name);
  end channelType;

  function times "Times of the samples"
    input String file;
    input Integer n;
    output Real t[n];
  protected
    Integer sizes[2];
    Real all[3, n];
  algorithm
    if file == "" then
      t := zeros(n);
    else
      sizes := matrixSizes(file, "time");
      assert(sizes[1] == 1 or sizes[1] == 3, "the times of the signal '" + file + "' have " + String(sizes[1])
        + " rows: one, or three with event codes and phases");
      all[1:sizes[1], :] := matrix(file, "time", sizes[1], n);
      t := all[1, :];
      for k in 2:n loop
        assert(t[k] >= t[k - 1], "the times of the signal '" + file + "' fall: " + String(t[k]) + " comes after "
          + String(t[k - 1]));
      end for;
    end if;
  end times;

  function values "All samples of the Reals, or of the whole numbers: a row for each element"
    input String file;
    input Integer n "Number of samples";
    input Integer rows[:], columns[size(rows, 1)];
    input Kind kinds[size(rows, 1)];
    input Boolean reals;
    input Integer m "Number of elements";
    output Real y[m, n];
  protected
    constant String names[:] = {"double", "complex", "int8", "uint8", "int16", "uint16", "int32", "uint32", "boolean"};
    Integer first = 0, wide, found[2];
    String name;
  algorithm
    y := zeros(m, n);
    if file <> "" then
      for k in 1:size(rows, 1) loop
        name := "ch" + String(k);
        found := matrixSizes(file, name);
        wide := columns[k]*(if kinds[k] == Kind.complex then 2 else 1);
        assert(found[1] == rows[k] and found[2] == wide*n, "channel " + String(k) + " of the signal '" + file + "' has "
          + String(found[1]) + " rows and " + String(found[2]) + " columns, but " + String(rows[k]) + " and "
          + String(wide) + " times " + String(n) + " samples are declared");
        assert(channelType(file, name) == names[Integer(kinds[k])], "channel " + String(k) + " of the signal '" + file
          + "' is " + channelType(file, name) + ", but " + names[Integer(kinds[k])] + " is declared");
        if real(kinds[k]) == reals then
          y[first + 1:first + rows[k]*wide, :] := arranged(matrix(file, name, rows[k], wide*n), n, wide);
          first := first + rows[k]*wide;
        end if;
      end for;
      assert(channelCount(file) == size(rows, 1), "the signal '" + file + "' has " + String(channelCount(file))
        + " channels, but " + String(size(rows, 1)) + " are declared");
    end if;
  end values;

  function arranged "Samples beside each other become columns of elements, row by row"
    input Real A[:, :];
    input Integer n "Number of samples";
    input Integer wide "Columns of a sample";
    output Real y[size(A, 1)*wide, n];
  algorithm
    for s in 1:n loop
      for r in 1:size(A, 1) loop
        for k in 1:wide loop
          y[(r - 1)*wide + k, s] := A[r, (s - 1)*wide + k];
        end for;
      end for;
    end for;
  end arranged;

  partial block Reads "Samples of a file"
    extends Channels;
    RealOutput y[nr] "Reals of all channels, row by row"
      annotation (Placement(transformation(extent={{100,30},{120,50}})));
    IntegerOutput i[ni] "Whole numbers of all channels, row by row"
      annotation (Placement(transformation(extent={{100,-50},{120,-30}})));
    ActivationOutput o "At each sample" annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  protected
    final parameter Integer n = samples(file) "Number of samples" annotation (Evaluate=true);
    final parameter Real X[n] = times(file, n) annotation (Evaluate=true);
    final parameter Real Y[nr, n] = values(file, n, rows, columns, kinds, true, nr) annotation (Evaluate=true);
    final parameter Real I[ni, n] = values(file, n, rows, columns, kinds, false, ni) annotation (Evaluate=true);
    annotation (Icon(graphics={Line(points={{-80,-80},{-80,80}}), Line(points={{-80,-80},{80,-80}}),
      Line(points={{-70,-40},{-30,50},{10,20},{70,-10}}, color={0,0,127}),
      Line(points={{-30,-80},{-30,-60}}, color={200,0,0}), Line(points={{10,-80},{10,-60}}, color={200,0,0})}));
  end Reads;

  function sampleAt "The last sample at or before a time; 0: there is none"
    input Real X[:];
    input Real t;
    output Integer k;
  algorithm
    k := 0;
    for j in 1:size(X, 1) loop
      k := if X[j] <= t then j else k;
    end for;
  end sampleAt;

  block SignalIn "Gives the signal of a file over time"
    extends Reads;
    parameter Between between = Between.linear "Between the samples" annotation (Evaluate=true);
    parameter Beyond left = Beyond.zero "Before the first one" annotation (Evaluate=true);
    parameter Beyond right = Beyond.hold "Behind the last one" annotation (Evaluate=true);
  protected
    final parameter Boolean steps = between == Between.floor or between == Between.ceil or between == Between.nearest
      annotation (Evaluate=true);
    final parameter Boolean cubics = not steps and between <> Between.linear annotation (Evaluate=true);
    final parameter Real span(unit="s") = X[n] - X[1] "Time of the samples";
    final parameter Boolean again = right == Beyond.repeat and n > 1 and X[n] > X[1] annotation (Evaluate=true);
    final parameter Real d[nr, n] = if cubics then slopesOf(X, Y, between) else zeros(nr, n);
    Integer k "The last sample; 0: there is none yet";
    discrete Real shift(unit="s") "The samples are moved by this: whole turns";
    Boolean turns(start=false, fixed=true) "The samples begin again";
    Integer a = min(max(k, 1), max(n - 1, 1)), b = min(a + 1, n) "Samples around the time";
    Real p "Part of the time from one to the other";
    Boolean later "Of steps: the second one";
    Boolean before = k == 0 and left <> Beyond.repeat, behind = k >= n and not again;
  initial equation
    shift = startShift(X, time, left, right);
    k = sampleAt(X, time - shift);
  equation
    assert(ni == 0 or between == Between.floor,
      "a signal with channels of whole numbers needs between = floor: nothing is between them");
    when initial() then
      schedule(o, if k < n then X[k + 1] + shift - time elseif again then X[2] + span + shift - time else -1);
    end when;
    when o then
      turns = n > 1 and pre(k) >= n - 1 and (again or pre(shift) < 0);
      shift = if turns then pre(shift) + span else pre(shift);
      k = if turns then 1 else pre(k) + 1;
      schedule(o, if k < n then max(X[min(k + 1, n)] + shift - time, 0) else -1);
    end when;
    p = if X[b] > X[a] then (time - shift - X[a])/(X[b] - X[a]) else 1;
    later = if between == Between.floor then k >= n elseif between == Between.ceil then p > 0 else p >= 0.5;
    for j in 1:nr loop
      y[j] = if before then (if left == Beyond.zero then 0 elseif left == Beyond.hold then Y[j, 1]
          else Y[j, a] + p*(Y[j, b] - Y[j, a]))
        elseif behind then (if right == Beyond.zero and not steps then 0
          elseif right == Beyond.line then Y[j, a] + p*(Y[j, b] - Y[j, a]) else Y[j, n])
        elseif steps then (if later then Y[j, b] else Y[j, a])
        elseif cubics then Saltus.Tables.cubic(p, X[b] - X[a], Y[j, a], d[j, a], Y[j, b], d[j, b])
        else Y[j, a] + p*(Y[j, b] - Y[j, a]);
    end for;
    for j in 1:ni loop
      i[j] = if before and left == Beyond.zero then 0 else integer(I[j, max(k, 1)]);
    end for;
    annotation (
      Documentation(info="<html><p>docs/diagrams.md says how such a file is written. At each of its samples o
comes. A file with channels of whole numbers has steps. Without a file there is one sample of zeros at time 0. Samples
at the same time come one after another; the last one counts from there on.</p></html>"));
  end SignalIn;

  function slopesOf "Slopes of cubics, a row for each element"
    input Real X[:];
    input Real Y[:, size(X, 1)];
    input Between between;
    output Real d[size(Y, 1), size(X, 1)];
  algorithm
    for j in 1:size(Y, 1) loop
      d[j, :] := Saltus.Tables.slopes(X, Y[j, :], between);
    end for;
  end slopesOf;

  function startShift "Whole turns that move the samples around a time, where they are repeated"
    input Real X[:];
    input Real t;
    input Beyond left, right;
    output Real s;
  protected
    Integer n = size(X, 1);
  algorithm
    s := if X[n] > X[1] and (t < X[1] and left == Beyond.repeat or t > X[n] and right == Beyond.repeat)
      then floor((t - X[1])/(X[n] - X[1]))*(X[n] - X[1]) else 0;
  end startShift;

  block ActivatedSignalIn "Gives the samples of a file one after another, whatever their times are"
    extends Reads(y(each start=0, each fixed=true), i(each start=0, each fixed=true));
    parameter Beyond right = Beyond.hold "Behind the last one: zero, hold or repeat" annotation (Evaluate=true);
    ActivationInput e "When the next sample comes" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  protected
    Integer k(start=0, fixed=true) "Number of the sample";
    Boolean empty(start=false, fixed=true) "Behind the last one, where there is nothing";
  equation
    assert(right <> Beyond.line, "there is no line behind samples without times");
    o = e;
    when e then
      k = if pre(k) < n then pre(k) + 1 elseif right == Beyond.repeat then 1 else n;
      empty = right == Beyond.zero and pre(k) >= n;
      y = if empty then zeros(nr) else Y[:, k];
      i = {if empty then 0 else integer(I[j, k]) for j in 1:ni};
    end when;
    annotation (
      Documentation(info="<html><p>At activation k it gives sample k. Behind the last one it gives zeros, goes
on with
the last, or begins again with the first, as right says.</p></html>"));
  end ActivatedSignalIn;

  block SignalOut "Records its inputs at activations, and writes them into a file at the end of the run"
    extends Channels(file="signal.txt");
    parameter Boolean mesh = false "The ends of the solver's steps are recorded, too" annotation (Evaluate=true);
    parameter Boolean tries = false "So are the points that the solver tries" annotation (Evaluate=true);
    parameter Integer n(min=0, max=31) = if mesh or tries then 0 else 1 "Number of activation ports"
      annotation (Evaluate=true);
    parameter Boolean inherits = false "A sample is recorded when the inputs may change; there are no ports e"
      annotation (Evaluate=true);
    parameter Integer size_(min=0) = 0 "The last so many samples are kept; 0: all";
    parameter Boolean events = true "Events are recorded";
    parameter Boolean left = false "Left limits of events are recorded, too";
    parameter Boolean crossings[n] = fill(false, n) "Ports that zero crossings activate: their samples have kind 5";
    parameter Boolean leftOfCrossings = false "Left limits of zero crossings are recorded, too";
    RealInput u[nr] "Reals of all channels, row by row"
      annotation (Placement(transformation(extent={{-120,30},{-100,50}})));
    IntegerInput i[ni] "Whole numbers of all channels, row by row"
      annotation (Placement(transformation(extent={{-120,-50},{-100,-30}})));
    ActivationInput e[n] if not inherits "When a sample is recorded"
      annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  protected
    discrete Real before[nr + ni](each start=0, each fixed=true) "Left limits";
    discrete Real now[nr + ni](each start=0, each fixed=true) "What is recorded";
    Integer code(start=0, fixed=true) "Which ports have come";
    Boolean crossed(start=false, fixed=true) "Only such that zero crossings activate have come";
    Boolean turn(start=false, fixed=true) "Turns at each sample";
    Interfaces.Port acting[max(n, 1)] "When a sample is recorded";
    final parameter Integer weight[n] = {integer(2^(k - 1) + 0.5) for k in 1:n};
    Recorder recorder(file=file, rows=rows, columns=columns, kinds=kinds, keep=size_, events=events, left=left,
      leftOfCrossings=leftOfCrossings, mesh=mesh, tries=tries, m=nr + ni, before=before, now=now, code=code,
      crossed=crossed, here=cat(1, u, i));
    Activations.EventUnion any(n=max(n, 1), e=acting.e);
  equation
    connect(e, acting[1:n].e);
    if inherits and ni == 0 then
      acting[1].e = activation(u);
    elseif inherits and nr == 0 then
      acting[1].e = activation(i);
    elseif inherits then
      acting[1].e = activation(u) or activation(i);
    elseif n == 0 then
      acting[1].e = Activation(false);
    end if;
    connect(any.o, recorder.e);
    when acting.e then
      before = cat(1, {pre(u[k]) for k in 1:nr}, {pre(i[k]) for k in 1:ni});
      now = cat(1, u, i);
      code = sum(if active(acting[k].e) then weight[k] else 0 for k in 1:n);
      crossed = sum(if active(acting[k].e) and not crossings[k] then 1 else 0 for k in 1:n) == 0;
      turn = not pre(turn);
    end when;
    annotation (Icon(graphics={Line(points={{-40,-80},{-40,80}}), Line(points={{-40,-80},{80,-80}}),
      Line(points={{-30,-40},{0,50},{30,20},{70,-10}}, color={0,0,127}),
      Line(points={{-95,0},{-55,0}}, arrow={Arrow.None,Arrow.Filled})}),
      Documentation(info="<html><p>The third row of the times has the kind of each sample: 1 an event, -1 the left
limit before it, 5 a zero crossing, 4 the left limit before it. Which ports zero crossings activate is said by
crossings. The second row has the sum of 1, 2, 4, ... of the ports that have come.</p></html>"));
  end SignalOut;

  block Recorder "The part of SignalOut in C"
    parameter String file;
    parameter Integer rows[:];
    parameter Integer columns[size(rows, 1)];
    parameter Kind kinds[size(rows, 1)];
    parameter Integer keep;
    parameter Boolean events;
    parameter Boolean left;
    parameter Boolean leftOfCrossings;
    parameter Boolean mesh annotation (Evaluate=true);
    parameter Boolean tries annotation (Evaluate=true);
    parameter Integer m;
    input Real before[m];
    input Real now[m];
    input Integer code;
    input Boolean crossed;
    input Real here[m];
    ActivationInput e;
  external "C" saltus_recorder() annotation (Include="
#include <saltus_block.h>
#include <string.h>
/* kept: how many samples there were, saved with the run; the samples themselves are not. */
typedef struct saltus_samples { FILE *file; double *at; size_t n, room, wide, *kept; } saltus_samples;
static void saltus_sample_add(saltus_block *b, saltus_samples *s, const double *values, int code, int phase)
{
    size_t keep = (size_t)saltus_parameter_int(b, 5)[0];
    if (*s->kept > s->n)
        saltus_warning(b, \"the file '%s' has no samples from before time %.9g: the run went on from a saved one, or a\"
            \" parameter was changed\", saltus_parameter_text(b, 1), saltus_block_time(b));
    *s->kept = s->n + 1;
    if (s->n == s->room && (!keep || s->room < keep)) {
        size_t room = s->room ? 2*s->room : 64;
        double *at = saltus_memory(b, (keep && room > keep ? keep : room)*s->wide*sizeof *at);
        if (s->n)
            memcpy(at, s->at, s->n*s->wide*sizeof *at);
        s->at = at;
        s->room = keep && room > keep ? keep : room;
    }
    double *row = s->at + (keep ? s->n % keep : s->n)*s->wide;
    row[0] = saltus_block_time(b);
    row[1] = code;
    row[2] = phase;
    for (size_t k = 3; k < s->wide; k++)
        row[k] = values[k - 3];
    s->n++;
}
static void saltus_sample_write(saltus_block *b, saltus_samples *s)
{
    static const char *const names[] = {\"double\", \"complex\", \"int8\", \"uint8\", \"int16\", \"uint16\",
      \"int32\", \"uint32\",
        \"boolean\"};
    size_t count = s->n < s->room ? s->n : s->room, from = s->n > s->room ? s->n % s->room : 0;
    size_t channels = saltus_elements(b, SALTUS_PARAMETER, 2), reals = 0, at[2];
    fprintf(s->file, \"#1\\ndouble time(3,%zu)\\n\", count);
    for (size_t r = 0; r < 3; r++)
        for (size_t k = 0; k < count; k++)
            fprintf(s->file, \"%.17g%c\", s->at[(from + k) % s->room*s->wide + r], k + 1 < count ? ' ' : '\\n');
    for (size_t c = 0; c < channels; c++) {
        int kind = saltus_parameter_int(b, 4)[c];
        size_t n = (size_t)saltus_parameter_int(b, 2)[c]*(size_t)saltus_parameter_int(b, 3)[c];
        reals += kind == 1 ? n : kind == 2 ? 2*n : 0;
    }
    at[0] = 3;
    at[1] = 3 + reals;
    for (size_t c = 0; c < channels; c++) {
        int kind = saltus_parameter_int(b, 4)[c];
        size_t rows = (size_t)saltus_parameter_int(b, 2)[c];
        size_t wide = (size_t)saltus_parameter_int(b, 3)[c]*(kind == 2 ? 2 : 1), *first = &at[kind > 2];
        fprintf(s->file, \"%s ch%zu(%zu,%zu)\\n\", names[kind - 1], c + 1, rows, wide*count);
        for (size_t r = 0; r < rows; r++) {
            for (size_t k = 0; k < count; k++)
                for (size_t j = 0; j < wide; j++)
                    fprintf(s->file, \"%.17g \", s->at[(from + k) % s->room*s->wide + *first + r*wide + j]);
            fprintf(s->file, \"\\n\");
        }
        *first += rows*wide;
    }
}
/* Both sides of an instant are recorded once, by an activation that comes in it or by the step that ends there. */
static int saltus_sample_last(saltus_block *b, const saltus_samples *s)
{
    const double *row = s->n ? s->at + (s->n - 1) % s->room*s->wide : NULL;
    return row && row[0] == saltus_block_time(b) ? (int)row[2] : SALTUS_MESH;
}
static void saltus_sample_step(saltus_block *b, saltus_samples *s)
{
    int phase = saltus_phase_of(b), mesh = saltus_parameter_int(b, 9)[0], before = saltus_sample_last(b, s);
    int left = phase == SALTUS_BEFORE_EVENT || phase == SALTUS_BEFORE_CROSSING;
    int wanted = phase == SALTUS_TRY ? saltus_parameter_int(b, 10)[0] : phase == SALTUS_MESH ? mesh
        : left ? mesh && saltus_parameter_int(b, phase == SALTUS_BEFORE_EVENT ? 7 : 8)[0]
        : mesh && saltus_parameter_int(b, 6)[0] && before != SALTUS_EVENT && before != SALTUS_CROSSED;
    if (wanted)
        saltus_sample_add(b, s, saltus_input(b, 5), 0, phase);
}
void saltus_recorder(saltus_block *b, saltus_call call)
{
    saltus_samples *s = b->user;
    if (call == SALTUS_INITIALISE) {
        b->user = s = saltus_memory(b, sizeof *s);
        s->wide = 3 + saltus_elements(b, SALTUS_INPUT, 1);
        s->kept = saltus_kept(b, sizeof *s->kept);
        s->file = saltus_file(b, saltus_parameter_text(b, 1), \"w\");
        if (!s->file)
            saltus_error(b, \"the file '%s' cannot be written\", saltus_parameter_text(b, 1));
    }
    if (call == SALTUS_COMMIT && saltus_active(b, 1)) {
        int crossed = saltus_input_int(b, 4)[0], code = saltus_input_int(b, 3)[0];
        int known = saltus_sample_last(b, s);
        if (known == SALTUS_BEFORE_EVENT || known == SALTUS_BEFORE_CROSSING)
            s->at[(s->n - 1) % s->room*s->wide + 1] = code;
        else if (saltus_parameter_int(b, crossed ? 8 : 7)[0])
            saltus_sample_add(b, s, saltus_input(b, 1), code, crossed ? 4 : -1);
        if (saltus_parameter_int(b, 6)[0])
            saltus_sample_add(b, s, saltus_input(b, 2), code, crossed ? 5 : 1);
    }
    if (call == SALTUS_STEP)
        saltus_sample_step(b, s);
    if (call == SALTUS_TERMINATE && s && s->file)
        saltus_sample_write(b, s);
}");
    annotation (
      __Saltus(steps=if tries then "tries" elseif mesh then "ends" else "none"),
      Documentation(info="<html><p>Inputs are what is recorded; SignalOut has the ports and the parameters that
people
set.</p></html>"));
  end Recorder;
end Signals;
