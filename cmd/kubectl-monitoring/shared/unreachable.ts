import { CommandError } from '../../../lib/words/errors.ts';

/** Whether an error says that the cluster cannot be queried. */
export const isUnreachable = (error: unknown): error is CommandError =>
  error instanceof CommandError && ['api', 'timeout'].includes(error.kind);
