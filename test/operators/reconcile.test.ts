import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { image, paused } from '../scenarios/hosts.ts';
import { SLOW_RESYNC } from './draft.ts';
import { broken, healthy, NEW, node, OLD, world } from './fixtures.ts';
import { DETACHED, FINALIZER, type Host, PROVISIONED_REGISTRATION_ERROR, STATUS } from './host.ts';
import { reconcile } from './reconcile.ts';

describe('a paused host', () => {
  for (const value of ['true', 'false', '', 'metal3.io/capm3']) {
    test(`is left alone whatever the value, here ${JSON.stringify(value)}`, () => {
      const host = broken({ annotations: paused(value), spec: { image: image(NEW) } });
      const { save, after, events, wiped } = reconcile(host, world());
      assert.deepEqual(
        { save, after, events, wiped },
        { save: 'nothing', after: undefined, events: [], wiped: false },
      );
    });
  }

  test('is left alone even while it is being deleted', () => {
    const host = broken({ annotations: paused('true') });
    host.metadata.deletionTimestamp = '2030-01-01T00:00:00Z';
    assert.equal(reconcile(host, world()).save, 'nothing');
  });
});

describe('an externally provisioned host', () => {
  test('is adopted with the image of its spec, and never asked for cancelled provisioning', () => {
    const host = broken({
      spec: { externallyProvisioned: true },
      provisioning: { state: 'externally provisioned', image: { url: '' } },
    });
    const action = reconcile(host, world());
    assert.deepEqual([action.node?.state, action.node?.image], ['adopting', OLD]);
    assert.equal(action.host.status?.provisioning.state, 'externally provisioned');
  });
});

describe('a detached host', () => {
  test('loses its node and is not adopted', () => {
    const host = broken({ annotations: { [DETACHED]: '' } });
    const action = reconcile(host, world({ node: node('adopt failed', host) }));
    assert.equal(action.node, undefined);
    assert.equal(action.host.status?.operationalStatus, 'detached');
    assert.equal(action.host.status?.errorType, PROVISIONED_REGISTRATION_ERROR);
    assert.deepEqual([action.save, action.after], ['status', SLOW_RESYNC]);
    assert.equal(reconcile(action.host, world(action)).save, 'nothing');
  });

  test('that is attached again shows its error, then is enrolled again', () => {
    const host = broken({ status: { operationalStatus: 'detached' } });
    const first = reconcile(host, world());
    assert.deepEqual([first.host.status?.operationalStatus, first.node], ['error', undefined]);
    assert.equal(reconcile(first.host, world(first)).node?.state, 'adopting');
  });
});

describe('an Ironic whose database outlives the operator', () => {
  const host = healthy();
  const known = { ...node('adopt failed', host), image: OLD };

  test('keeps the image of a node that it knows', () => {
    assert.equal(reconcile(host, world({ node: known })).node?.image, NEW);
    assert.equal(reconcile(host, world({ node: known, keepsImage: true })).node?.image, OLD);
  });

  test('has it forgotten once the host was detached', () => {
    const detachedHost = healthy({ annotations: { [DETACHED]: '' } });
    const away = reconcile(detachedHost, world({ node: known, keepsImage: true }));
    assert.equal(away.node, undefined);
    assert.equal(reconcile(host, world({ keepsImage: true })).node?.image, NEW);
  });
});

describe('a saved status', () => {
  const saved = JSON.stringify({
    poweredOn: true,
    provisioning: { ID: 'x', state: 'provisioned', image: { url: OLD } },
  });

  test('is read into an empty status', () => {
    const host = { ...broken({ annotations: { [STATUS]: saved } }), status: undefined };
    const action = reconcile(host as unknown as Host, world());
    assert.equal(action.save, 'status');
    assert.equal(action.host.status?.provisioning.image?.url, OLD);
    assert.equal(action.host.status?.lastUpdated, world().now);
  });

  for (const [what, value] of Object.entries({ whole: saved, broken: '{' })) {
    test(`is removed, not read, where there is a status (${what})`, () => {
      const host = broken({ annotations: { [STATUS]: value } });
      const action = reconcile(host, world());
      assert.equal(action.save, 'record');
      assert.deepEqual(action.host.metadata.annotations, {});
      assert.deepEqual(action.host.status, host.status);
    });
  }
});

describe('a new host', () => {
  test('goes through its states until it is provisioned, without a wipe', () => {
    const { metadata, ...rest } = healthy();
    let action = reconcile(
      { ...rest, metadata: { ...metadata, finalizers: [] }, status: undefined } as unknown as Host,
      world(),
    );
    assert.deepEqual(action.host.metadata.finalizers, [FINALIZER]);
    const states: (string | undefined)[] = [];
    for (let step = 0; step < 12; step++) {
      if (action.node?.state === 'deploying')
        action = { ...action, node: { ...action.node, state: 'active' } };
      action = reconcile(action.host, world(action));
      assert.equal(action.wiped, false);
      const state = action.host.status?.provisioning.state;
      if (states.at(-1) !== state) states.push(state);
    }
    assert.deepEqual(states, [
      'registering',
      'inspecting',
      'preparing',
      'available',
      'provisioning',
      'provisioned',
    ]);
  });
});

describe('a deleted host', () => {
  test('is deprovisioned, powered off and released', () => {
    let action = reconcile(healthy(), world());
    action.host.metadata.deletionTimestamp = '2030-01-01T00:00:00Z';
    const states: (string | undefined)[] = [];
    let wipes = 0;
    for (let step = 0; step < 4; step++) {
      action = reconcile(action.host, world(action));
      states.push(action.host.status?.provisioning.state);
      wipes += Number(action.wiped);
    }
    assert.deepEqual(states, ['deprovisioning', 'powering off before delete', 'deleting', 'deleting']);
    assert.equal(wipes, 1);
    assert.deepEqual([action.save, action.host.metadata.finalizers, action.after], ['record', [], undefined]);
  });
});

test('a reconcile changes neither the host nor the world that it is given', () => {
  const host = broken({ spec: { image: image(NEW) } });
  const [hostBefore, worldBefore] = [structuredClone(host), world({ node: node('active', host) })];
  const given = structuredClone(worldBefore);
  reconcile(host, given);
  assert.deepEqual([host, given], [hostBefore, worldBefore]);
});
