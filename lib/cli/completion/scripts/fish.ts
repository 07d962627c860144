/** What fish sources to complete an executable. */
export const fish = (executable: string, name = `__${executable.replaceAll('-', '_')}_complete`): string => `\
# fish completion of ${executable}. To load it: ${executable} completion fish | source

function ${name}
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct | string unescape)
    set words (string replace -r -- '^~/' "$HOME/" $words "$current")
    set -l lines (${executable} __complete $words 2>/dev/null)
    set -q lines[1]; or return
    set -l directive $lines[-1]
    set -e lines[-1]

    # Of a flag's value the candidates do not have the flag.
    set -l flag (string match -r -- '^-[^=]*=' "$current")
    set -l value (string replace -- "$flag" '' "$current")
    switch $directive
        case :8
            set -l endings .$lines
            set lines (__fish_complete_path "$value" | string match -r -- '^(?:[^\\t]*/|[^\\t]*(?:'(string join '|' (string escape --style=regex -- $endings))'))(?:\\t.*)?$')
        case :16
            set lines (__fish_complete_directories "$value" '')
        case :0
            set -q lines[1]; or set lines (__fish_complete_path "$value")
    end
    set -q lines[1]; and printf '%s\\n' "$flag"$lines
end

complete -c ${executable} -e
complete -c ${executable} -f -a '(${name})'
`;
