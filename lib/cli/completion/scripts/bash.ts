/** What bash sources to complete an executable. Its version 3.2, which macOS has, offers files where there is nothing else. */
export const bash = (executable: string, name = `__${executable.replaceAll('-', '_')}_complete`): string => `\
# bash completion of ${executable}. To load it: source <(${executable} completion bash)

${name}() {
    local words=() last=-1 rest part name text directive=0 names=() texts=() i
    local line=\${COMP_LINE:0:COMP_POINT}
    COMPREPLY=()

    # Bash has cut the line at COMP_WORDBREAKS, "=" and ":" among them: what no space separates is one word.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        rest=\${line#"\${line%%[![:space:]]*}"}
        part=\${COMP_WORDS[i]}
        ((i == COMP_CWORD)) && part=$rest
        if ((i == 0)) || [[ $rest != "$line" ]]; then
            words[++last]=$part
        else
            words[last]+=$part
        fi
        line=\${rest#"$part"}
    done

    # Nothing is evaluated: a line that is still being written runs no command.
    for ((i = 1; i <= last; i++)); do
        words[i]=\${words[i]//[\\"\\'\\\\]/}
        [[ \${words[i]} == '~/'* ]] && words[i]=$HOME\${words[i]:1}
    done
    while IFS=$'\\t' read -r name text; do
        if [[ $name =~ ^:[0-9]+$ ]]; then
            directive=\${name:1}
        else
            names+=("$name") texts+=("$text")
        fi
    done < <(${executable} __complete "\${words[@]:1}" 2>/dev/null)

    if ((directive & 24)); then
        compopt -o filenames 2>/dev/null
        while IFS='' read -r name; do
            COMPREPLY+=("$name")
        done < <(
            ((directive & 8)) && for name in "\${names[@]}"; do compgen -f -X "!*.$name" -- "$part"; done
            compgen -d -- "$part"
        )
        return
    fi
    ((directive & 4)) && compopt +o default 2>/dev/null

    # Of a flag's value the candidates do not have the flag, and readline puts the answer in place of the last part alone.
    local current=\${words[last]} flag='' before quote=$part width=0 reply
    [[ $current == -*=* ]] && flag=\${current%%=*}=
    part=\${part//[\\"\\'\\\\]/}
    [[ $part == [=:]* ]] && part=''
    before=\${current%"$part"}
    for ((i = 0; i < \${#names[@]}; i++)); do
        reply=$flag\${names[i]}
        reply=\${reply#"$before"}
        [[ $reply == *[!A-Za-z0-9_./:=@%+,-]* && $quote != [\\"\\']* ]] && printf -v reply %q "$reply"
        COMPREPLY+=("$reply")
        ((\${#reply} > width)) && width=\${#reply}
    done

    # Where several are listed, what each is stands beside it; readline inserts what they have in common.
    if ((\${#COMPREPLY[@]} > 1 && (COMP_TYPE == 9 || COMP_TYPE == 63))); then
        for ((i = 0; i < \${#names[@]}; i++)); do
            [[ \${texts[i]} ]] || continue
            printf -v reply '%-*s  (%s)' "$width" "\${COMPREPLY[i]}" "\${texts[i]}"
            COMPREPLY[i]=\${reply:0:\${COLUMNS:-80}-1}
        done
    fi
}

complete -o default -F ${name} ${executable}
`;
