/** What zsh sources, or finds in its `fpath` as `_EXECUTABLE`, to complete an executable. */
export const zsh = (executable: string): string => `\
#compdef ${executable}
# zsh completion of ${executable}. To load it, after compinit: source <(${executable} completion zsh)

_${executable}() {
    local -a args lines offers
    local line directive text

    args=("\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}")
    args=("\${(@)args/#\\~\\//$HOME/}")
    lines=("\${(@f)$(${executable} __complete "\${args[@]}" 2>/dev/null)}")
    directive=\${lines[-1]#:}
    lines[-1]=()
    [[ $directive == <-> ]] || return 1

    # Of a flag's value the candidates do not have the flag.
    [[ $PREFIX == -*=* ]] && compset -P 1 '*='
    if ((directive & 8)); then
        _files -g "*.(\${(j:|:)lines})"
    elif ((directive & 16)); then
        _files -/
    elif ((\${#lines})); then
        for line in "\${(@)lines}"; do
            text=\${line#*$'\\t'}
            [[ $line == *$'\\t'* ]] || text=''
            offers+=("\${\${\${line%%$'\\t'*}//\\\\/\\\\\\\\}//:/\\\\:}\${text:+:$text}")
        done
        _describe '${executable}' offers
    elif ((!(directive & 4))); then
        _files
    fi
}

if [[ $funcstack[1] == _${executable} ]]; then
    _${executable} "$@"
else
    compdef _${executable} ${executable}
fi
`;
