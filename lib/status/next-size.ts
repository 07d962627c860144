import { gibFor } from '../capacity/outlook.ts';
import { wholeUnits } from '../objects/quantity.ts';
import type { Retention } from '../objects/retention.ts';
import type { VolumeState } from './block.ts';

/** For how many days a suggested size is good. */
const HORIZON = 180;

/** How much more a claim gets where its growth is not known, or calls for no more. */
const MORE = 1.5;

const GI = 2 ** 30;

/** The size that claims of one template need, so that none of them is full within half a year: more than any of them has. */
export function nextSize(volumes: readonly VolumeState[], retention?: Retention): string {
  const present = Math.max(...volumes.map(({ claim }) => Number(wholeUnits(claim.size))));
  const needs = volumes.map(({ metrics }) => {
    const { use, growth } = metrics ?? {};
    return use && growth ? (gibFor({ use, growth, retention }, { days: HORIZON, present }) ?? 0) : 0;
  });
  const needed = Math.ceil(Math.max(...needs));
  return `${needed > present / GI ? needed : Math.ceil((present * MORE) / GI)}Gi`;
}
