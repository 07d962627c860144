import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pageOf, textOf } from './page-text.ts';
import { audit, diagnosis, repaired, resized, run, status, undone } from './results.ts';

const COMMAND = 'kubectl bmh repair worker-0 -n metal3';

const repair = (verdict: string, item: object | undefined, more: object = {}) => ({
  ...{ apiVersion: 'bmh.kubectl/v1', kind: 'RepairList', verdict, exitCode: 1, run: run(COMMAND) },
  items:
    item === undefined ? [] : [{ metadata: { name: 'worker-0', namespace: 'metal3' }, verdict, ...item }],
  ...more,
});

const CHANGE = {
  resource: 'baremetalhost.metal3.io/worker-0 -n metal3',
  field: 'spec.image.url',
  from: 'a',
  to: 'b',
};

const dryRun = (command: string, server?: object) =>
  repair(
    'unchanged',
    {
      reason: 'dry-run',
      message: 'dry run: nothing was changed',
      changes: [CHANGE],
      requests: [{ step: 3, title: 'Pause', request: { method: 'PATCH', path: '/apis/a' }, server }],
    },
    { run: run(command) },
  );

const listIn = (result: object, name: string): Record<string, unknown>[] =>
  Object.entries(result).find(([own]) => own === name)?.[1];

describe('what is left to do', () => {
  for (const [flags, again] of [
    ['--dry-run=server -n metal3', ' -n metal3'],
    ['--dry-run=client --context=a', ' --context=a'],
    ['-n metal3 --diff', ' -n metal3'],
  ])
    test(`after a dry run, is to run it: ${flags}`, () => {
      const shown = textOf(dryRun(`kubectl bmh repair worker-0 ${flags}`));
      assert.match(shown, /Dry run of the repair of host metal3\/worker-0 dry run Run/);
      assert.ok(
        shown.includes(
          `Left to do To make these changes kubectl bmh repair worker-0${again} metal3/worker-0`,
        ),
        shown,
      );
      assert.match(shown, /What would change Field Now Would be/);
      assert.doesNotMatch(shown, /unchanged|Nothing is left|Before|After/);
    });

  for (const [said, server] of [
    ['accepted', { answer: 'accepted', changes: [] }],
    [
      'accepted; admission also changes spec.online',
      { answer: 'accepted', changes: [{ path: 'spec.online' }] },
    ],
    ['rejected: it is forbidden', { answer: 'rejected', message: 'it is forbidden' }],
    ['not judged, because it depends on step 3', { answer: 'unjudged', dependsOn: 3 }],
  ] as const)
    test(`a dry run says what the server answered: ${said}`, () => {
      const shown = textOf(dryRun(`${COMMAND} --dry-run=server`, server));
      assert.ok(
        shown.includes(`Step Request Answer of the server 3. Pause PATCH /apis/a ${said} Made by`),
        shown,
      );
    });

  test('is what warnings say, so never nothing', () => {
    const warnings = [
      {
        name: 'last-applied',
        reason: 'applying that file again wipes the host',
        hint: 'change the manifest',
      },
    ];
    const shown = textOf(repair('repaired', { warnings }));
    assert.match(
      shown,
      /Left to do Warning last-applied: metal3\/worker-0 Applying that file again wipes the host Change the manifest/,
    );
    assert.doesNotMatch(shown, /Nothing is left/);
    assert.match(
      textOf(repair('repaired', { warnings: [{ ...warnings[0], hint: undefined }] })),
      /Nothing is left to do/,
    );
  });

  test('of a host that is still broken, is to find out why in its cluster', () => {
    const item = { message: 'it flaps', causes: ['Ironic keeps the old address'], changes: [CHANGE] };
    const shown = textOf(repair('degraded', item, { run: run(`${COMMAND} --kubeconfig=prod.yaml`) }));
    assert.match(shown, /degraded The host is still broken\./);
    assert.match(
      shown,
      /Left to do Degraded: metal3\/worker-0 Possible causes: Ironic keeps the old address kubectl bmh diagnose worker-0 -n metal3 --kubeconfig=prod\.yaml/,
    );
    assert.match(shown, /Field Before Written/);
  });

  for (const flags of ['-s https://10.0.0.1:6443', "--kubeconfig='my config.yaml' --context=a"])
    test(`of a host that is still broken, is in the cluster of the run: ${flags}`, () => {
      const shown = textOf(repair('degraded', { message: 'it flaps' }, { run: run(`${COMMAND} ${flags}`) }));
      assert.ok(shown.includes(`kubectl bmh diagnose worker-0 -n metal3 ${flags}`), shown);
    });

  test('of a run that left nothing to report, is said once', () => {
    const unread = { west: 'i/o timeout' };
    for (const [verdict, more] of [
      ['declined', { message: 'not repaired' }],
      ['failed', { message: 'no cluster could be read', unread }],
      ['in-progress', {}],
    ] as const) {
      const page = pageOf(repair(verdict, undefined, more));
      assert.equal(page.split('<ol class="todo"')[1]?.match(/<li>/g)?.length, 1, verdict);
    }
  });

  test('where nothing was started, is to start it again', () => {
    for (const result of [
      repair('interrupted', undefined, { message: 'Interrupted: nothing was changed.' }),
      repair('declined', { message: 'not repaired' }),
    ])
      assert.match(
        textOf(result),
        /Left to do Nothing was changed\. To start again kubectl bmh repair worker-0 -n metal3 /,
      );
  });

  test('after an error, is what its hint says and then the command', () => {
    const message = 'The connection to the server was refused';
    assert.match(
      textOf(repair('failed', undefined, { message, hint: 'Check the server.' })),
      /Summary The connection to the server was refused Left to do Before you run it again Check the server\. kubectl bmh repair worker-0 /,
    );
  });

  test('after a command that was wrong itself, is what its hint says: the same command would fail again', () => {
    for (const [verdict, message] of [
      ['blocked', 'error: cannot ask: stdin is not a terminal'],
      ['failed', 'Error from server (NotFound): baremetalhosts.metal3.io "wroker-0" not found'],
    ] as const)
      assert.match(
        textOf(repair(verdict, undefined, { message, hint: 'Do this.' })),
        /Left to do Before you run it again Do this\. Made by/,
      );
  });

  test('of a fleet with a blocked host, is still to continue with the cluster that could not be read', () => {
    const refusals = [{ guard: 'live-iso', reason: 'it boots an image', hint: 'leave it unchanged' }];
    assert.match(
      textOf(repair('blocked', { refusals }, { message: '1 host: 1 blocked', unread: { east: 'refused' } })),
      /To continue with all that is left, run the same command again kubectl bmh repair worker-0 /,
    );
  });

  test('of a blocked host, is what its guards say: what they allow may be another command, or none', () => {
    const refusals = [{ guard: 'live-iso', reason: 'it boots an image', hint: 'leave it unchanged' }];
    assert.match(
      textOf(repair('blocked', { refusals })),
      /Blocked: metal3\/worker-0 live-iso: leave it unchanged metal3\/worker-0 /,
    );
  });

  test('of a reading command that was killed, is to run it again', () => {
    const killed = { verdict: 'in-progress', message: 'The run has not finished.', items: [] };
    assert.match(
      textOf({ ...diagnosis(1), causes: [], ...killed }),
      /Left to do To run it again kubectl bmh diagnose /,
    );
  });

  test('of an audit without a cluster, is what to do before it is run again', () => {
    const unread = [{ reason: 'the server refused', hint: 'Check the server.' }];
    assert.match(
      textOf({ ...audit(1), items: [], unread }),
      /Left to do Before you run it again Check the server\. kubectl bmh audit/,
    );
  });

  test('of a namespace without the block, is to look in all', () => {
    const message = 'No part of the monitoring block was found in this namespace';
    const nothing = { items: [], components: [], volumes: [], watchdog: [], unread: [] };
    assert.match(
      textOf({ ...status(), ...nothing, message, next: 'kubectl monitoring status -A' }),
      /Summary No part of .* Left to do To check all namespaces kubectl monitoring status -A /,
    );
  });

  test('of a run that is to be continued, has no warnings of how to begin', () => {
    const warnings = [{ name: 'outage', reason: 'it is offline', hint: 'use --mode online' }];
    const next = 'kubectl monitoring resize-pvc 100Gi main';
    const [item] = listIn(resized(), 'items');
    const shown = (fields: object) => textOf({ ...resized(), items: [{ ...item, warnings, ...fields }] });
    assert.match(shown({}), /Warning outage: /);
    assert.doesNotMatch(shown({ verdict: 'interrupted', next }), /Warning outage: /);
  });

  test('after an undo of repairs, is to repair the hosts: they are broken again', () => {
    assert.match(
      textOf(undone()),
      /The hosts have their old addresses again, and their errors: .* kubectl bmh repair worker-0 worker-1 .* worker-11 -n metal3 --context east /,
    );
  });

  test('after an undo of a resize, names the volumes that grow on', () => {
    const [item] = listIn(resized(), 'items');
    const shown = textOf({
      ...resized(),
      items: [
        {
          ...item,
          verdict: 'undone',
          warnings: [],
          claims: [{ name: 'db-0', state: '50Gi of 100Gi, Resizing' }],
        },
      ],
    });
    assert.match(
      shown,
      /1 volume of monitoring-system\/main is still being resized, which an undo does not stop db-0: 50Gi of 100Gi, Resizing kubectl monitoring status -n monitoring-system/,
    );
  });

  test('says where a command is that was said before', () => {
    const items = ['x', 'y'].map((name) => ({
      ...{ metadata: { name, namespace: 'metal3' }, verdict: 'failed', reason: name },
      next: 'kubectl bmh repair --all',
    }));
    assert.match(
      textOf(repair('failed', undefined, { items })),
      /Failed: metal3\/y The same command as in 1\./,
    );
  });

  test('of a status, is not the status again, and has no link of an alert that a finding is about', () => {
    const [info] = listIn(status(), 'items');
    const shown = textOf(status());
    assert.ok(shown.includes(String(info?.message)));
    assert.ok(!shown.includes('Watchdog alert, receiver'));
    const link = {
      ...listIn(status(), 'watchdog')[3],
      next: 'kubectl monitoring status -n monitoring-system',
      hint: 'Find out why.',
    };
    assert.doesNotMatch(textOf({ ...status(), items: [], watchdog: [link] }), /Find out why/);
  });

  test('has no command that was cut', () => {
    const long = `kubectl bmh repair ${'worker '.repeat(3_000)}`;
    const page = pageOf(repair('failed', { next: long }));
    assert.doesNotMatch(page, /worker worker/);
    assert.match(page, /A command is too long for this page/);
    const whole = `kubectl bmh repair ${'w'.repeat(5_000)}`;
    assert.ok(pageOf(repair('failed', { next: whole })).includes(`${whole}</code>`));
  });
});

test('who ran a command is unknown if the server did not say, and not recorded if it was not asked', () => {
  const cluster = { context: 'a', server: 'https://b' };
  const shown = (user?: null): string =>
    textOf({
      ...repaired(),
      run: run(COMMAND, { clusters: [user === null ? { ...cluster, user } : cluster] }),
    });
  assert.match(shown(null), /User unknown/);
  assert.match(shown(), /User not recorded: only a run with --report asks for it/);
});
