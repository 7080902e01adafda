/* A C program with Saltus inside: how high does the ball jump, for five kinds of floor?
 *
 * After `make`, this line builds it against the library (and the target `embed` of the build does the same):
 *
 *     cc examples/embed.c -Iinclude build/libsaltus.a -lsundials_cvode -lsundials_ida -lsundials_sunlinsolklu \
 *        -lsundials_sunmatrixsparse -lsundials_nvecserial -lklu -lamd -lcolamd -lbtf -ltcc -lz -llapack -lblas \
 *        -lnlopt -lpthread -ldl -lm -o embed
 */
#include <saltus.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	saltus_program *ball = saltus_load(argc > 1 ? argv[1] : "examples/bouncing_ball.mo", NULL);
	if (saltus_failed(ball)) {
		fputs(saltus_messages(ball), stderr);
		saltus_free(ball);
		return 1;
	}
	saltus_run *run = saltus_new_run(ball);
	saltus_set_stop(run, 4);
	for (int k = 5; k <= 9; k++) {
		saltus_set(run, "e", k / 10.0);
		if (saltus_simulate(run) != SALTUS_DONE) {
			fputs(saltus_run_messages(run), stderr);
			break;
		}
		double highest = 0;          /* after the first contact, at 1.43 s */
		for (size_t row = 0; row < saltus_rows(run); row++)
			if (saltus_time(run, row) > 1.43 && saltus_value(run, row, "h") > highest)
				highest = saltus_value(run, row, "h");
		printf("e = %.1f: the first jump reaches %.3f m\n", k / 10.0, highest);
	}
	saltus_free_run(run);
	saltus_free(ball);
	return 0;
}
