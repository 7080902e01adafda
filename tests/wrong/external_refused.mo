// C of the model is not wanted.
//! run
//! options --no-external
//! error U0346 6:17
//! says 'system'
impure function f
  input String command;
  output Integer y;
external "C" y = system(command) annotation(Include = "#include <stdlib.h>");
end f;

model M
  discrete Integer x;
equation
  when initial() then
    x = f("touch /tmp/saltus-was-here");
  end when;
end M;
