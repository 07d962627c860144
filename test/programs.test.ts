import { test } from 'node:test';
import { isEndedBy, refusesOtherScenarios } from './support/served-script.ts';

test('npm run playground: SIGTERM to npm ends everything that it started', (t) =>
  isEndedBy(t, 'playground', (npm) => npm.kill('SIGTERM')));

test('npm run playground: so does Ctrl-C', (t) => isEndedBy(t, 'playground', (npm) => npm.killAll('SIGINT')));

test('npm run playground: a scenario that there is not', (t) => refusesOtherScenarios(t, 'playground'));
