package Structures "records that go to external C"
  record Inner
    Integer k;
    Boolean b;
  end Inner;
  record Outer
    Real a;
    Inner i;
    Real z;
  end Outer;
  function weigh
    input Outer r;
    output Real y;
  external "C" y = weigh(r) annotation(Include = "
typedef struct { int k, b; } inner_record;
typedef struct { double a; inner_record i; double z; } outer_record;
static double weigh(void *r) { outer_record *o = r; return o->a + 10*o->i.k + 100*o->z; }
static void twice(void *from, void *to)
{
	outer_record *f = from, *t = to;
	t->a = 2*f->a;
	t->i.k = 2*f->i.k;
	t->i.b = !f->i.b;
	t->z = 0;
}
");
  end weigh;
  function twice
    input Outer r;
    output Outer s;
  external "C" twice(r, s) annotation(Include = "");
  end twice;
  model Use
    parameter Outer r(a = 3, i(k = 4, b = false), z = 2);
    Real y = weigh(r);
    Outer out = twice(r);
  end Use;
end Structures;
