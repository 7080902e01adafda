// Arrays of discrete variables in a when clause: a shift register of Booleans with feedback (period 7 for three bits
// with x^3 + x + 1), and one of Integers.
//| bits, word = [1, 0, 0], []
//| for n in range(20):
//|     bits = [bits[1] ^ bits[2], bits[0], bits[1]]
//|     word.append(bits)
//! run --stop 20
//! value [[right('b[%d]' % k, n) for k in (1, 2, 3)] for n in range(1, 21)] = word
//! final line[1] = 20
//! final line[4] = 17
//! check word[6] == word[13] and word[:7].count(word[6]) == 1
model ShiftRegister
  Boolean b[3](start = {true, false, false}, each fixed = true);
  Integer line[4](each start = 0, each fixed = true), n(start = 0, fixed = true);
equation
  when sample(1, 1) then
    b[1] = pre(b[2]) <> pre(b[3]);
    b[2:3] = pre(b[1:2]);
    n = pre(n) + 1;
    line[1] = n;
    for i in 2:4 loop
      line[i] = pre(line[i - 1]);
    end for;
  end when;
end ShiftRegister;
