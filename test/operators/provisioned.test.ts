import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { image } from '../scenarios/hosts.ts';
import { backoff, POLL, RESYNC } from './draft.ts';
import { broken, healthy, NEW, node, OLD, world } from './fixtures.ts';
import { PROVISIONED_REGISTRATION_ERROR, REBOOT } from './host.ts';
import type { Node } from './ironic.ts';
import { reconcile } from './reconcile.ts';

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
    const action = reconcile(host, world({ generation: '0.10', node: node('active', host) }));
    assert.deepEqual([action.save, action.after], ['nothing', RESYNC]);
  });

  test('in error is saved each time from 0.13 on, with nothing but a condition and the time changed', () => {
    const host = broken();
    const first = reconcile(host, world({ node: node('active', host) }));
    assert.deepEqual([first.save, first.after], ['status', RESYNC]);
    const { conditions, lastUpdated, ...status } = first.host.status ?? assert.fail();
    const { lastUpdated: _, ...before } = host.status ?? assert.fail();
    assert.deepEqual(status, before);
    assert.equal(lastUpdated, world().now);
    const second = reconcile(first.host, world({ node: node('active', host) }));
    assert.equal(second.save, 'status');
    assert.notEqual(second.host.status?.conditions?.[0]?.status, conditions?.[0]?.status);
  });

  test('keeps the image that it was provisioned with as the one that was tried last, whatever is repaired', () => {
    const available = broken({
      provisioning: { state: 'provisioning', image: { url: '' } },
      status: { errorType: undefined },
    });
    const tried = reconcile(available, world({ node: node('available', available) }));
    assert.deepEqual([tried.save, tried.host.status?.lastAttemptedImage?.url], ['status', OLD]);
    const old = world({ generation: '0.10', node: node('available', available) });
    assert.equal(reconcile(available, old).host.status?.lastAttemptedImage, undefined);
  });

  test('without an image is left alone where its deploy method is the one that was used', () => {
    const host = healthy({
      spec: { image: undefined, customDeploy: { method: 'install_coreos' } },
      provisioning: { image: { url: '' }, customDeploy: { method: 'install_coreos' } },
    });
    const action = reconcile(host, world({ node: node('active', host, { custom: true }) }));
    assert.deepEqual(
      [action.save, action.wiped, action.host.status?.provisioning.state],
      ['nothing', false, 'provisioned'],
    );
  });

  test('has its count of errors reset by a change of its power, and not by being registered', () => {
    const counted = healthy({ status: { errorCount: 4 } });
    assert.equal(reconcile(counted, world()).host.status?.errorCount, 4);
    const off = world({ node: node('active', counted, { poweredOn: false }) });
    assert.equal(reconcile(counted, off).host.status?.errorCount, 0);
  });

  test('without changes is not saved', () => {
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

  test('with online: false is powered off once it is adopted, not before', () => {
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

test('backoff doubles from one or two minutes up to more than four hours, and stops growing there', () => {
  assert.deepEqual([backoff(1, 0), backoff(1, 1)], [120, 60]);
  assert.deepEqual([backoff(2, 0), backoff(3, 0)], [240, 480]);
  assert.deepEqual([backoff(9, 0), backoff(9, 1)], [30_720, 15_360]);
  assert.equal(backoff(40, 0), backoff(9, 0));
});
