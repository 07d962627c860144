import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brokenHost, type HostOptions, healthyHost, image, paused } from '../scenarios/hosts.ts';
import { backoff, POLL, RESYNC, SLOW_RESYNC, type World } from './draft.ts';
import { DETACHED, FINALIZER, type Host, PROVISIONED_REGISTRATION_ERROR, REBOOT, STATUS } from './host.ts';
import type { Node } from './ironic.ts';
import { reconcile } from './reconcile.ts';

const OLD = 'http://172.22.0.1/images/old.qcow2';
const NEW = 'http://httpd-http/images/new.qcow2';

const broken = (options: HostOptions = {}): Host =>
  brokenHost('host', 1, { image: image(OLD), ...options }).host;
const healthy = (options: HostOptions = {}): Host =>
  healthyHost('host', 1, { image: image(NEW), ...options }).host;

/** The node that belongs to a host of these tests, in this state. */
const node = (state: Node['state'], host: Host, rest: Partial<Node> = {}): Node => ({
  id: host.status?.provisioning.ID ?? '',
  state,
  image: host.status?.provisioning.image?.url,
  custom: false,
  lastError: '',
  poweredOn: true,
  ...rest,
});

const world = (rest: Partial<World> = {}): World => ({
  node: undefined,
  bmcAnswers: true,
  now: '2030-01-02T03:04:05Z',
  random: 0.5,
  newId: 'new-id',
  ...rest,
});

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

describe('a provisioned host', () => {
  test('whose addresses differ goes to deprovisioning, and its disk is wiped by the next reconcile', () => {
    const first = reconcile(broken({ spec: { image: image(NEW) } }), world());
    assert.equal(first.host.status?.provisioning.state, 'deprovisioning');
    assert.deepEqual([first.save, first.after, first.wiped], ['status', 0, false]);

    const second = reconcile(first.host, world(first));
    assert.equal(second.wiped, true);
    assert.equal(second.host.status?.provisioning.state, 'available');
    assert.deepEqual(second.host.status?.provisioning.image, { url: '' });
    assert.deepEqual(second.host.status?.operationHistory?.deprovision, {
      start: world().now,
      end: world().now,
    });
  });

  test('is provisioned with the new image after that', () => {
    const host = healthy({ provisioning: { state: 'available', image: { url: '' } } });
    const first = reconcile(host, world({ node: node('available', host) }));
    assert.equal(first.host.status?.provisioning.state, 'provisioning');
    const second = reconcile(first.host, world(first));
    assert.deepEqual([second.node?.state, second.node?.image, second.after], ['deploying', NEW, POLL]);
    const third = reconcile(second.host, world({ node: { ...(second.node as Node), state: 'active' } }));
    assert.equal(third.host.status?.provisioning.state, 'provisioned');
    assert.equal(third.host.status?.provisioning.image?.url, NEW);
    assert.equal(third.wiped, false);
  });

  test('is registered and adopted in one reconcile, which clears the error but not its count', () => {
    const { host, node: adopted, save, after } = reconcile(broken(), world());
    assert.deepEqual([adopted?.state, adopted?.image, adopted?.id], ['adopting', OLD, 'new-id']);
    assert.deepEqual([save, after], ['status', POLL]);
    const { operationalStatus, errorType, errorMessage, errorCount, lastUpdated } = host.status ?? {};
    assert.deepEqual(
      { operationalStatus, errorType, errorMessage, errorCount, lastUpdated },
      {
        operationalStatus: 'OK',
        errorType: undefined,
        errorMessage: '',
        errorCount: 10,
        lastUpdated: world().now,
      },
    );
  });

  test('with the error set retries a failed adoption at once, with the image of its status', () => {
    const host = broken();
    const failed = node('adopt failed', host, {
      image: 'http://172.22.0.1/images/older.qcow2',
      lastError: 'why',
    });
    const action = reconcile(host, world({ node: failed }));
    assert.deepEqual([action.node?.state, action.node?.image], ['adopting', OLD]);
  });

  test('with the error cleared by hand reports a failed adoption again, and backs off', () => {
    const host = broken({
      status: { errorType: undefined, errorMessage: '', errorCount: 0, operationalStatus: 'OK' },
    });
    const { events, after, ...action } = reconcile(
      host,
      world({ node: node('adopt failed', host, { lastError: 'why' }) }),
    );
    const { operationalStatus, errorType, errorMessage, errorCount } = action.host.status ?? {};
    assert.deepEqual(
      { operationalStatus, errorType, errorMessage, errorCount },
      {
        operationalStatus: 'error',
        errorType: PROVISIONED_REGISTRATION_ERROR,
        errorMessage: 'Host adoption failed: why',
        errorCount: 1,
      },
    );
    assert.deepEqual(events, [
      { reason: 'ProvisionedRegistrationError', message: 'Host adoption failed: why' },
    ]);
    assert.equal(after, 90);
  });

  test('keeps a stale error while its node is active: nothing clears it', () => {
    const host = broken();
    const action = reconcile(host, world({ node: node('active', host) }));
    assert.deepEqual([action.save, action.after], ['nothing', RESYNC]);
  });

  test('that is well is not saved', () => {
    const host = healthy();
    assert.equal(reconcile(host, world({ node: node('active', host) })).save, 'nothing');
  });

  test('whose BMC does not answer gets the registration error, which goes once it does', () => {
    const dead = reconcile(healthy(), world({ bmcAnswers: false }));
    assert.equal(dead.host.status?.errorType, 'registration error');
    assert.equal(dead.events[0]?.reason, 'RegistrationError');
    const alive = reconcile(dead.host, world());
    assert.deepEqual([alive.host.status?.errorType, alive.after], [undefined, 0]);
  });

  test('that is to be offline is powered off once it is adopted, not before', () => {
    const host = healthy({ spec: { online: false } });
    assert.equal(reconcile(host, world({ node: node('adopting', host) })).node?.poweredOn, true);
    const off = reconcile(host, world({ node: node('active', host) }));
    assert.equal(off.node?.poweredOn, false);
    const seen = reconcile(off.host, world(off));
    assert.deepEqual([seen.save, seen.host.status?.poweredOn], ['status', false]);
  });

  test('with a reboot annotation is powered off, loses the annotation, and is powered on', () => {
    let action = reconcile(
      healthy({ annotations: { [REBOOT]: '' } }),
      world({ node: node('active', healthy()) }),
    );
    const powers = [action.node?.poweredOn];
    for (let step = 0; step < 4; step++) {
      action = reconcile(action.host, world(action));
      powers.push(action.node?.poweredOn);
    }
    assert.deepEqual(powers, [false, false, false, true, true]);
    assert.equal(REBOOT in (action.host.metadata.annotations ?? {}), false);
    assert.equal(action.host.status?.poweredOn, true);
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

  test('that is attached again shows its error, then is enrolled anew', () => {
    const host = broken({ status: { operationalStatus: 'detached' } });
    const first = reconcile(host, world());
    assert.deepEqual([first.host.status?.operationalStatus, first.node], ['error', undefined]);
    assert.equal(reconcile(first.host, world(first)).node?.state, 'adopting');
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
  test('is deprovisioned, powered off and let go', () => {
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

test('backoff doubles from one or two minutes up to more than four hours, and stops growing there', () => {
  assert.deepEqual([backoff(1, 0), backoff(1, 1)], [120, 60]);
  assert.deepEqual([backoff(2, 0), backoff(3, 0)], [240, 480]);
  assert.deepEqual([backoff(9, 0), backoff(9, 1)], [30_720, 15_360]);
  assert.equal(backoff(40, 0), backoff(9, 0));
});
