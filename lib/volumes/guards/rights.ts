import { missingRights } from '../../procedure/guard.ts';
import type { Guard } from './guard.ts';

export const rights: Guard[] = [
  missingRights('an instance from a run that could be begun and not be finished'),
];
