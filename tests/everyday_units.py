"""Units of everyday engineering for tests/everyday.py: a class of Modelica each, values of its parameters by chance,
and what it must give, computed here from closed forms.

A unit is a function of a random generator. It returns the body of its class, a list of parameters, and a reference:
`reference(t)` gives what the outputs are after t seconds, as {name: (value, size)} for Reals, {name: whole number} for
counts; None where rounding would decide. In the text NOW is the time since the start, and START the start.
"""
import math

from everyday_motion import (ball, batches, bisect, charger, decimal, encoder, friction, near, rate_limiter,
                             rectifier, relay, stairs)


def above(w, p, c, t):
    """The intervals in (0, t) in which sin(w*s + p) > c; -1 < c < 1."""
    first, last = math.asin(c), math.pi - math.asin(c)
    found, k = [], math.floor((p - first)/(2*math.pi)) - 1
    while True:
        a, b = (first + 2*math.pi*k - p)/w, (last + 2*math.pi*k - p)/w
        if a >= t:
            return found
        if b > 0:
            found.append((max(a, 0.0), min(b, t), a, b))
        k += 1


def thermostat(r):
    lo = decimal(r, 15, 20, 1)
    hi, tau, ambient = lo + decimal(r, 0.5, 4, 1), decimal(r, 1, 9, 1), decimal(r, -10, 10, 0)
    heat = (hi - ambient)*decimal(r, 1.2, 4, 1)
    begin = r.choice([lo + 0.3*(hi - lo), hi + 1, lo - 5])
    on = r.choice(["not pre(on) and T < lo or pre(on) and T <= hi", "if pre(on) then T <= hi else T < lo"])
    way = r.choice(["der(T) = (ambient + (if on then heat else 0) - T)/tau;",
                    "if on then\n    tau*der(T) = ambient + heat - T;\n  else\n    tau*der(T) = ambient - T;\n"
                    "  end if;"])
    body = """  Real T(start = begin, fixed = true), E(start = 0, fixed = true);
  Boolean on(start = false, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  %s
  der(E) = if on then heat/tau else 0;
  on = %s;
  when not on then
    n = pre(n) + 1;
  end when;""" % (way, on)

    def reference(t):
        T, now, on, energy, n = begin, 0.0, begin < lo, 0.0, 0
        while True:
            aim, level = (ambient + heat, hi) if on else (ambient, lo)
            takes = tau*math.log((T - aim)/(level - aim))
            if near(now + takes, t):
                return None
            step = min(takes, t - now)
            energy += heat/tau*step if on else 0
            if now + takes > t:
                return {"T": (aim + (T - aim)*math.exp(-step/tau), hi - ambient), "E": (energy, heat*t/tau), "n": n}
            now, T, n, on = now + takes, level, n + on, not on
    return body, dict(lo=lo, hi=hi, tau=tau, ambient=ambient, heat=heat, begin=begin), reference


def pwm(r):
    period, duty = r.choice([0.1, 0.05, 0.2, 0.3, decimal(r, 0.02, 0.4)]), decimal(r, 0.1, 0.9, 1)
    V, R, L = decimal(r, 5, 48, 0), decimal(r, 0.5, 5, 1), decimal(r, 0.1, 2, 1)
    on = r.choice(["mod(NOW, period) < duty*period", "NOW/period - floor(NOW/period) < duty",
                   "NOW - period*integer(NOW/period) < duty*period"])
    way = r.choice(["L*der(i) = (if %s then V else 0) - R*i;", "u = if %s then V else 0;\n  L*der(i) + R*i = u;"]) % on
    body = """  Real i(start = 0, fixed = true), q(start = 0, fixed = true);%s
equation
  %s
  der(q) = i;""" % ("\n  Real u;" if "u =" in way else "", way)

    def reference(t):
        i = q = now = 0.0
        k = 0
        while now < t:
            for u, end in ((V, (k + duty)*period), (0, (k + 1)*period)):
                step = max(0.0, min(end, t) - now)
                decay = math.exp(-R*step/L)
                q += u/R*step + (i - u/R)*L/R*(1 - decay)
                i = u/R + (i - u/R)*decay
                now = max(now, min(end, t))
            k += 1
        return {"i": (i, V/R), "q": (q, V/R*t)}
    return body, dict(period=period, duty=duty, V=V, R=R, L=L), reference


def sampled(r):
    Ts, tau, dead = r.choice([0.1, 0.2, 0.05, 0.3, 0.25]), decimal(r, 0.3, 3, 1), r.randint(1, 4)
    Kp, Ki, aim, most = decimal(r, 0.2, 1.5, 1), decimal(r, 0.1, 1, 1), decimal(r, 0.5, 3, 1), decimal(r, 1, 4, 1)
    algorithm = r.random() < 0.5
    act = ["I {s} max(-most, min(most, pre(I) + Ki*Ts*(aim - x)));",
           "out {s} max(-most, min(most, Kp*(aim - x) + I));",
           "b[1] {s} pre(out);", "for k in 2:%d loop b[k] {s} pre(b[k - 1]); end for;" % dead]
    act = act[:3] + (act[3:] if dead > 1 else [])
    act = "\n    ".join(a.format(s=":=" if algorithm else "=") for a in act)
    body = """  Real x(start = 0, fixed = true), Q(start = 0, fixed = true);
  discrete Real I(start = 0, fixed = true), out(start = 0, fixed = true), b[%d](each start = 0, each fixed = true);
%s  when sample(START, Ts) then
    %s
  end when;
%s  tau*der(x) = b[%d] - x;
  der(Q) = abs(aim - x);""" % (dead, "algorithm\n" if algorithm else "equation\n", act,
                               "equation\n" if algorithm else "", dead)

    def reference(t):
        x = I = out = Q = 0.0
        line, k = [0.0]*dead, 0
        while True:
            if near(k*Ts, t):
                return None
            if k*Ts > t:
                break
            before = out
            I = max(-most, min(most, I + Ki*Ts*(aim - x)))
            out = max(-most, min(most, Kp*(aim - x) + I))
            line = [before] + line[:-1]
            u, end = line[-1], min((k + 1)*Ts, t)
            step, k = end - k*Ts, k + 1
            parts, y = [step], (aim - u)/(x - u) if x != u else -1
            if 0 < y < 1 and -tau*math.log(y) < step:
                parts = [-tau*math.log(y), step + tau*math.log(y)]
            for p in parts:
                decay = math.exp(-p/tau)
                Q += abs((aim - u)*p - (x - u)*tau*(1 - decay))
                x = u + (x - u)*decay
        return {"x": (x, most), "Q": (Q, aim*t), "I": (I, most), "out": (out, most)}
    return body, dict(Ts=Ts, tau=tau, Kp=Kp, Ki=Ki, aim=aim, most=most), reference


def tank(r):
    lo = decimal(r, 0.2, 1, 1)
    hi, k, A = lo + decimal(r, 0.2, 2, 1), decimal(r, 0.2, 1, 1), decimal(r, 0.5, 3, 1)
    q = k*math.sqrt(hi)*decimal(r, 1.2, 3, 1)
    body = """  Real h(start = hi, fixed = true), V(start = 0, fixed = true);
  Boolean pump(start = false, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  A*der(h) = (if pump then q else 0) - k*sqrt(%s);
  der(V) = if pump then q else 0;
  when %s then
    pump = h < 0.5*(lo + hi);
    n = pre(n) + 1;
  end when;""" % (r.choice(["h", "h", "max(h, 0)"]), r.choice(["{h < lo, h > hi}", "h < lo or h > hi"]))

    def takes(q, a, b):
        """From the level a to b, with s = sqrt(h): 2*A*s*s' = q - k*s."""
        def f(s):
            return -2*A/k*(s + q/k*math.log(abs(q/k - s)))
        return f(math.sqrt(b)) - f(math.sqrt(a)) if q else 2*A/k*(math.sqrt(a) - math.sqrt(b))

    def reference(t):
        now, level, flow, n, volume = 0.0, hi, 0.0, 0, 0.0
        while True:
            end = lo if flow == 0 else hi
            step = takes(flow, level, end)
            if near(now + step, t):
                return None
            volume += flow*min(step, t - now)
            if now + step > t:
                h = bisect(lambda x: takes(flow, level, x) > t - now, *((lo, hi) if flow else (hi, lo)))  \
                    if flow else (math.sqrt(level) - k/(2*A)*(t - now))**2
                return {"h": (h, hi), "V": (volume, q*t), "n": n}
            now, level, flow, n = now + step, end, q - flow, n + 1
    return body, dict(lo=lo, hi=hi, k=k, A=A, q=q), reference


def dead_time(r):
    D, k, c, x0 = r.choice([0.1, 0.3, 0.5, 1.0, decimal(r, 0.2, 2)]), decimal(r, 0.3, 1.2, 1), decimal(r, -1, 1, 1), 1.0
    body = """  Real x(start = x0, fixed = true), d;
equation
  d = delay(x, D);
  der(x) = c - k/D*d;"""

    def reference(t):
        if near(t/D, round(t/D)) or t/D > 60:
            return None
        past, value = [x0], x0          # polynomials in s = (time since the beginning of the piece)/D
        for _ in range(int(t/D) + 1):
            slope = [-k*p for p in past]
            slope[0] += c*D
            past = [value] + [p/(i + 1) for i, p in enumerate(slope)]
            value = math.fsum(past)
        s = t/D - int(t/D)
        return {"x": (sum(p*s**i for i, p in enumerate(past)), 1 + abs(c)*D/k)}
    return body, dict(D=D, k=k, c=c, x0=x0), reference


def pulses(r):
    w, p, c = decimal(r, 0.5, 60, 1), decimal(r, 0, 6), r.choice([-0.5, 0.1, 0.3, 0.9, 0.99, decimal(r, -0.9, 0.9)])
    D = decimal(r, 0.1, 0.9)*(math.pi - 2*math.asin(c))/w*r.choice([0.5, 1, 1.3])
    body = """  Real x(start = 0, fixed = true), A(start = 0, fixed = true);
  Boolean high;
  discrete Real since(start = 1e9, fixed = true);
  Integer n(start = 0, fixed = true), late(start = 0, fixed = true);
equation
  high = sin(w*NOW + p) > c;
  der(x) = if high then 1 else 0;
  der(A) = max(0, sin(w*NOW + p) - c);
  when high then
    since = time;
    n = pre(n) + 1;
  end when;
  when high and time >= since + D then
    late = pre(late) + 1;
  end when;"""

    def reference(t):
        parts = above(w, p, c, t)
        if any(near(b, t) or near(a, t) or near(a, 0) or near(b, 0) or near(b - a, D) or near(a + D, t)
               for _, _, a, b in parts):
            return None
        area = sum((math.cos(w*a + p) - math.cos(w*b + p))/w - c*(b - a) for a, b, _, _ in parts)
        return {"x": (sum(b - a for a, b, _, _ in parts), t), "A": (area, t),
                "n": sum(a > 0 for _, _, a, _ in parts),
                "late": sum(a > 0 and b - a > D and a + D < t for _, _, a, b in parts)}
    return body, dict(w=w, p=p, c=c, D=D), reference


def dead_zone(r):
    w, A = decimal(r, 0.5, 30, 1), decimal(r, 0.5, 3, 1)
    d = A*r.choice([0.2, 0.5, 0.9, 0.98])
    form = r.choice(["if u > d then u - d elseif u < -d then u + d else 0", "u - max(-d, min(d, u))",
                     "noEvent(if u > d then u - d else if u < -d then u + d else 0)",
                     "sign(u)*max(0, abs(u) - d)"])
    body = """  Real x(start = 0, fixed = true), y, u;
equation
  u = A*sin(w*NOW);
  y = %s;
  der(x) = abs(y);""" % form

    def reference(t):
        area = sum(A*((math.cos(w*a + p) - math.cos(w*b + p))/w - d/A*(b - a))
                   for p in (0, math.pi) for a, b, _, _ in above(w, p, d/A, t))
        return {"x": (area, A*t)}
    return body, dict(w=w, A=A, d=d), reference


def average(r):
    T, A, B, w = decimal(r, 0.2, 1.5), decimal(r, 0.5, 3, 1), decimal(r, -1, 2, 1), decimal(r, 0.5, 20, 1)
    body = """  Real X(start = 0, fixed = true), y, Y(start = 0, fixed = true);
equation
  der(X) = A*sin(w*NOW) + B;
  y = (X - delay(X, T))/T;
  der(Y) = y;"""

    def first(s):
        return A/w*(1 - math.cos(w*s)) + B*s if s > 0 else 0.0

    def second(s):
        return A/w*(s - math.sin(w*s)/w) + B*s*s/2 if s > 0 else 0.0

    def reference(t):
        return {"y": ((first(t) - first(t - T))/T, A + abs(B)), "Y": ((second(t) - second(t - T))/T, (A + abs(B))*t)}
    return body, dict(T=T, A=A, B=B, w=w), reference


def step_response(r):
    w, z, level = decimal(r, 1, 8, 1), decimal(r, 0.1, 0.8), decimal(r, 0.2, 0.95)
    body = """  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
  discrete Real rise(start = -1, fixed = true), top(start = -1, fixed = true), at(start = -1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = w^2*(1 - x) - 2*z*w*v;
  when x > level and pre(rise) < 0 then
    rise = NOW;
  end when;
  when v < 0 and pre(top) < 0 then
    top = x;
    at = NOW;
  end when;
  when %s then
    n = pre(n) + 1;
  end when;""" % r.choice(["x > 1", "1 < x", "x - 1 > 0"])

    def reference(t):
        d = w*math.sqrt(1 - z*z)
        angle = math.acos(z)

        def x(s):
            return 1 - math.exp(-z*w*s)*math.sin(d*s + angle)/math.sqrt(1 - z*z)
        at = math.pi/d
        rise = bisect(lambda s: x(s) > level, 0, at)
        up = [(2*k + 1)*math.pi/d - angle/d for k in range(int(t*d/2/math.pi) + 2)]
        if near(rise, t) or near(at, t) or any(near(u, t) for u in up) or math.exp(-z*w*t) < 1e-2:
            return None
        v = math.exp(-z*w*t)*w/math.sqrt(1 - z*z)*math.sin(d*t)
        return {"x": (x(t), 1), "v": (v, w), "rise": (rise if rise < t else -1, 1), "at": (at if at < t else -1, 1),
                "top": (x(at) if at < t else -1, 1), "n": sum(u < t for u in up)}
    return body, dict(w=w, z=z, level=level), reference


def table(r):
    n = r.randint(3, 6)
    times = [0.0]
    for _ in range(n - 1):
        times.append(round(times[-1] + decimal(r, 0.1, 0.9, 1), 10))
    values = [decimal(r, -2, 3, 1) for _ in range(n)]
    values[-1] = values[0] if r.random() < 0.5 else values[-1]
    tau = decimal(r, 0.2, 2, 1)
    parts = ["if s < %r then %r + (s - %r)*(%r)" % (times[k + 1], values[k], times[k],
                                                   (values[k + 1] - values[k])/(times[k + 1] - times[k]))
             for k in range(n - 1)]
    form = " else ".join(parts) + " else %r" % values[-1]
    if r.random() < 0.3:
        form = "noEvent(%s)" % form
    body = """  Real s, u, x(start = 0, fixed = true), U(start = 0, fixed = true);
equation
  s = mod(NOW, period);
  u = %s;
  tau*der(x) = u - x;
  der(U) = u;""" % form
    period = times[-1]

    def reference(t):
        x = U = now = 0.0
        k = 0
        while now < t:
            for i in range(n - 1):
                begin, end = k*period + times[i], min(k*period + times[i + 1], t)
                if end <= begin:
                    break
                slope, s = (values[i + 1] - values[i])/(times[i + 1] - times[i]), end - begin
                U += values[i]*s + 0.5*slope*s*s
                x = (x - values[i] + slope*tau)*math.exp(-s/tau) + values[i] + slope*(s - tau)
                now = end
            k += 1
        return {"x": (x, 3), "U": (U, 3*t)}
    return body, dict(period=period, tau=tau), reference


UNITS = [thermostat, pwm, sampled, tank, dead_time, friction, pulses, dead_zone, ball, charger, rate_limiter, batches,
         stairs, encoder, average, step_response, table, relay, rectifier]
