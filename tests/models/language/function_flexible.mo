// Arrays of functions whose size changes or is found by the call (3.6, 12.4.4, 12.4.5): ':' that takes what is
// assigned, sizes of results from values of arguments, in models from parameters and inside of functions from run to
// run; matrices, strings, records, return from the middle, recursion, several results, derivatives through all of it.
// Sums are written beside.
//! class FunctionFlexible.Use
//! run --stop 1 --tol 1e-9
//! final a[1] = 1
//! final a[2] = 3
//! final a[3] = 4
//! check len([n for n in final if n.startswith('a[')]) == 3
//! b = (sin(t) + 2 + cos(t) + 3 + 5) + 300 + 1e4*(cos(t) + 8) + 6e6 +- 1e-6
//! db = cos(t) - sin(t) - 1e4*sin(t) +- 1e-8
//! final c[3] = 3
//! final k[2] = 3
//! final rows[2,1] = 5
//! final rows[2,2] = 6
//! final word = 5
//! final early = 1 + 2
//! final doubled[6] = 6
//! final tree = 1 + 2 + 3 + 4 + 5 + 6 + 7
//! final lo[1] = -2
//! final hi[2] = 4
//! check len([n for n in final if n.startswith('hi[')]) == 2
//! final table.y[2] = 4
//! final late = 14
//! final constant_[2] = 7
//! final grow = 1 + 2 + 3 + 4
//! final empty = 7
package FunctionFlexible
  function positives
    input Real x[:];
    output Real y[:];
  algorithm
    for i in 1:size(x, 1) loop
      if x[i] > 0 then
        y := cat(1, y, {x[i]});
      end if;
    end for;
  end positives;

  function upTo
    input Integer n;
    output Real y[n];
  algorithm
    y := 1:n;
  end upTo;

  function total "sizes that only the run tells"
    input Real x[:];
    output Real s;
  protected
    Real p[:] = positives(x);
    Integer n = size(p, 1);
  algorithm
    s := sum(p) + 100*n + 1e4*sum(positives(p[2:n])) + 1e6*sum(upTo(n));
  end total;

  function countTrue
    input Boolean b[:];
    output Integer n;
  algorithm
    n := sum(if b[i] then 1 else 0 for i in 1:size(b, 1));
  end countTrue;

  function index "as many results as there are trues"
    input Boolean b[:];
    output Integer k[countTrue(b)];
  protected
    Integer j = 0;
  algorithm
    for i in 1:size(b, 1) loop
      if b[i] then
        j := j + 1;
        k[j] := i;
      end if;
    end for;
  end index;

  function stack "a row more each time"
    input Integer n;
    output Real A[:, :];
  algorithm
    A := zeros(0, 2);
    for i in 1:n loop
      A := [A; 4*i - 3, 4*i - 2];
    end for;
  end stack;

  function longest "strings too"
    input Integer n;
    output Integer k;
  protected
    String words[:];
  algorithm
    for i in 1:n loop
      words := cat(1, words, {if i == 2 then "b" else "a"});
    end for;
    k := size(words, 1) + (if n > 1 and words[2] == "b" then 1 else 0);
  end longest;

  function untilZero "leaves in the middle"
    input Real x[:];
    output Real y[:];
  algorithm
    for i in 1:size(x, 1) loop
      if x[i] == 0 then
        return;
      end if;
      y := cat(1, y, x[i:i]);
    end for;
    y := zeros(0);
  end untilZero;

  function twice "all assignments have one size that is known: an array as any other"
    input Real x[:];
    output Real y[:];
  protected
    Real z[:];
  algorithm
    z := 2*x;
    y := cat(1, z/2, 3 .+ z/2);
  end twice;

  function inOrder "calls itself"
    input Integer low, high;
    output Real y[:];
  protected
    Integer m;
  algorithm
    if high >= low then
      m := div(low + high, 2);
      y := cat(1, inOrder(low, m - 1), {m}, inOrder(m + 1, high));
    end if;
  end inOrder;

  function part
    input Real x[:];
    output Real low[:], high[:];
  algorithm
    for i in 1:size(x, 1) loop
      if x[i] < 0 then
        low := cat(1, low, x[i:i]);
      elseif x[i] > 2 then
        high := cat(1, high, x[i:i]);
      end if;
    end for;
  end part;

  record Table
    Real x[:];
    Real y[:];
  end Table;

  function squares
    input Integer n;
    output Table t(x = 1:n, y = {i^2 for i in 1:n});
  algorithm
  end squares;

  function later "sizes and values from components that are declared below"
    input Integer k;
    output Real s;
  protected
    Real v[n] = {i*factor for i in 1:n};
    Real factor = n/2;
    Integer n = k + 1;
  algorithm
    s := sum(v);
  end later;

  function grown "one local, several sizes"
    input Integer n;
    output Real s;
  protected
    Real v[:] = {1};
  algorithm
    while size(v, 1) < n loop
      v := cat(1, v, {v[end] + 1});
    end while;
    v := {sum(v)};
    s := v[1];
  end grown;

  function joined "matrices without elements"
    input Real A[:, :], B[:, :];
    output Real s;
  protected
    Real H[size(A, 1) + size(B, 1), 2*size(A, 2)] = [A, -A; -B, B];
    Real G[:, :];
  algorithm
    G := [A, B];
    G := zeros(0, 3);
    s := 7 + sum(H) + sum(G) + size(G, 1);
  end joined;

  constant Real constant_[:] = positives({-1, 3, 7});

  model Use
    parameter Real p[:] = {1, -2, 3, 4};
    Real a[:] = positives(p);
    Real b = total({sin(time) + 2, -1, cos(time) + 3, 5});
    Real db = der(b);
    Real c[:] = upTo(3);
    Integer k[:] = index({true, false, true});
    Real rows[:, :] = stack(3);
    Integer word = longest(4);
    Real early = sum(untilZero({1, 2, 0, 3}));
    Real doubled[:] = twice({1, 2, 3});
    Real tree = sum(inOrder(1, 7));
    Real lo[size(lows, 1)] = lows, hi[2];
    Table table = squares(2);
    Real late = later(3) - 6;
    parameter Real constant_[:] = FunctionFlexible.constant_;
    Real grow = grown(4);
    Real empty = joined(zeros(0, 0), zeros(0, 0));
  protected
    parameter Real lows[:] = part(p);
  equation
    (, hi) = part(p);
  end Use;
end FunctionFlexible;
