# bash completion for heddle. Options and their values come from `heddle COMMAND --help`, so this file knows none.

# Prints the options of a command as --help shows them: --name, --name=, --name=VALUE for each listed value.
_heddle_options() {
    "$1" ${2:+"$2"} --help 2>/dev/null | sed -nE 's/^ +(-[a-zA-Z0-9], )?(--?[a-z0-9-]+=?)([^ ]*).*/\2 \3/p'
}

_heddle() {
    local current=${COMP_WORDS[COMP_CWORD]} command= word options
    local commands
    COMPREPLY=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [ "$word" != -- ] || { compopt -o default; return; }
        [[ $word == -* ]] || { command=$word; break; }
    done
    if [ -z "$command" ] && [[ $current != -* ]]; then
        commands=$("$1" --help 2>/dev/null | sed -nE 's/^ +heddle ([a-z]+) .*/\1/p' | sort -u)
        mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
        return
    fi
    if [[ $current == -* ]]; then
        options=$(_heddle_options "$1" "$command" | cut -d' ' -f1)
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
        [[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace
        return
    fi
    compopt -o default
}
complete -F _heddle heddle
