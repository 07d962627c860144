import type { LeaseReader } from '../../../lib/cluster/hosts/read-signals.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import type { CommandError } from '../../../lib/words/errors.ts';

/** What the waits for several hosts share. */
export interface SharedWatch {
  /** The host as it is now and after every change, undefined while it does not exist, until `signal` aborts. */
  changes(
    seen: HostObject,
    signal: AbortSignal,
    lost: (error: CommandError) => void,
  ): AsyncGenerator<HostObject | undefined>;
  leases: LeaseReader;
}
