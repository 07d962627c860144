import type { Interference } from '../support/relay.ts';
import type { Fault } from './fault.ts';
import type { Scene } from './scene.ts';

const kill = async ({ disturbed }: Scene): Promise<Interference> => {
  disturbed?.process.kill('SIGKILL');
  await disturbed?.ended;
  return 'reset';
};

export const KILLED_AFTER: Fault = {
  name: 'SIGKILL after it was applied',
  moment: 'after',
  kills: true,
  strike: kill,
};

/** A run that will get no answer waits less for it than it would by itself. */
const IMPATIENT = ['--request-timeout=6s'];

/** What becomes of the process and of its connection. */
export const connections: readonly Fault[] = [
  { name: 'SIGKILL before it is sent', moment: 'before', kills: true, strike: kill },
  KILLED_AFTER,
  { name: 'connection reset before', moment: 'before', strike: () => 'reset' },
  { name: 'connection reset after', moment: 'after', strike: () => 'reset' },
  { name: 'connection lost for good before', moment: 'before', lasts: 'on', strike: () => 'reset' },
  { name: 'connection lost for good after', moment: 'after', lasts: 'on', strike: () => 'reset' },
  { name: 'truncated body', moment: 'after', strike: () => 'truncate' },
  { name: 'no answer, not applied', moment: 'before', flags: IMPATIENT, strike: () => 'silence' },
  { name: 'no answer, applied', moment: 'after', flags: IMPATIENT, strike: () => 'silence' },
];
