/** What `completion` can be told to do: print the script of a shell, or write or remove the file that kubectl asks. */
export const COMPLETION_WORDS = ['bash', 'zsh', 'fish', 'powershell', 'install', 'uninstall'] as const;
