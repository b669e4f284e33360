/* Runs the printed text of one prime on cases from standard input and compares.
 *
 * A case is a line: the name of a function, the limbs of its inputs, the limbs of the output, in
 * hexadecimal, least significant limb first, as `fieldgen cases` prints them. LIMBS, limb, READ
 * and FUNCTIONS come from TABLE, a file that `fieldgen print --table` prints.
 *
 * Ends with `N right, N wrong`; exit status 0 only if all cases were right, every line was one and
 * every function had one.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include TABLE

struct function {
    const char *name;
    void (*one)(limb *out, const limb *a);
    void (*two)(limb *out, const limb *a, const limb *b);
};

static const struct function functions[] = { FUNCTIONS };

enum { COUNT = sizeof functions / sizeof functions[0], LINE_BYTES = 1 << 14, SHOWN = 5 };

static long ran[COUNT], wrong[COUNT];

/* The number of the function called by the first word of `line`, or COUNT; `*end` is behind it. */
static size_t find(char *line, char **end)
{
    const size_t length = strcspn(line, " ");
    size_t number = 0;
    *end = line + length;
    while (number < COUNT && (strlen(functions[number].name) != length
                              || memcmp(functions[number].name, line, length) != 0))
        number++;
    return number;
}

/* Reads LIMBS limbs from `*text` on; false if there are fewer. */
static int read_limbs(limb *limbs, char **text)
{
    for (int i = 0; i < LIMBS; i++) {
        char *end;
        limbs[i] = (limb)READ(*text, &end);
        if (end == *text)
            return 0;
        *text = end;
    }
    return 1;
}

static void call(const struct function *function, limb *out, const limb *a, const limb *b)
{
    if (function->two)
        function->two(out, a, b);
    else
        function->one(out, a);
}

/* Whether the function gives `want`, keeps its inputs and stays within its output, and gives the
 * same where the output takes the place of an input. */
static int right(const struct function *function, const limb *a, const limb *b, const limb *want)
{
    const size_t bytes = LIMBS * sizeof(limb);
    limb first[LIMBS], second[LIMBS], out[LIMBS + 2];
    memcpy(first, a, bytes);
    memcpy(second, b, bytes);
    memset(out, 0x5a, sizeof out);
    const limb guard = out[0];
    call(function, out + 1, first, second);
    int good = memcmp(out + 1, want, bytes) == 0 && out[0] == guard && out[LIMBS + 1] == guard;
    good &= memcmp(first, a, bytes) == 0 && memcmp(second, b, bytes) == 0;
    call(function, first, first, second);
    good &= memcmp(first, want, bytes) == 0;
    if (function->two) {
        call(function, second, a, second);
        good &= memcmp(second, want, bytes) == 0;
    }
    return good;
}

/* Runs one case; false if the line is none. */
static int run(char *line, long number)
{
    limb a[LIMBS], b[LIMBS], want[LIMBS];
    char *text;
    const size_t place = find(line, &text);
    if (place == COUNT || !read_limbs(a, &text))
        return 0;
    const struct function *function = &functions[place];
    memcpy(b, a, sizeof b);
    if ((function->two && !read_limbs(b, &text)) || !read_limbs(want, &text) || *text != '\n')
        return 0;
    ran[place]++;
    if (!right(function, a, b, want) && ++wrong[place] <= SHOWN)
        printf("wrong: line %ld: %s", number, line);
    return 1;
}

int main(void)
{
    static char line[LINE_BYTES];
    long number = 0, right_cases = 0, wrong_cases = 0;
    int status = EXIT_SUCCESS;
    while (fgets(line, sizeof line, stdin)) {
        if (!run(line, ++number)) {
            printf("not a case: line %ld\n", number);
            status = EXIT_FAILURE;
        }
    }
    for (size_t place = 0; place < COUNT; place++) {
        if (ran[place] == 0) {
            printf("no case of %s\n", functions[place].name);
            status = EXIT_FAILURE;
        }
        right_cases += ran[place] - wrong[place];
        wrong_cases += wrong[place];
    }
    printf("%ld right, %ld wrong\n", right_cases, wrong_cases);
    return wrong_cases == 0 ? status : EXIT_FAILURE;
}
