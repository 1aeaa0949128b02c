// The result as JUnit XML, which CI systems show as tests: one for each property.
#include "base/memory.h"
#include "machine/describe.h"
#include "report/result.h"

#include <string.h>

enum { COLUMNS = 120 };

// Text without what XML 1.0 cannot hold (2.2): other control characters, and two characters that are none.
static void add_escaped(struct buffer *out, const char *text, bool attribute)
{
    char *clean = text_clean(text, true);
    for (const char *p = clean; *p; p++) {
        const char *entity = *p == '&'                 ? "&amp;"
                             : *p == '<'               ? "&lt;"
                             : *p == '>'               ? "&gt;"
                             : *p == '"'               ? "&quot;"
                             : attribute && *p == '\n' ? "&#10;"
                             : attribute && *p == '\t' ? "&#9;"
                                                       : NULL;
        if (entity)
            buffer_print(out, "%s", entity);
        else if (*p == '\033') // a colour
            buffer_print(out, "\\x1b");
        else if (!strncmp(p, "\xef\xbf\xbe", 3) || !strncmp(p, "\xef\xbf\xbf", 3))
            buffer_print(out, "?"), p += 2;
        else
            buffer_append(out, p, 1);
    }
    memory_free(clean);
}

static void add_attribute(struct buffer *out, const char *name, const char *value)
{
    buffer_print(out, " %s=\"", name);
    add_escaped(out, value, true);
    buffer_print(out, "\"");
}

static void add_test_outcome(struct buffer *out, const char *element, const char *message, const char *type,
                             const char *text)
{
    buffer_print(out, "      <%s", element);
    add_attribute(out, "message", message);
    add_attribute(out, "type", type);
    buffer_print(out, ">");
    add_escaped(out, text, false);
    buffer_print(out, "</%s>\n", element);
}

// How many of the suite's tests end how.
struct result_junit_tally {
    uint32_t tests, failures, errors, skipped;
};

static void add_failures(struct buffer *out, struct result *result, enum property property,
                         struct result_junit_tally *tally)
{
    const struct exploration *e = result->exploration;
    struct buffer texts = {0};
    const char *message = NULL;
    for (uint32_t i = 0; i < e->violations.size; i++) {
        if (e->violations.data[i].property != property)
            continue;
        char *text = result_violation_text(result, i, COLUMNS);
        buffer_print(&texts, "%s%s", message ? "\n" : "", text);
        message = message ? message : e->violations.data[i].message;
        memory_free(text);
    }
    char *text = buffer_take(&texts);
    add_test_outcome(out, "failure", message, property_name(property), text);
    memory_free(text);
    tally->failures++;
}

static char *reasons_text(const struct result *result)
{
    struct buffer text = {0};
    for (uint32_t i = 0; i < result_reason_count(result); i++) {
        struct result_reason reason = result_reason(result, i);
        buffer_print(&text, "%s", reason.message);
        if (reason.place.file[0])
            buffer_print(&text, ", at %s:%u", reason.place.file, reason.place.line);
        buffer_print(&text, "\n");
    }
    return buffer_take(&text);
}

static bool fails(const struct exploration *e, enum property property)
{
    for (uint32_t i = 0; i < e->violations.size && e->verdict == VERDICT_VIOLATION; i++)
        if (e->violations.data[i].property == property)
            return true;
    return false;
}

// What was not found to fail is only known to hold if everything was covered.
static void add_undecided(struct buffer *out, struct result *result, struct result_junit_tally *tally)
{
    const struct exploration *e = result->exploration;
    if (result_reason_count(result) > 0) {
        char *text = reasons_text(result);
        add_test_outcome(out, "error", "inconclusive: not everything was covered", "inconclusive", text);
        memory_free(text);
        tally->errors++;
    } else if (e->verdict == VERDICT_VIOLATION && !result->settings->all) {
        buffer_print(out, "      <skipped message=\"not decided: the check ended at the first violation "
                          "(--all goes on)\"/>\n");
        tally->skipped++;
    }
}

static void add_cases(struct buffer *out, struct result *result, const char *name,
                      struct result_junit_tally *tally)
{
    for (uint32_t i = 0; i < PROPERTY_COUNT; i++) {
        enum property property = (enum property)i;
        bool found = fails(result->exploration, property);
        if (!(result_properties(result) >> i & 1) && !found)
            continue;
        tally->tests++;
        buffer_print(out, "    <testcase");
        add_attribute(out, "name", property_name(property));
        add_attribute(out, "classname", name);
        buffer_print(out, " time=\"%.3f\">\n", i ? 0.0 : result->total_seconds);
        if (found)
            add_failures(out, result, property, tally);
        else
            add_undecided(out, result, tally);
        buffer_print(out, "    </testcase>\n");
    }
}

static char *suite_name(const struct settings *settings)
{
    struct buffer name = {0};
    for (uint32_t i = 0; i < settings->files.size; i++)
        buffer_print(&name, "%s%s", i ? " " : "", settings->files.data[i]);
    return buffer_take(&name);
}

char *result_junit(struct result *result)
{
    struct buffer out = {0}, cases = {0};
    struct result_junit_tally tally = {0};
    char *name = suite_name(result->settings);
    add_cases(&cases, result, name, &tally);
    buffer_print(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite");
    add_attribute(&out, "name", name);
    buffer_print(&out, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\" time=\"%.3f\">\n",
                 tally.tests, tally.failures, tally.errors, tally.skipped, result->total_seconds);
    char *all = buffer_take(&cases);
    buffer_print(&out, "%s", all);
    memory_free(all);
    if (result->settings->show_output) {
        char *output = result_output(result);
        buffer_print(&out, "    <system-out>");
        add_escaped(&out, output, false);
        buffer_print(&out, "</system-out>\n");
        memory_free(output);
    }
    buffer_print(&out, "  </testsuite>\n</testsuites>\n");
    memory_free(name);
    return buffer_take(&out);
}
