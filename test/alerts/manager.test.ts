import { describe } from 'node:test';
import { managerContract } from './contract.ts';

describe('stand-ins', { concurrency: 2 }, () => {
  for (const like of ['system', 'newest'] as const) managerContract({ kind: 'stand-in', like });
});
