// The TOML module over toml++ (Gillard: toml++, marzer.github.io/tomlplusplus). The only file that includes
// toml++. All exceptions end here: those of the parser, and of the C++ library when memory runs out.
#include "cli/toml_module.h"

#include <stdexcept>

[[noreturn]] static void toml_unexpected()
{
    throw std::logic_error("the parser has met what it does not expect");
}

// Without exceptions the parser of toml++ 3.3 goes on behind some errors in states that it does not expect.
// What it takes for granted is looked at in every build: with NDEBUG clang would optimise by it.
#undef NDEBUG
#define TOML_ASSERT(condition) ((condition) ? static_cast<void>(0) : toml_unexpected())
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 1
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ENABLE_UNRELEASED_FEATURES 0
#include <toml++/impl/forward_declarations.h>
// Letters that are not ASCII reach such places where toml++ 3.3 looks for blanks: the answer is no.
#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE                                                                                     \
    return {}
#include <toml++/impl/unicode.h>
#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE toml_unexpected()
#include <toml++/toml.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace
{

// What cannot be handed over as JSON.
struct refusal {
    std::string message;
    unsigned line = 0;
};

void print_string(std::string &out, std::string_view text, unsigned line, refusal &wrong)
{
    out += '"';
    for (char c : text) {
        char escaped[8];
        if (c == 0)
            wrong = {"a string with a zero character", line};
        if (static_cast<unsigned char>(c) < ' ') {
            std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
            out += escaped;
        } else {
            if (c == '"' || c == '\\')
                out += '\\';
            out += c;
        }
    }
    out += '"';
}

void print_node(std::string &out, const toml::node &node, unsigned line, refusal &wrong);

// toml++ keeps the members by name: here they are put back into the order of the document.
void print_table(std::string &out, const toml::table &table, refusal &wrong)
{
    std::vector<std::pair<const toml::key *, const toml::node *>> members;
    for (auto member = table.begin(); member != table.end(); ++member)
        members.emplace_back(&member->first, &member->second);
    std::stable_sort(members.begin(), members.end(), [](const auto &a, const auto &b) {
        return a.first->source().begin < b.first->source().begin;
    });
    const char *before = "{";
    for (const auto &[key, node] : members) {
        unsigned line = key->source().begin.line;
        out += before;
        print_string(out, key->str(), line, wrong);
        out += ':';
        print_node(out, *node, line, wrong);
        before = ",";
    }
    out += members.empty() ? "{}" : "}";
}

void print_array(std::string &out, const toml::array &array, refusal &wrong)
{
    const char *before = "[";
    for (const toml::node &node : array) {
        out += before;
        print_node(out, node, node.source().begin.line, wrong);
        before = ",";
    }
    out += array.empty() ? "[]" : "]";
}

void print_node(std::string &out, const toml::node &node, unsigned line, refusal &wrong)
{
    out += '[' + std::to_string(line) + ',';
    if (const toml::table *table = node.as_table())
        print_table(out, *table, wrong);
    else if (const toml::array *array = node.as_array())
        print_array(out, *array, wrong);
    else if (const toml::value<std::string> *text = node.as_string())
        print_string(out, text->get(), line, wrong);
    else
        out += "null";
    out += ']';
}

struct toml_document refuse(std::string_view message, unsigned line)
{
    return {nullptr, strndup(message.data(), message.size()), line};
}

struct toml_document read(const char *text, size_t size)
{
    try {
        const toml::table root = toml::parse(std::string_view(text, size));
        std::string json;
        refusal wrong;
        print_node(json, root, 1, wrong);
        if (!wrong.message.empty())
            return refuse(wrong.message, wrong.line);
        return {strdup(json.c_str()), nullptr, 0};
    } catch (const toml::parse_error &error) {
        return refuse(error.description(), error.source().begin.line);
    } catch (const std::logic_error &error) {
        return refuse(error.what(), 0);
    } catch (...) {
        return {nullptr, nullptr, 0};
    }
}

void release(struct toml_document *document)
{
    std::free(document->json);
    std::free(document->message);
    *document = {nullptr, nullptr, 0};
}

const struct toml_module module = {TOML_MODULE_VERSION, read, release};

} // namespace

extern "C" __attribute__((visibility("default"))) const struct toml_module *heddle_toml_module()
{
    return &module;
}
