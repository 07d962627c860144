import type { Ending } from '../../../../shared/render.ts';
import type { Alerts } from '../../shared/with-manager.ts';

/** A silence as `-o name` prints it, and as "alert silence expire" takes it. */
export const silenceResource = (id: string): string => `silence/${id}`;

/** The result for one silence; `id` is empty if there is none. */
export const endingOf = (
  { manager, session }: Alerts,
  id: string,
  what: Pick<Ending, 'verdict' | 'exitCode' | 'message'> & Pick<Partial<Ending>, 'reason' | 'next'>,
): Ending => ({
  name: id,
  namespace: manager.namespace,
  resource: id === '' ? 'silence' : silenceResource(id),
  context: session?.connection.context ?? '',
  server: session?.connection.server ?? manager.name,
  refusals: [],
  ...what,
});
