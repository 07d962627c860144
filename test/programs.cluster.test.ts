import { test } from 'node:test';
import { isEndedBy, refusesOtherScenarios } from './support/served-script.ts';

test('npm run cluster: SIGTERM to npm ends everything that it started', (t) =>
  isEndedBy(t, 'cluster', (npm) => npm.kill('SIGTERM')));

test('npm run cluster: so does Ctrl-C', (t) => isEndedBy(t, 'cluster', (npm) => npm.killAll('SIGINT')));

test('npm run cluster: a scenario that there is not', (t) => refusesOtherScenarios(t, 'cluster'));
