// Blocks in C without states (the median of a matrix: E3.1, E3.2; a gain for each element: E9.1): sizes by parameters,
// matrices row by row, several outputs that read different inputs. Sizes that follow from connections (E9.13): Sizes.
package Static
  block Gain "element by element"
    parameter Integer n = 1, m = 1;
    parameter Real G[n, m];
    input Real u[n, m];
    output Real y[n, m];
  external "C" static_gain() annotation(Include = "
#include <saltus_block.h>
void static_gain(saltus_block *b, saltus_call call)
{
	if (call == SALTUS_OUTPUTS)
		for (int i = 0; i < saltus_elements(b, SALTUS_OUTPUT, 1); i++)
			saltus_output(b, 1)[i] = saltus_parameter(b, 3)[i]*saltus_input(b, 1)[i];
}");
  end Gain;

  block Transpose
    parameter Integer n = 1, m = 1;
    input Real u[n, m];
    output Real y[m, n];
  external "C" static_transpose() annotation(Include = "
#include <saltus_block.h>
void static_transpose(saltus_block *b, saltus_call call)
{
	int n = saltus_size(b, SALTUS_INPUT, 1, 1), m = saltus_size(b, SALTUS_INPUT, 1, 2);
	if (call == SALTUS_OUTPUTS)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++)
				saltus_output(b, 1)[j*n + i] = saltus_input(b, 1)[i*m + j];
}");
  end Transpose;

  block Median "of all entries, by bisection; of an even number the lower one of the two in the middle"
    parameter Integer n = 1, m = 1;
    input Real u[n, m];
    output Real y;
  external "C" static_median() annotation(Include = "
#include <saltus_block.h>
void static_median(saltus_block *b, saltus_call call)
{
	const double *u = saltus_input(b, 1);
	int n = saltus_elements(b, SALTUS_INPUT, 1), half = (n + 1)/2, less, greater, equal;
	if (call != SALTUS_OUTPUTS)
		return;
	double low = u[0], high = u[0], guess, below, above;
	for (int i = 1; i < n; i++) {
		low = u[i] < low ? u[i] : low;
		high = u[i] > high ? u[i] : high;
	}
	for (;;) {
		guess = (low + high)/2;
		less = greater = equal = 0;
		below = low;
		above = high;
		for (int i = 0; i < n; i++)
			if (u[i] < guess) {
				less++;
				below = u[i] > below ? u[i] : below;
			} else if (u[i] > guess) {
				greater++;
				above = u[i] < above ? u[i] : above;
			} else {
				equal++;
			}
		if (less <= half && greater <= half)
			break;
		if (less > greater)
			high = below;
		else
			low = above;
	}
	saltus_output(b, 1)[0] = less >= half ? below : less + equal >= half ? guess : above;
}");
  end Median;

  model Test
    Gain gain(n = 2, m = 3, G = {{1, 2, 3}, {4, 5, 6}}, u = {{time, 1, 1}, {1, 1, 10*time}});
    Transpose t(n = 2, m = 3, u = gain.y);
    Median odd(n = 1, m = 5, u = {{3, 1, 4, 1, 5}}), even(n = 2, m = 2, u = {{4, 1}, {3, 2}}), one(u = {{7}});
    annotation(experiment(StopTime = 2));
  end Test;
  //! class Static.Test
  //! run
  //! gain.y[1,1] = t +- 1e-12
  //! gain.y[1,3] = 3
  //! gain.y[2,1] = 4
  //! gain.y[2,3] = 60*t +- 1e-9
  //! t.y[3,2] = 60*t +- 1e-9
  //! t.y[3,1] = 3
  //! t.y[1,2] = 4
  //! final odd.y = 3
  //! final even.y = 2
  //! final one.y = 7

  block Crossed "y1 reads u2 alone, y2 reads u1 alone: no loop in a feedback that uses each once"
    input Real u1, u2;
    output Real y1 annotation(__Saltus(reads = "u2"));
    output Real y2 annotation(__Saltus(reads = {"u1", "time"}));
  external "C" static_crossed() annotation(Include = "
#include <saltus_block.h>
void static_crossed(saltus_block *b, saltus_call call)
{
	if (call != SALTUS_OUTPUTS)
		return;
	saltus_output(b, 1)[0] = 2*saltus_input(b, 2)[0];
	saltus_output(b, 2)[0] = saltus_input(b, 1)[0] + saltus_block_time(b);
}");
  end Crossed;

  model Ports
    Crossed c;
  equation
    c.u2 = 3*time;
    c.u1 = c.y1 + 1;
    annotation(experiment(StopTime = 1));
  end Ports;
  //! class Static.Ports
  //! run
  //! c.y1 = 6*t +- 1e-12
  //! c.y2 = 7*t + 1 +- 1e-12

  block Squared
    input Real u;
    output Real y;
  external "C" static_squared() annotation(Include = "
#include <saltus_block.h>
void static_squared(saltus_block *b, saltus_call call)
{
	if (call == SALTUS_OUTPUTS)
		saltus_output(b, 1)[0] = saltus_input(b, 1)[0]*saltus_input(b, 1)[0];
}");
  end Squared;

  model Loop "feed-through in a loop: y = u^2, u = 2 - y + time has the root (-1 + sqrt(9 + 4*time))/2"
    Squared s(u(start = 1));
  equation
    s.u = 2 - s.y + time;
    annotation(experiment(StopTime = 1, Tolerance = 1e-9));
  end Loop;
  //! class Static.Loop
  //! run
  //! s.u = (-1 + sqrt(9 + 4*t))/2 +- 1e-9

  block Steps "an Integer and a Boolean of a Real: where they change are events"
    input Real u;
    output Integer y;
    output Boolean z;
  external "C" static_steps() annotation(Include = "
#include <math.h>
#include <saltus_block.h>
void static_steps(saltus_block *b, saltus_call call)
{
	double u = saltus_input(b, 1)[0];
	if (call == SALTUS_OUTPUTS) {
		saltus_output_int(b, 1)[0] = (int)floor(3*u);
		saltus_output_int(b, 2)[0] = u > 0.5;
	}
}");
  end Steps;

  model Events
    Steps s(u = time^2);
    Real x(start = 0, fixed = true);
  equation
    der(x) = s.y;
    annotation(experiment(StopTime = 1.1, Tolerance = 1e-9));
  end Events;
  //! class Static.Events
  //! run --solver {auto,cvode}
  //! changes s.y = [sqrt(1/3), sqrt(2/3), 1] +- 1e-7
  //! changes s.z = [sqrt(0.5)] +- 1e-7
  //! final x = 3*1.1 - sqrt(1/3) - sqrt(2/3) - 1 +- 1e-6

  connector AnyMatrix = input Real[:, :];
  block Turn "transposition, whatever the size"
    AnyMatrix u;
    Saltus.Diagrams.Interfaces.RealOutput y[size(u, 2), size(u, 1)];
  external "C" turn() annotation(Include = "
#include <saltus_block.h>
void turn(saltus_block *b, saltus_call call)
{
	int n = saltus_size(b, SALTUS_INPUT, 1, 1), m = saltus_size(b, SALTUS_INPUT, 1, 2);
	if (call == SALTUS_OUTPUTS)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++)
				saltus_output(b, 1)[j*n + i] = saltus_input(b, 1)[i*m + j];
}");
  end Turn;
  block Longer "the output is one longer than the input"
    Saltus.Diagrams.Interfaces.VectorInput u;
    Saltus.Diagrams.Interfaces.RealOutput y[size(u, 1) + 1];
  external "C" longer() annotation(Include = "
#include <saltus_block.h>
void longer(saltus_block *b, saltus_call call)
{
	int n = saltus_elements(b, SALTUS_INPUT, 1);
	if (call == SALTUS_OUTPUTS) {
		saltus_output(b, 1)[n] = 0;
		for (int i = 0; i < n; i++) {
			saltus_output(b, 1)[i] = saltus_input(b, 1)[i];
			saltus_output(b, 1)[n] += saltus_input(b, 1)[i];
		}
	}
}");
  end Longer;
  model Sizes
    Saltus.Diagrams.Matrices.MatrixConstant m(A = [1, 2, 3; 4, 5, 6]);
    Turn t, back;
    Longer l, ll;
    Saltus.Diagrams.Routing.Mux mux(n = 2);
  equation
    connect(m.y, t.u);
    connect(t.y, back.u);
    mux.u = {time, 2*time};
    connect(mux.y, l.u);
    connect(l.y, ll.u);
  end Sizes;
  //! class Static.Sizes
  //! run
  //! final t.y[3,1] = 3
  //! final t.y[1,2] = 4
  //! final back.y[2,1] = 4
  //! final back.y[1,3] = 3
  //! l.y[3] = 3*t +- 1e-12
  //! ll.y[4] = 6*t +- 1e-12
end Static;
