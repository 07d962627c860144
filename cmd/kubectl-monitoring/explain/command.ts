import { explainCommand as command } from '../../shared/explain/command.ts';

export const explainCommand = command({
  description: `
    Lists the guards that "kubectl monitoring resize-pvc" and "scale" check, and what each one prevents. A refusal cannot be
    overridden: it prevents the loss of a volume or of another user's work. An overridable check can be overridden, one at a time, with
    --accept NAME. A warning is only printed.

    With a name, shows when that guard is checked, what a run does while it holds, and how to override it. No cluster is
    contacted.`,
  examples: [
    { comment: 'All guards', command: 'kubectl monitoring explain guards' },
    { comment: 'One guard in detail', command: 'kubectl monitoring explain retention-policy' },
  ],
  apiVersion: 'monitoring.kubectl/v1',
  guards: async () => (await import('./guards.ts')).explained,
});
