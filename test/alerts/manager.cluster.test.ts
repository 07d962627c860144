import { describe } from 'node:test';
import { managerContract } from './contract.ts';

describe('Alertmanager', { concurrency: 2 }, () => {
  for (const kind of ['system', 'newest'] as const) managerContract({ kind, like: kind });
});
