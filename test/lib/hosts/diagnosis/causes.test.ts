import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CAUSES, diagnose } from '../../../../lib/hosts/diagnosis/diagnose.ts';
import { labelOf } from '../../../../lib/hosts/diagnosis/summary.ts';
import { isToldByRecord, wantedFor } from '../../../../lib/hosts/diagnosis/wanted.ts';
import { NEW, statusImage } from '../../../support/records.ts';
import { rows } from './cause-rows.ts';
import { ABSENT, evidence, failed, operator, operators } from './evidence.ts';

for (const { name, seen, cause, verdict, next } of rows)
  test(`${name}: ${cause}`, () => {
    const found = diagnose(seen);
    assert.deepEqual(
      { cause: labelOf(found), verdict: found.verdict, next: found.next.command?.words.join(' ') },
      { cause, verdict, next },
    );
  });

test('every cause has a unique name and a row that shows it', () => {
  const names = CAUSES.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  const shown = new Set(rows.map(({ seen }) => diagnose(seen).cause));
  assert.deepEqual(
    names.filter((name) => !shown.has(name)),
    [],
  );
});

test('every host that is not healthy gets a next step', () => {
  for (const { name, seen } of rows) {
    const { verdict, next } = diagnose(seen);
    assert.ok(verdict === 'healthy' || next.command || next.advice, name);
  }
});

test('without a cause, its rows get another cause', () => {
  for (const { name, seen } of rows) {
    const { cause } = diagnose(seen);
    if (cause === 'healthy') continue;
    const others = CAUSES.filter((one) => one.name !== cause);
    assert.notEqual(diagnose(seen, others).cause, cause, name);
  }
});

test('reads nothing else when the BareMetalHost alone tells the cause', () => {
  const alone = ['healthy', 'healthy-at-fixed-address', 'bmc-fault', 'deleting', 'detached', 'at-risk'];
  for (const { name, seen } of rows) {
    const { cause } = diagnose(seen);
    if (alone.includes(cause)) assert.ok(isToldByRecord(seen.observed), name);
    if (cause === 'fixed-address' || cause === 'operator-stopped')
      assert.ok(!isToldByRecord(seen.observed), name);
  }
});

test('diagnoses one host with all evidence as it diagnoses many', () => {
  const down = operators({ operators: [operator({ ready: 0 })] });
  for (const { name, seen } of rows) {
    if (!isToldByRecord(seen.observed)) continue;
    const { cause } = diagnose({ observed: seen.observed, unread: [] });
    const more = { present: ABSENT, events: [failed(9)], operators: down };
    assert.equal(diagnose({ ...seen, ...more }).cause, cause, name);
  }
});

test('probes only the addresses that decide: the new ones or the current ones', () => {
  const broken = wantedFor(evidence().observed);
  assert.deepEqual(broken, {
    context: true,
    target: NEW,
    present: undefined,
    events: false,
    operators: false,
  });
  const fixed = wantedFor(evidence({ spec: { image: NEW }, ...statusImage(NEW) }).observed);
  assert.deepEqual(fixed, {
    context: true,
    target: undefined,
    present: NEW,
    events: true,
    operators: true,
  });
});

test('finds a cause for every possible BareMetalHost', () => {
  const text = fc.oneof(fc.constantFrom('', 'provisioned', 'error', 'OK', 'registration error'), fc.string());
  const status = fc.record({
    errorType: text,
    operationalStatus: text,
    errorMessage: text,
    errorCount: fc.anything(),
  });
  fc.assert(
    fc.property(status, text, fc.option(text), (given, state, url) => {
      const patch = { spec: { image: { url } }, status: { ...given, provisioning: { state } } };
      assert.ok(CAUSES.some(({ name }) => name === diagnose(evidence(patch)).cause));
    }),
  );
});
