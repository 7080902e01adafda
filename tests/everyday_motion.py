"""More units for tests/everyday.py: what moves, switches and counts; and what units share."""
import math


def decimal(r, low, high, digits=2):
    """Numbers that people write. They meet each other, and the grid of the output."""
    return round(r.uniform(low, high), digits)


def bisect(f, low, high):
    """Where f, which is false at low and true at high, becomes true."""
    for _ in range(200):
        middle = 0.5*(low + high)
        if not low < middle < high:
            break
        low, high = (low, middle) if f(middle) else (middle, high)
    return high


def near(a, b):
    return abs(a - b) <= 1e-6*max(1, abs(a), abs(b))


def friction(r):
    m, k = decimal(r, 0.5, 3, 1), decimal(r, 2, 40, 0)
    x0 = decimal(r, 0.5, 2, 1)
    F = k*x0/r.choice([2.5, 4.3, 7.7, 11.9, 20.2])
    body = """  Real x(start = x0, fixed = true), v(start = 0, fixed = true), way(start = 0, fixed = true);
  Integer dir(start = -1, fixed = true), turns(start = 0, fixed = true);
equation
  der(x) = v;
  der(way) = %s;
  der(v) = if dir == 0 then 0 else (-k*x - F*dir)/m;
  when pre(dir)*v < 0 then
    dir = if k*abs(x) <= F then 0 else -pre(dir);
    turns = pre(turns) + 1;
    reinit(v, 0);
  end when;""" % r.choice(["abs(v)", "if v > 0 then v else -v", "max(v, -v)"])

    def reference(t):
        half, a, turns, way, d = math.pi*math.sqrt(m/k), x0, 0, 0.0, F/k
        while True:
            if a <= d:
                break
            if near((turns + 1)*half, t):
                return None
            if (turns + 1)*half > t:
                s = math.sqrt(k/m)*(t - turns*half)
                sign = 1 if turns % 2 == 0 else -1
                return {"x": (sign*(d + (a - d)*math.cos(s)), x0), "way": (way + (a - d)*(1 - math.cos(s)), x0*9),
                        "v": (-sign*(a - d)*math.sqrt(k/m)*math.sin(s), x0*math.sqrt(k/m)), "turns": turns}
            way += 2*(a - d)
            a, turns = a - 2*d, turns + 1
            if abs(abs(a) - d) < 1e-3*d:
                return None
            if a < 0:                   # it has come to rest before the middle
                break
        return {"x": ((1 if turns % 2 == 0 else -1)*a, x0), "way": (way, x0*9), "v": (0, x0*math.sqrt(k/m)),
                "turns": turns}
    return body, dict(m=m, k=k, F=F, x0=x0), reference


def ball(r):
    h0, e, g = decimal(r, 0.2, 3, 1), decimal(r, 0.5, 0.95), 9.81
    floor = r.choice([0.0, -1.0, 10.0, decimal(r, -5, 5, 1)])
    body = """  Real h(start = floor + h0, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real last(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h < floor then
    reinit(v, -e*pre(v));
    n = pre(n) + 1;
    last = NOW;
  end when;"""

    def reference(t):
        fall, v = math.sqrt(2*h0/g), math.sqrt(2*h0*g)
        if t > fall + 2*fall*e/(1 - e)*0.98:
            return None
        now, n, last = fall, 0, 0.0
        while now < t:
            n, last, v = n + 1, now, v*e
            now += 2*v/g
            if near(now, t):
                return None
        s = t - last
        if n == 0:
            return {"h": (floor + h0 - 0.5*g*t*t, h0 + abs(floor)), "v": (-g*t, math.sqrt(2*h0*g)), "n": 0}
        return {"h": (floor + v*s - 0.5*g*s*s, h0 + abs(floor)), "v": (v - g*s, math.sqrt(2*h0*g)), "n": n,
                "last": (last, t)}
    return body, dict(h0=h0, e=e, g=g, floor=floor), reference


def charger(r):
    C, I0, top, tau = decimal(r, 0.5, 4, 1), decimal(r, 0.5, 3, 1), decimal(r, 1, 4, 1), decimal(r, 0.3, 2, 1)
    least = I0*r.choice([0.1, 0.25, 0.03])
    body = """  Real V(start = 0, fixed = true), I(start = I0, fixed = true), Q(start = 0, fixed = true);
  Integer phase(start = 1, fixed = true);
  discrete Real full(start = -1, fixed = true);
equation
  C*der(V) = if phase == 1 then I else 0;
  der(I) = if phase == 2 then -I/tau else 0;
  der(Q) = if phase < 3 then I else 0;
algorithm
  when V >= top then
    phase := 2;
  end when;
  when I < least then
    phase := 3;
    full := NOW;
  end when;"""

    def reference(t):
        first, second = C*top/I0, tau*math.log(I0/least)
        if near(t, first) or near(t, first + second):
            return None
        s = min(max(t - first, 0), second)
        return {"V": (min(t/first, 1)*top, top), "I": (I0*math.exp(-s/tau), I0),
                "Q": (I0*min(t, first) + I0*tau*(1 - math.exp(-s/tau)), I0*t),
                "phase": 1 if t < first else 2 if t < first + second else 3,
                "full": (first + second if t > first + second else -1, t)}
    return body, dict(C=C, I0=I0, top=top, tau=tau, least=least), reference


def rate_limiter(r):
    R, T, P = decimal(r, 0.5, 3, 1), decimal(r, 0.05, 0.5), decimal(r, 1, 4, 1)
    H = R*T*r.choice([0.5, 3, 8, 15])
    limit = r.choice(["max(-R, min(R, (u - y)/T))",
                      "if (u - y)/T > R then R elseif (u - y)/T < -R then -R else (u - y)/T",
                      "noEvent(if u - y > R*T then R else if u - y < -R*T then -R else (u - y)/T)"])
    u = r.choice(["if mod(NOW, P) < P/2 then H else 0", "if sin(2*3.141592653589793*NOW/P) >= 0 then H else 0"])
    body = """  Real y(start = 0, fixed = true), Y(start = 0, fixed = true), u;
equation
  u = %s;
  der(y) = %s;
  der(Y) = y;""" % (u, limit)

    def go(y, u, s):
        """(y, its integral) after s."""
        away, area = u - y, 0.0
        if abs(away) > R*T:
            ramp = min((abs(away) - R*T)/R, s)
            rate = math.copysign(R, away)
            area += y*ramp + 0.5*rate*ramp*ramp
            y, s, away = y + rate*ramp, s - ramp, away - rate*ramp
        decay = math.exp(-s/T)
        return u - away*decay, area + u*s - away*T*(1 - decay)

    def reference(t):
        y = Y = now = 0.0
        k = 0
        while now < t:
            end = min((k + 1)*P/2, t)
            y, area = go(y, H if k % 2 == 0 else 0.0, end - now)
            Y, now, k = Y + area, end, k + 1
        return {"y": (y, H), "Y": (Y, H*t)}
    return body, dict(R=R, T=T, P=P, H=H), reference


def batches(r):
    k, c0, fill, ratio = decimal(r, 0.5, 3, 1), decimal(r, 1, 5, 1), decimal(r, 0.2, 1, 1), decimal(r, 0.05, 0.6)
    body = """  Real c(start = c0, fixed = true), made(start = 0, fixed = true);
  Boolean filling(start = false, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real until(start = 0, fixed = true);
equation
  der(c) = if filling then rate else -k*c;
  der(made) = if filling then 0 else k*c;
algorithm
  when c < ratio*c0 then
    filling := true;
    until := time + fill;
    n := n + 1;
  end when;
  when %s then
    filling := false;
  end when;""" % r.choice(["filling and time >= until", "pre(filling) and time > until"])

    def reference(t):
        react = math.log(1/ratio)/k
        n, s = int(t/(react + fill)), t % (react + fill)
        if near(s, 0) or near(s, react) or near(s, react + fill):
            return None
        if s < react:
            c = c0*math.exp(-k*s)
            return {"c": (c, c0), "made": (n*c0*(1 - ratio) + c0 - c, c0*(n + 1)), "n": n}
        return {"c": (c0*ratio + c0*(1 - ratio)*(s - react)/fill, c0), "made": ((n + 1)*c0*(1 - ratio), c0*(n + 1)),
                "n": n + 1}
    return body, dict(k=k, c0=c0, fill=fill, ratio=ratio, rate=c0*(1 - ratio)/fill), reference


def stairs(r):
    a, power = decimal(r, 0.3, 5, 1), r.choice([1, 2])
    form = r.choice(["floor(a*%s)", "integer(a*%s)", "div(a*%s, 1)", "a*%s - mod(a*%s, 1)"])
    s = "NOW" if power == 1 else "NOW^2"
    form = form.replace("%s", s)
    hide = r.random() < 0.3
    body = """  Real x(start = 0, fixed = true);%s
equation
  der(x) = %s;%s""" % (("", "noEvent(%s)" % form, "") if hide else (
        "\n  Integer n(start = 0, fixed = true);", form, """
  when {change(k), false} then
    n = pre(n) + 1;
  end when;
  k = integer(a*%s);""" % s))
    if not hide:
        body = body.replace("Integer n", "Integer k, n")

    def reference(t):
        last = int(a*t**power)
        times = [(k/a)**(1/power) for k in range(1, last + 2)]
        if near(times[-1], t) or last and near(times[-2], t):
            return None
        found = {"x": (sum(t - s for s in times[:-1]), a*t**(power + 1))}
        return found if hide else {**found, "n": last}
    return body, dict(a=a), reference


def encoder(r):
    N, w = decimal(r, 3, 40, 0) + 0.5, decimal(r, 0.3, 6, 1)
    state = r.random() < 0.5
    angle = "der(phi) = w*cos(w*NOW);" if state else "phi = sin(w*NOW);"
    body = """  Real phi%s, way(start = 0, fixed = true);
  Integer ticks(start = 0, fixed = true), at;
equation
  %s
  der(way) = abs(w*cos(w*NOW));
  at = integer(N*phi + 0.3);
  when change(at) then
    ticks = pre(ticks) + 1;
  end when;""" % ("(start = 0, fixed = true)" if state else "", angle)

    def reference(t):
        s, ticks, value, way = w*t, 0, 0.0, 0.0
        turns = [math.pi/2 + math.pi*k for k in range(int(s/math.pi) + 2)]
        for end in [x for x in turns if x < s] + [s]:
            here = math.sin(end)
            ticks += abs(math.floor(N*here + 0.3) - math.floor(N*value + 0.3))
            way += abs(here - value)
            value = here
        if abs(N*value + 0.3 - round(N*value + 0.3)) < 1e-3 or any(
                abs(N*x + 0.3 - round(N*x + 0.3)) < 1e-3 for x in (1, -1)):
            return None
        return {"phi": (value, 1), "way": (way, w*t), "ticks": ticks}
    return body, dict(N=N, w=w), reference


def relay(r):
    up, down, d = decimal(r, 0.5, 3, 1), decimal(r, 0.5, 3, 1), decimal(r, 0.1, 1, 1)
    body = """  Real x(start = 0, fixed = true);
  Boolean rising(start = true, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = if rising then up else -down;
  rising = %s;
  when change(rising) then
    n = pre(n) + 1;
  end when;""" % r.choice(["if pre(rising) then x < d else x <= -d", "x < -d or pre(rising) and not x > d"])

    def reference(t):
        now, x, rising, n = 0.0, 0.0, True, 0
        while True:
            takes = (d - x)/up if rising else (x + d)/down
            if near(now + takes, t):
                return None
            if now + takes > t:
                return {"x": (x + (up if rising else -down)*(t - now), d), "n": n}
            now, x, rising, n = now + takes, d if rising else -d, not rising, n + 1
    return body, dict(up=up, down=down, d=d), reference


def rectifier(r):
    w, A, C = decimal(r, 3, 60, 0), decimal(r, 2, 20, 0), decimal(r, 0.1, 1, 1)
    R, load = decimal(r, 0.05, 0.5), decimal(r, 2, 20, 0)
    form = r.choice(["max(0, (A*sin(w*NOW) - v)/R)", "if A*sin(w*NOW) > v then (A*sin(w*NOW) - v)/R else 0",
                     "noEvent(if A*sin(w*NOW) > v then (A*sin(w*NOW) - v)/R else 0)"])
    body = """  Real v(start = 0, fixed = true), i, q(start = 0, fixed = true);
equation
  i = %s;
  C*der(v) = i - v/load;
  der(q) = i;""" % form

    def reference(t):
        a = 1/(R*C) + 1/(load*C)
        gain = A/(R*C)/(a*a + w*w)
        now, v, q, on = 0.0, 0.0, 0.0, True

        def conducting(s):
            def forced(u):
                return gain*(a*math.sin(w*u) - w*math.cos(w*u))
            return forced(s) + (v - forced(now))*math.exp(-a*(s - now))

        def blocking(s):
            return v*math.exp(-(s - now)/(load*C))
        while now < t:
            course = conducting if on else blocking
            turned = (lambda s: A*math.sin(w*s) < course(s)) if on else (lambda s: A*math.sin(w*s) > course(s))
            step, s = 2*math.pi/w/400, now + 1e-9
            while s < t and not turned(s + step):
                s += step
            end = min(bisect(turned, s, s + step) if s < t else t, t)
            after = course(end)
            if on:                      # charge: what the capacitor has, and what has gone through the load
                parts = int((end - now)/(2*math.pi/w)*400) + 20
                h = (end - now)/parts
                area = h/3*(v + after + 4*math.fsum(course(now + (i + 0.5)*h) for i in range(parts))/1
                            + 2*math.fsum(course(now + i*h) for i in range(1, parts)))/2
                q += C*(after - v) + area/load
            now, v, on = end, after, not on
        return {"v": (v, A), "q": (q, C*A + A*t/load)}
    return body, dict(w=w, A=A, C=C, R=R, load=load), reference
