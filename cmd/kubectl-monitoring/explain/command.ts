import { explainCommand as command } from '../../shared/explain/command.ts';

export const explainCommand = command({
  description: `
    Lists the guards that "kubectl monitoring resize-pvc" asks, and what each protects. A refusal stands: what it protects
    is a volume, or somebody else's work. A judgement can be taken on, one by one, with --accept NAME. A warning is only
    said.

    With a name it says of that guard when it is asked, what a run does while it holds, and how it is accepted. No
    cluster is asked.`,
  examples: [
    { comment: 'All guards', command: 'kubectl monitoring explain guards' },
    { comment: 'One of them in full', command: 'kubectl monitoring explain guards retention-policy' },
  ],
  guards: async () => (await import('./guards.ts')).explained,
});
