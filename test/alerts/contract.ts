import { describe } from 'node:test';
import { delivery } from './contract/delivery.ts';
import { posting } from './contract/posting.ts';
import { replicas } from './contract/replicas.ts';
import { silences } from './contract/silences.ts';
import type { Subject } from './contract/subject.ts';
import { suppression } from './contract/suppression.ts';
import { turns } from './contract/turns.ts';
import { web } from './contract/web.ts';

/** What tests rely on, whichever Alertmanager they run with: the real one is always right. */
export function managerContract(subject: Subject): void {
  describe(`${subject.kind}, like ${subject.like}`, { concurrency: 8 }, () => {
    posting(subject);
    delivery(subject);
    turns(subject);
    suppression(subject);
    silences(subject);
    replicas(subject);
    web(subject);
  });
}
