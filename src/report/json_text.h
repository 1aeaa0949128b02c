// Small additions to jansson: text that may not be UTF-8, dependences of lines, and printing into a buffer.
#ifndef HEDDLE_REPORT_JSON_TEXT_H
#define HEDDLE_REPORT_JSON_TEXT_H

#include <jansson.h>
#include <stdint.h>

// A JSON string; bytes that are not UTF-8 become U+FFFD. NULL becomes null.
json_t *json_text(const char *text);
// A name: as json_text if it is UTF-8, else an object with its bytes as hexadecimal digits, from which
// every byte can be had back.
json_t *json_name(const char *name);
// The name that json_name has written, owned by the caller. NULL: it is none; then *wrong is what is wrong
// with it, followed by where ("no text in", ...).
char *json_name_read(const json_t *value, const char **wrong);
// Moves a new value into an object or an array. Where jansson had no memory for it, memory has run out.
void json_put(json_t *object, const char *key, json_t *value);
void json_add(json_t *array, json_t *value);
// A number as 16 hexadecimal digits, for 64 bits without loss.
json_t *json_hexadecimal(uint64_t number);
// That a line depends on another one (line_links.h), by a dependence of that kind.
json_t *json_link(const char *file, uint32_t line, const char *on_file, uint32_t on_line, const char *kind);
// The value printed with a line end, owned by the caller; releases the value.
char *json_print(json_t *value);

#endif
