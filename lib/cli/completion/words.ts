/** What `completion` can be told to do with the file that kubectl runs: write, remove or print it. */
export const COMPLETION_WORDS = ['install', 'uninstall', 'print'] as const;
