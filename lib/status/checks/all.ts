import type { Check } from '../finding.ts';
import { blind } from './blind.ts';
import { down } from './down.ts';
import { loss } from './loss.ts';
import { replicas } from './replicas.ts';
import { upkeep } from './upkeep.ts';
import { volumes } from './volumes.ts';

/** Everything that a block is held to. */
export const CHECKS: readonly Check[] = [...loss, ...blind, ...down, ...volumes, ...replicas, ...upkeep];
