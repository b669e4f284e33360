/* Text that is not straight: the inspection of the machine code must refuse each of these. */
#include <stdint.h>

void crooked(uint32_t out[8], const uint32_t a[8]);

#ifdef BRANCH
void crooked(uint32_t out[8], const uint32_t a[8])
{
    for (uint32_t i = 0; i < a[0]; i++)
        out[i & 7] *= a[i & 7];
}
#elif defined DIVISION
void crooked(uint32_t out[8], const uint32_t a[8])
{
    out[0] = a[0] / a[1];
}
#elif defined CALL
void outside(uint32_t *out);
void crooked(uint32_t out[8], const uint32_t a[8])
{
    outside(out);
    out[0] = a[0];
}
#else
/* The one that is straight: that a text is refused must not have other reasons. */
void crooked(uint32_t out[8], const uint32_t a[8])
{
    out[0] = a[0] + a[1];
}
#endif
