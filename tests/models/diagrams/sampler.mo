// Used by inside.cosy.
//! run --stop 2 --input u=3
//! final y = 3
model Sampler "takes its input half a second after each second"
  input Real u;
  output Real y(start = 0, fixed = true);
  Activation e = Activation(1), o;
equation
  when e then schedule(o, 0.5); end when;
  when o then y = u; end when;
end Sampler;
