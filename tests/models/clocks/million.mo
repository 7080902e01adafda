// Ticks of clocks with one base are counted, not compared by their times: after a million ticks none is lost or early.
//! run --stop 1 --vars a,b,c,d,e,first
//! long
//! final a = 1000001
//! final b = 142858
//! final c = 333334
//! final d = 428572
//! final e = 333332
//! check final['first'] == 1
model Million
  Integer a(start = 0), b(start = 0), c(start = 0), d(start = 0), e(start = 0), first(start = 0);
  Clock base = Clock(1, 1000000), seventh = subSample(base, 7), third = subSample(base, 3);
equation
  when base then
    a = previous(a) + 1;
  end when;
  when seventh then
    b = previous(b) + 1;
  end when;
  when third then
    c = previous(c) + 1;
    first = previous(first) + (if firstTick() then 1 else 0);
  end when;
  when superSample(seventh, 3) then          // 3/7 of a microsecond: between the ticks of the others
    d = previous(d) + 1;
  end when;
  when shiftSample(third, 5, 3) then         // five microseconds later: two ticks are missing at the end
    e = previous(e) + 1;
  end when;
end Million;
