// A class that contains an array of itself.
model Tree parameter Integer d = 3; parameter Real w = 1; Real leaf = w*time if d == 0; Real s;
Tree sub[2](each d = d - 1, w = {w, 2*w}) if d > 0; Sum u(n = if d > 0 then 2 else 0);
equation s = w + time; end Tree;
model Sum parameter Integer n = 2; Real x[n]; equation x = fill(time, n); end Sum;
model M Tree t[2](w = {1, 10}); end M;
