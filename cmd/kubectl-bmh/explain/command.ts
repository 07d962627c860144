import { explainCommand as command } from '../../shared/explain/command.ts';

export const explainCommand = command({
  description: `
    Lists the guards that "kubectl bmh repair", "undo" and "reenroll" ask, and what each protects. A refusal stands: what it
    protects is a disk, or somebody else's work. A judgement can be taken on, one by one, with --accept NAME. A warning
    is only said.

    With a name it says of that guard when it is asked, what a run does while it holds, and how it is accepted. No
    cluster is asked.`,
  examples: [
    { comment: 'All guards', command: 'kubectl bmh explain guards' },
    { comment: 'One of them in full', command: 'kubectl bmh explain guards foreign-pause' },
  ],
  guards: async () => (await import('./guards.ts')).explained,
});
