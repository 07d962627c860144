import { RECORD_ANNOTATION } from '../../../lib/objects/names.ts';
import type { Interference, Passed } from '../../support/relay.ts';
import type { HostFault } from './fault.ts';
import { OTHER } from './procedures.ts';

interface Body {
  metadata?: { annotations?: Record<string, unknown> };
  spec?: { image?: { url?: string } };
}

/** Admission that changes every patch from one on, those that are only tried too. */
const changing = (name: string, change: (body: Body) => void, rest: Partial<HostFault> = {}): HostFault => ({
  name,
  moment: 'before',
  lasts: 'on',
  strike: (_, { method, body }: Passed): Interference | undefined => {
    if (method !== 'PATCH') return undefined;
    const changed: Body = JSON.parse(body);
    change(changed);
    return { rewritten: JSON.stringify(changed) };
  },
  ...rest,
});

/** What mutating webhooks and policies make of what a run writes. */
export const admission: readonly HostFault[] = [
  changing('admission rewriting the address', ({ spec }) => {
    if (spec?.image) spec.image.url = OTHER;
  }),
  changing(
    'admission stripping the record',
    ({ metadata }) => {
      if (metadata?.annotations?.[RECORD_ANNOTATION]) metadata.annotations[RECORD_ANNOTATION] = undefined;
    },
    { accept: 'foreign-pause' },
  ),
];
