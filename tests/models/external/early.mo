// External functions whose values are needed while the model is translated: sizes, conditions, branches. The C
// functions are here, so that the answers are those that C gives; one of Saltus' own says that "." is a folder, which
// is 3.
//! run --stop 1
//! final n = 4
//! final x[4] = 16
//! final m[2,3] = 23
//! final total = 63
//! final y = 5
//! final text = 3
//! final there.v = 1
//! final half = 2.5
//! check "absent.v" not in final
//! final many[3] = 1
//! run --stop 1 -p kind=7
//! final n = 7
//! final x[7] = 49
model Early
  function size_of "Integer result, declared pure"
    input Integer kind;
    output Integer n;
  external "C" n = early_size(kind) annotation(Include = "static int early_size(int k) { return k < 5 ? 4 : k; }");
  end size_of;
  pure function table "A matrix, whose sizes are arguments"
    input Integer rows, columns;
    output Real t[rows, columns];
  external "C" early_table(t, rows, columns)
    annotation(Include = "static void early_table(double *t, int r, int c)
    { for (int i = 0; i < r; i++) for (int j = 0; j < c; j++) t[i*c + j] = 10*(i + 1) + j + 1; }");
  end table;
  pure function word "A String"
    input Integer k;
    output String s;
  external "C" s = early_word(k) annotation(Include = "#include <ModelicaUtilities.h>
    static const char *early_word(int k)
    { char *s = ModelicaAllocateString(k); for (int i = 0; i < k; i++) s[i] = 'a'; return s; }");
  end word;
  pure function length
    input String s;
    output Integer n;
  external "C" n = early_length(s) annotation(Include = "#include <string.h>
    static int early_length(const char *s) { return (int)strlen(s); }");
  end length;
  pure function halves "Several results, of which the second is asked for"
    input Real u;
    output Boolean whole;
    output Real half;
  external "C" early_halves(u, whole, half) annotation(Include =
      "static void early_halves(double u, int *w, double *h) { *w = u == (int)u; *h = u/2; }");
  end halves;
  function twice "In a function that is interpreted"
    input Integer k;
    output Integer n;
  protected
    Real t[2, 2] = table(2, 2);
    Real h;
    Boolean w;
  algorithm
    (w, h) := halves(4);
    n := integer(t[1, 1]) - 9 + (if w then integer(h) else 0) + k - k;
  end twice;
  impure function sort "Of a file, for a parameter"
    input String name;
    output Integer n;
  external "C" n = ModelicaInternal_stat(name) annotation(Library = "ModelicaExternalC");
  end sort;
  model Part
    Real v = 1;
  end Part;
  parameter Integer kind = 2;
  parameter Integer n = size_of(kind);
  Real x[n] = {i^2 for i in 1:n};
  final parameter Real m[:, :] = table(twice(1) - 1, 3);
  Real total = sum(table(2, 3)[2, :]) - 3;
  Real y;
  Integer text = size(letters, 1);
  Real letters[length(word(3))] = ones(length(word(3)));
  Part there if whole, absent if not whole;
  parameter Boolean whole = is_whole(3);
  function is_whole
    input Real u;
    output Boolean whole;
  algorithm
    whole := halves(u);
  end is_whole;
  Real half;
  parameter Integer count = sort(".");
  Real many[count] = fill(time, count);
equation
  if size_of(9) == 9 then
    y = 5;
  else
    y = 6;
  end if;
  (, half) = halves(5);
end Early;
