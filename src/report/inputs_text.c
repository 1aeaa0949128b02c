#include "report/inputs_text.h"

#include "base/memory.h"
#include "report/value_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    LINES_SHOWN = 40,
    UNINITIALISED_SHOWN = 5,
    ELEMENTS_SHOWN = 64 // on a line
};

// ---- one value

char *inputs_value_text(const struct schedule_input *input)
{
    char *bits = value_input_text(input->value, input->width);
    if (!input->is_float || (input->width != 32 && input->width != 64))
        return bits;
    char *number = value_float_text(input->value, input->width);
    char *text = memory_format("%s (bits 0x%" PRIx64 ")", number, input->value);
    memory_free(number);
    memory_free(bits);
    return text;
}

// Memory and variables that were read without a value.
static bool is_uninitialised(const struct schedule_input *input)
{
    static const char begin[] = "uninitialised ", nameless[] = "an uninitialised value"; // see step_UNDEF
    return input->name &&
           (strncmp(input->name, begin, sizeof begin - 1) == 0 || strcmp(input->name, nameless) == 0);
}

// Padding, and the like for which the source has no name: "order+4".
static bool is_nameless(const struct schedule_input *input)
{
    const char *plus = input->name ? strrchr(input->name, '+') : NULL;
    return plus && plus[1] && strspn(plus + 1, "0123456789") == strlen(plus + 1);
}

static void print_maker(struct buffer *out, const struct exploration_violation *violation,
                        const struct schedule_input *input)
{
    if (input->maker > 0 && input->maker < violation->thread_names.size)
        buffer_print(out, ", in thread %s", violation->thread_names.data[input->maker]);
    buffer_print(out, "\n");
}

static void print_one(struct buffer *out, const struct exploration_violation *violation,
                      const struct schedule_input *input)
{
    char *value = inputs_value_text(input);
    buffer_print(out, "  %s = %s", input->name ? input->name : "?", value);
    print_maker(out, violation, input);
    memory_free(value);
}

// ---- the elements of an array

// Whether the input is named as element `index` of an array whose name has `length` characters:
// "NAME[index]".
static bool is_element(const struct schedule_input *input, const char *array, size_t length, uint32_t index)
{
    char end[16];
    snprintf(end, sizeof end, "[%u]", index);
    return input->name && strncmp(input->name, array, length) == 0 && strcmp(input->name + length, end) == 0;
}

// How many inputs, from one on, are the elements of one array from its first on. 1: it is none.
static uint32_t count_elements(const struct exploration_violation *violation, uint32_t first, size_t *length)
{
    const struct schedule_input *head = &violation->inputs.data[first];
    const char *bracket = head->name ? strrchr(head->name, '[') : NULL;
    if (!bracket || is_uninitialised(head))
        return 1;
    uint32_t count = 0;
    *length = (size_t)(bracket - head->name);
    while (first + count < violation->inputs.size) {
        const struct schedule_input *input = &violation->inputs.data[first + count];
        if (input->maker != head->maker || input->width != head->width ||
            !is_element(input, head->name, *length, count))
            break;
        count++;
    }
    return count ? count : 1;
}

// Whether the elements are characters of a text, and then perhaps zeros.
static bool is_text(const struct schedule_input *inputs, uint32_t count)
{
    uint32_t used = count;
    while (used > 0 && inputs[used - 1].value == 0)
        used--;
    for (uint32_t k = 0; k < used; k++)
        if (inputs[k].width != 8 || !isprint((int)(inputs[k].value & 0xff)))
            return false;
    return used > 0;
}

static void print_input_text(struct buffer *out, const struct schedule_input *inputs, uint32_t count)
{
    buffer_print(out, "\"");
    for (uint32_t k = 0; k < count; k++) {
        int c = (int)(inputs[k].value & 0xff);
        if (c == 0)
            buffer_print(out, "\\0");
        else
            buffer_print(out, "%s%c", c == '"' || c == '\\' ? "\\" : "", c);
    }
    buffer_print(out, "\"");
}

static void print_input_numbers(struct buffer *out, const struct schedule_input *inputs, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        char *value = inputs_value_text(&inputs[k]);
        buffer_print(out, "%s%s", k ? ", " : "{", value);
        memory_free(value);
    }
    buffer_print(out, "}");
}

static void print_array(struct buffer *out, const struct exploration_violation *violation, uint32_t first,
                        uint32_t count, size_t length)
{
    const struct schedule_input *inputs = &violation->inputs.data[first];
    uint32_t shown = count < ELEMENTS_SHOWN ? count : ELEMENTS_SHOWN;
    buffer_print(out, "  %.*s = ", (int)length, inputs->name);
    if (is_text(inputs, shown))
        print_input_text(out, inputs, shown);
    else
        print_input_numbers(out, inputs, shown);
    if (shown < count)
        buffer_print(out, " and %u more", count - shown);
    print_maker(out, violation, inputs);
}

// ---- all

void inputs_print(struct buffer *out, const struct exploration_violation *violation)
{
    uint32_t shown = 0, left = 0, uninitialised = 0, count;
    for (uint32_t i = 0; i < violation->inputs.size; i += count) {
        const struct schedule_input *input = &violation->inputs.data[i];
        bool empty = is_uninitialised(input);
        size_t length = 0;
        count = count_elements(violation, i, &length);
        if ((empty && (input->immaterial || uninitialised++ >= UNINITIALISED_SHOWN)) ||
            (input->immaterial && is_nameless(input)))
            continue;
        if (shown >= LINES_SHOWN)
            left++;
        else if (count > 1)
            print_array(out, violation, i, count, length);
        else
            print_one(out, violation, input);
        shown++;
    }
    if (uninitialised > UNINITIALISED_SHOWN)
        buffer_print(out, "  ... %u more uninitialised values, in the witness\n",
                     uninitialised - UNINITIALISED_SHOWN);
    if (left > 0)
        buffer_print(out, "  ... %u more, in the witness\n", left);
}
