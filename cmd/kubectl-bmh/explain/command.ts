import { explainCommand as command } from '../../shared/explain/command.ts';

export const explainCommand = command({
  description: `
    Lists the guards that "kubectl bmh repair", "undo" and "reenroll" check, and what each one prevents. A guard of type
    "refusal" protects a disk, or another user's work, and cannot be overridden. One of type "overridable" can be overridden
    by name with --accept NAME. A warning is only printed.

    With a name, explains when that guard is checked, what a run does if it refuses, and how to override it. No cluster is
    contacted.`,
  examples: [
    { comment: 'List all guards', command: 'kubectl bmh explain guards' },
    { comment: 'Explain one guard in full', command: 'kubectl bmh explain foreign-pause' },
  ],
  apiVersion: 'bmh.kubectl/v1',
  guards: async () => (await import('./guards.ts')).explained,
});
