import { missingRights } from '../../procedure/guard.ts';
import type { Guard } from './guard.ts';

export const rights: Guard[] = [missingRights('a host from a run that could be begun and not be finished')];
