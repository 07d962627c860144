import type { OwnAnswer, Passed, RelayOptions } from './relay.ts';

/** A refusal as an API server words it. */
export const refusal = (code: number, reason: string, message: string): OwnAnswer => ({
  status: code,
  body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code, reason, message },
});

/** Holds back what is `late` until something `early` has been answered. */
export function inTurn(
  early: (request: Passed) => boolean,
  late: (request: Passed) => boolean,
): Required<RelayOptions> {
  const answered = Promise.withResolvers<undefined>();
  return {
    before: (request) => (late(request) ? answered.promise : undefined),
    after: (request) => {
      if (early(request)) answered.resolve(undefined);
      return undefined;
    },
  };
}
