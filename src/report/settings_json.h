// The options that say what a checked program finds and what may happen to it, as JSON: for witnesses, and
// for what is known of earlier checks.
#ifndef HEDDLE_REPORT_SETTINGS_JSON_H
#define HEDDLE_REPORT_SETTINGS_JSON_H

#include "report/settings.h"

#include <jansson.h>

// By enum leak_kind; NULL at the end.
extern const char *const leak_words[];
// The words of --rand, by enum random_numbers; NULL after the last one.
extern const char *const random_words[];
// A list of names, each as json_name has it. Owned by the caller.
json_t *settings_strings_json(const text_list *list);
// All but the properties and the bounds. Owned by the caller.
json_t *settings_json(const struct settings *settings);

#endif
