import type { Procedure } from '../subject.ts';
import { GROW, HOLD, LIMIT, ORPHAN, STOP } from './request-name.ts';

export type Mode = 'offline' | 'online';

/** A resize whose every request is disturbed, and where it starts from. */
export interface VolumeProcedure extends Procedure {
  mode: Mode;
  goal: 'resize' | 'undo';
  /** Whether its StatefulSet would delete the volumes, so that it has to be kept from that first. */
  retains: boolean;
  /** Whether it raises retentionSize with the volumes, or finds it raised. */
  limits?: true;
  /** The unfinished run that it finds: a resize that is killed when the server has done this request. */
  finds?: string;
}

/** Name of the Prometheus. */
export const NAME = 'k8s';
export const REPLICAS = 2;

const [GROW_FIRST = ''] = GROW;

/** The retentionSize that goes with volumes of a size: about 80 % of it. */
export const limitFor = (size: string): string => `${Math.floor(Number.parseInt(size, 10) * 0.8)}GB`;

/** The words of an undo: the record has all else. */
export const UNDO_WORDS = ['undo', NAME, '-y'];

/** The words of a resize. */
export const resizeWords = (
  { mode, retains, limits }: Pick<VolumeProcedure, 'mode' | 'retains' | 'limits'>,
  size: string,
): string[] => [
  'resize-pvc',
  size,
  NAME,
  '--mode',
  mode,
  '-y',
  ...(retains ? ['--retain-volumes'] : []),
  ...(limits ? ['--retention-size', limitFor(size)] : []),
];

/** An undo has something to do only where a resize is unfinished: it starts from places where one can be. */
const undo = (mode: Mode, after: string): VolumeProcedure => ({
  name: 'undo',
  title: `undo of ${mode} killed after ${after}`,
  mode,
  goal: 'undo',
  retains: false,
  finds: after,
});

export const procedures: readonly VolumeProcedure[] = [
  { name: 'offline', title: 'offline', mode: 'offline', goal: 'resize', retains: false },
  { name: 'online', title: 'online', mode: 'online', goal: 'resize', retains: false },
  { name: 'retain', title: 'retain', mode: 'offline', goal: 'resize', retains: true },
  { name: 'limit', title: 'limit', mode: 'offline', goal: 'resize', retains: false, limits: true },
  { name: 'limit', title: 'limit online', mode: 'online', goal: 'resize', retains: false, limits: true },
  { ...undo('offline', LIMIT), limits: true },
  undo('offline', STOP),
  undo('offline', GROW_FIRST),
  undo('online', HOLD),
  undo('online', ORPHAN),
];
