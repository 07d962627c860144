/** What PowerShell, from 5.1 on, runs to complete an executable. */
export const powershell = (executable: string): string => `\
# PowerShell completion of ${executable}. To load it: ${executable} completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName '${executable}', '${executable}.exe' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_.Value -is [string]) { $_.Value } else { $_.Extent.Text } })
    $current = "$wordToComplete"
    # Where this is not set, before 7.3, PowerShell gives a program no empty word unless it is quoted once more.
    $standard = "$PSNativeCommandArgumentPassing" -in 'Standard', 'Windows'
    $last = if ($current -or $standard) { $current } else { '""' }

    $lines = @(& '${executable}' __complete @words $last 2>$null)
    $directive = if ($lines) { $lines[-1] } else { ':4' }
    # Files and folders are PowerShell's own work: it offers them where it is offered nothing.
    if ($directive -eq ':8' -or $directive -eq ':16') { return }

    # Of a flag's value the candidates do not have the flag.
    $flag = if ($current -match '^-[^=]*=') { $Matches[0] } else { '' }
    $offers = @($lines | Select-Object -SkipLast 1 | ForEach-Object {
        $value, $text = $_ -split [char]9, 2
        $word = if ($value -match '[^\\w./:=@%+,-]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
        if (-not $text) { $text = $value }
        [System.Management.Automation.CompletionResult]::new($flag + $word, $value, 'ParameterValue', $text)
    })
    if ($offers) { $offers } elseif ($directive -eq ':4') { '' }
}
`;
