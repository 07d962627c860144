/** The executable of a program: `kubectl-bmh` of `kubectl bmh`. */
export const executableOf = (program: string): string => program.replace(' ', '-');

/** A file that kubectl runs to complete the words of a plugin. */
export interface Shim {
  /** As kubectl looks for it on PATH. */
  file: string;
  text: string;
}

/**
 * The shim of a program. It finds the plugin by PATH, as kubectl does, so that it outlives every upgrade.
 *
 * @param program as a user types it, `kubectl bmh`
 */
export function shimOf(program: string, platform: NodeJS.Platform): Shim {
  const executable = executableOf(program);
  const name = executable.replace('-', '_complete-');
  return platform === 'win32'
    ? {
        file: `${name}.cmd`,
        text: `@echo off\r\nrem ${mark(program)}\r\n${executable} __complete %* 2>nul\r\n`,
      }
    : {
        file: name,
        text: `#!/bin/sh\n# ${mark(program)}\nexec ${executable} __complete "$@" 2>/dev/null\n`,
      };
}

/** Whether a file with that text is one that we wrote, of whatever version. */
export const isShim = (text: string, program: string): boolean => text.includes(mark(program));

const mark = (program: string): string =>
  `Completes "${program}" for kubectl. Written by: ${program} completion install`;
