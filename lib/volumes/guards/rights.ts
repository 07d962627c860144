import type { Guard } from './guard.ts';

/** What must be allowed to whoever runs the command, asked of the server before anything is touched. */
export const rights: Guard[] = [
  {
    name: 'missing-rights',
    protects: 'an instance from a run that could be begun and not be finished',
    kind: 'refusal',
    check: ({ surroundings: { denied } }) =>
      denied && {
        reason: `not allowed: ${denied.what.join(', ')}`,
        mend: `ask for this rule:\n${denied.rule}`,
      },
  },
];
