import type { Circumstances } from './growth.ts';
import type { Volume } from './objects.ts';

/** What keeps a driver from growing a volume. */
export interface Failure {
  /** As the resizer writes it into the claim's condition. */
  message: string;
  /** Whether no later attempt at this size can do better. */
  infeasible: boolean;
}

/** Why the driver does not grow the volume as things are; undefined where it does. */
export function failureOf(
  { metadata: { name } }: Volume,
  { behaviour, attached, released }: Pick<Circumstances, 'behaviour' | 'attached' | 'released'>,
): Failure | undefined {
  switch (behaviour) {
    case 'refusing':
      return failure('OutOfRange', `volume ${name} cannot be made that large`, true);
    case 'offline':
      return attached
        ? failure('FailedPrecondition', `volume ${name} is attached to a node and grows only when it is not`)
        : undefined;
    case 'cooldown':
      return released
        ? undefined
        : failure('Internal', `VolumeModificationRateExceeded: volume ${name} was modified too recently`);
    default:
      return undefined;
  }
}

const failure = (code: string, why: string, infeasible = false): Failure => ({
  message: `failed to expand pvc with rpc error: code = ${code} desc = ${why}`,
  infeasible,
});
