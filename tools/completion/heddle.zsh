#compdef heddle
# zsh completion for heddle. Commands and options come from `heddle --help`, so this file knows none.

_heddle() {
    local heddle=${words[1]} command= word
    local -a commands options
    for word in "${(@)words[2,CURRENT-1]}"; do
        [[ $word != -- ]] || { _files; return; }
        [[ $word == -* ]] || { command=$word; break; }
    done
    if [[ -z $command && $PREFIX != -* ]]; then
        commands=(${(uf)"$($heddle --help 2>/dev/null | sed -nE 's/^ +heddle ([a-z]+) .*/\1/p')"})
        compadd -a commands
        return
    fi
    if [[ $PREFIX == -* ]]; then
        options=(${(f)"$($heddle $command --help 2>/dev/null |
            sed -nE 's/^ +(-[a-zA-Z0-9], )?(--?[a-z0-9-]+=?).*/\2/p')"})
        compadd -S '' -- $options
        return
    fi
    _files
}
_heddle "$@"
