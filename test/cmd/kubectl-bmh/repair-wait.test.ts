import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { lastOwnWrite } from '../../../lib/hosts/gitops.ts';
import { brokenHost, healthyHost, image, STANDARD, served, stale } from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { allowUser, permissions } from '../../support/allowed-user.ts';
import { faster } from '../../support/faster.ts';
import { call } from '../../support/http.ts';
import { PAUSED } from '../../support/records.ts';
import { type Passed, type RelayOptions, startRelay } from '../../support/relay.ts';
import { type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

/** An image that is at neither address. */
const MISSING = 'acme-missing-ubuntu2204.qcow2';

const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: [
    ...['steady', 'killed', 'active', 'undone', 'stopped', 'told', 'cut', 'answered'].map((name, index) =>
      brokenHost(name, index),
    ),
    ...['flaps', 'again'].map((name, index) =>
      brokenHost(name, 20 + index, { image: image(stale(MISSING)) }),
    ),
    ...['idle', 'blind'].map((name, index) => brokenHost(name, 40 + index, { namespace: 'idle' })),
    ...['unseen', 'unread'].map((name, index) =>
      healthyHost(name, 60 + index, { namespace: 'idle', image: image(stale(STANDARD)) }),
    ),
  ],
  images: [served(STANDARD)],
  deadBmcs: [],
});

const waits = faster(10);

const listsEvents = ({ method, path }: Passed): boolean => method === 'GET' && path.includes('/events?');

/** The patch that takes the pause away, and the record with it. */
const resumes = ({ method, path, body }: Passed): boolean =>
  method === 'PATCH' && !path.includes('dryRun') && body.includes(`"${PAUSED}":null`);

for (const kind of servers())
  describe(`wait of kubectl bmh repair, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, scenario(), { unattended: ['idle'], active: ['active'] });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    /** Repairs a host of a namespace of the scenario; what it says of the verification has `NS` and `CONFIG` in it. */
    async function repair(
      [name, ...words]: [string, ...string[]],
      { namespace = 'metal3', endpoint = server.admin, ...options }: RepairOptions = {},
    ): Promise<Ran & { notes: string[]; end: string }> {
      const config = await stage.kubeconfig(endpoint, stage.namespace(namespace));
      const ran = await runCommand(program, ['repair', '--kubeconfig', config, name, '-y', ...words], {
        waits,
        ...options,
      });
      const plain = ran.stderr.replaceAll(stage.namespace(namespace), 'NS').replaceAll(config, 'CONFIG');
      const end = plain.slice(plain.search(/^Verification: /m));
      const notes = plain.split('\n').filter((line) => /^(waiting|healthy)/.test(line));
      return { ...ran, notes, end };
    }
    type RepairOptions = RunOptions & { namespace?: string; endpoint?: TestServer['admin'] };

    /** The same through a relay. */
    async function repairThrough(
      relayed: RelayOptions,
      words: [string, ...string[]],
      options: RunOptions = {},
    ): ReturnType<typeof repair> {
      const relay = await startRelay(server.admin, relayed);
      try {
        return await repair(words, { endpoint: relay.endpoint(server.admin), ...options });
      } finally {
        await relay.stop();
      }
    }

    test('reports repaired after the host stayed healthy, and prints what it waits for', async () => {
      const { code, stdout, notes, end } = await repair(['steady', '--stable-for=1s']);
      assert.equal(
        end,
        'Verification: done (the operator reports the host healthy; it stayed healthy for 1s)\n',
      );
      assert.equal(notes.at(-1), 'healthy; checking for 1s that the error does not come back');
      assert.deepEqual(
        notes.slice(0, -1).filter((note) => note !== 'waiting for the operator to reconcile the host'),
        [],
      );
      assert.deepEqual({ code, stdout }, { code: 0, stdout: 'baremetalhost.metal3.io/steady repaired\n' });
    });

    test('waits for a healthy host that an earlier run resumed less than the window ago', async () => {
      assert.equal((await repair(['killed', '--stable-for=1s'])).code, 0);
      const written = lastOwnWrite({ object: await stage.host(stage.namespace('metal3'), 'killed') });
      const after = (seconds: number) =>
        repair(['killed', '--stable-for=10s'], { now: new Date(written + seconds * 1000) });
      const soon = await after(9);
      assert.deepEqual(soon.notes, ['healthy; checking for 10s that the error does not come back']);
      assert.equal(soon.stdout, 'baremetalhost.metal3.io/killed repaired\n');
      const late = await after(11);
      assert.deepEqual(late.notes, []);
      assert.equal(late.stdout, 'baremetalhost.metal3.io/killed unchanged: nothing is wrong with it\n');
    });

    test('reports flapping with other possible causes when the address is still unreachable', async () => {
      const { code, stdout, end } = await repair(['flaps', '--stable-for=20s', '--accept=image-not-served']);
      const { status } = await stage.host(stage.namespace('metal3'), 'flaps');
      const { errorMessage } = status;
      assert.equal(
        end,
        `Verification: failed (the error came back)
error: host NS/flaps flaps: it was healthy, and then the error came back (${errorMessage}): Ironic still cannot reach the address
  status.errorCount: 1
  status.errorMessage: "${errorMessage}"
Other possible causes:
  - the image server does not serve ${served(MISSING)}: request it from a pod in the cluster
  - its service has no ready endpoints, or Ironic (on the host network) does not resolve the short name
  - the operator is backing off (errorCount 1): its next attempt may be 2 minutes away
  - Ironic keeps the old address in its own database; "kubectl bmh reenroll" enrolls the node again
`,
      );
      assert.match(errorMessage, /a HEAD request got HTTP 404 instead of 200$/);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    });

    test('-o json has the verdict flapping', async () => {
      const words = ['--stable-for=20s', '--accept=image-not-served', '-o', 'json'];
      const { code, stdout } = await repair(['again', ...words]);
      const [{ verdict, reason, exitCode, causes }] = JSON.parse(stdout).items;
      assert.deepEqual(
        { code, verdict, reason, exitCode },
        { code: 1, verdict: 'degraded', reason: 'flapping', exitCode: 1 },
      );
      assert.equal(causes.length, 4);
    });

    test('a new Event with the error counts as flapping although the host does not show it', async () => {
      const namespace = stage.namespace('metal3');
      let told: ReturnType<typeof call> | undefined;
      const { code, end } = await repairThrough(
        { before: async (request) => void (listsEvents(request) && (await told)) },
        ['told', '--stable-for=1s'],
        {
          onStderr(text) {
            if (!text.startsWith('healthy')) return;
            const path = `/api/v1/namespaces/${namespace}/events`;
            told = call(server.admin, { method: 'POST', path, body: failureOf('told', namespace) });
          },
        },
      );
      assert.equal((await told)?.status, 201);
      assert.equal(code, 1);
      assert.match(
        end,
        /^error: host NS\/told flaps: .* \(an Event ProvisionedRegistrationError\): Ironic still cannot reach the address$/m,
      );
    });

    test('prints the command that clears a stale error when the node is already active', async () => {
      const { code, stdout, notes, end } = await repair(['active', '--stable-for=1s', '--timeout=8s']);
      const payload = '{"status":{"errorType":null,"operationalStatus":"OK"}}';
      assert.equal(
        end,
        `Verification: failed (the node is already active, and the error is stale)
error: host NS/active is patched and resumed, but still shows the old error: the operator is running and has changed nothing, so the node is already active in Ironic and nothing clears the error
Next: kubectl patch baremetalhost active -n NS --kubeconfig CONFIG --subresource=status --type=merge -p '${payload}'
`,
      );
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      const last =
        'waiting for the operator to clear the error: it is running but has changed nothing for 1s, so the node may already be active in Ironic';
      const waits = [
        'waiting for the operator to reconcile the host',
        'waiting for the operator to register the host again (now: provisioned registration error)',
        last,
      ];
      // What holds for a moment only may pass unseen between two looks.
      assert.deepEqual(
        notes,
        waits.filter((wait) => notes.includes(wait)),
      );
      assert.equal(notes.at(-1), last);
      const cleared = await stage.patch(stage.namespace('metal3'), 'active', JSON.parse(payload), 'status');
      assert.equal(cleared.status, 200, cleared.text);
      const cured = await repair(['active']);
      assert.equal(cured.stdout, 'baremetalhost.metal3.io/active unchanged: nothing is wrong with it\n');
    });

    test('detects an operator that is down by its lease, and says where to look', async () => {
      const { code, stdout, notes, end } = await repair(['idle', '--stable-for=1s', '--timeout=5s'], {
        namespace: 'idle',
      });
      const lease = `/apis/coordination.k8s.io/v1/namespaces/${stage.namespace('idle')}/leases/baremetal-operator`;
      const { json } = await call(server.admin, { path: lease });
      const holder: string = json.spec.holderIdentity;
      const pod = holder.slice(0, holder.indexOf('_'));
      assert.equal(
        end,
        `Verification: failed (the operator is not reconciling)
error: host NS/idle is patched and resumed, but the operator is not reconciling: in 5s it did not touch the host, and its lease NS/baremetal-operator, held by ${holder}, was not renewed either
Check whether it is running: kubectl get pod ${pod} -n NS, and kubectl logs ${pod} -n NS
Next: kubectl bmh wait idle -n NS --kubeconfig CONFIG
`,
      );
      assert.deepEqual(notes, ['waiting for the operator to reconcile the host']);
      assert.deepEqual({ code, stdout }, { code: 124, stdout: '' });
    });

    test('decides by the host alone without the right to read Events and leases', async () => {
      const namespace = stage.namespace('idle');
      await allowUser(server, { name: 'weak', namespace }, [
        ...permissions(namespace, ['metal3.io', 'baremetalhosts'], 'get', 'list', 'watch', 'patch'),
        ...permissions(namespace, ['metal3.io', 'baremetalhosts/status'], 'patch'),
      ]);
      const { code, stderr, end } = await repair(['blind', '--stable-for=200ms', '--timeout=5s'], {
        namespace: 'idle',
        endpoint: server.weak,
      });
      assert.equal(
        end,
        `Verification: failed (the operator is not reconciling)
error: host NS/blind is patched and resumed, but the operator is not reconciling: in 5s it did not touch the host
Check whether it is running: kubectl get pods -A | grep baremetal-operator
Next: kubectl bmh wait blind -n NS --kubeconfig CONFIG
`,
      );
      assert.equal(code, 124);
      const warning =
        'Warning: the Events of this namespace cannot be listed, so only the host itself shows whether the error comes back\n';
      assert.equal(stderr.split(warning).length, 2, stderr);
    });

    test('does not report repaired when no operator confirmed the health', async () => {
      const words = ['--preventive', '--stable-for=200ms', '--timeout=3s'];
      const { code, stdout, end } = await repair(['unseen', ...words], { namespace: 'idle' });
      assert.match(
        end,
        /^error: host NS\/unseen is patched and resumed, but the operator is not reconciling: in 3s it did not touch the host, and its lease NS\/baremetal-operator, held by \S+, was not renewed either$/m,
      );
      assert.match(end, /^Next: kubectl bmh wait unseen -n NS --kubeconfig CONFIG$/m);
      assert.deepEqual({ code, stdout }, { code: 124, stdout: '' });
    });

    test('does not report repaired when a confirmation cannot be read, and says what is missing', async () => {
      const words = ['--preventive', '--stable-for=0', '--timeout=2s'];
      const { code, stdout, end } = await repair(['unread', ...words], {
        namespace: 'idle',
        endpoint: server.weak,
      });
      assert.match(
        end,
        /^error: host NS\/unread is patched and resumed, but after 2s still waiting for a sign that the operator has seen the host: it has not written to the host, and no renewal of its leases was seen\nNext: kubectl bmh wait unread /m,
      );
      assert.deepEqual({ code, stdout }, { code: 124, stdout: '' });
    });

    test('fails at once when the host leaves "provisioned"', async () => {
      const namespace = stage.namespace('metal3');
      let undone = false;
      const { code, stdout, end } = await repairThrough(
        {
          after: async (request) => {
            if (undone || !listsEvents(request)) return undefined;
            undone = true;
            await stage.patch(namespace, 'undone', { spec: { image: { url: stale(STANDARD) } } });
            return undefined;
          },
        },
        ['undone', '--stable-for=60s'],
      );
      // Which of the two is seen first is up to the operator.
      assert.match(
        end,
        /^Verification: failed \((.*)\)\nerror: host NS\/undone CAN NO LONGER BE REPAIRED: \1\n( {2}spec\.image\.url: http:.*\n)?$/,
      );
      assert.match(
        end,
        /\((the image address was changed again: .*|the host's state is now "deprovisioning")\)$/m,
      );
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    });

    test('an interruption prints how long the host was healthy and the command that keeps watching', async () => {
      const interruption = new AbortController();
      const { code, end } = await repair(['stopped', '--stable-for=60s'], {
        // Its seconds are printed: a slow machine must not count some.
        waits: faster(1),
        interrupted: interruption.signal,
        onStderr: (text) => text.startsWith('healthy') && interruption.abort(),
      });
      assert.equal(
        end,
        `Verification: failed (healthy for 0s of 60s)
Interrupted: host NS/stopped is patched and resumed, and was healthy for 0s of 60s; to see whether the error comes back: kubectl bmh wait stopped -n NS --kubeconfig CONFIG
`,
      );
      assert.equal(code, 130);
    });

    test('an interruption right after the resume prints the command that keeps watching', async () => {
      const interruption = new AbortController();
      const { code, stderr } = await repairThrough(
        { after: (request) => void (resumes(request) && interruption.abort()) },
        ['answered', '--stable-for=60s'],
        { interrupted: interruption.signal },
      );
      assert.match(
        stderr.replaceAll(stage.namespace('metal3'), 'NS'),
        /\nInterrupted: host NS\/answered is patched and resumed; to see whether the error comes back: kubectl bmh wait answered -n NS --kubeconfig \S+\n$/,
      );
      assert.equal(code, 130);
      const { metadata, spec, status } = await stage.host(stage.namespace('metal3'), 'answered');
      assert.deepEqual(metadata.annotations ?? {}, {});
      assert.equal(spec.image.url, status.provisioning.image.url);
    });

    test('retries Events that fail to be read, and decides nothing meanwhile', async () => {
      let cuts = 0;
      let answered = 0;
      const { code, end } = await repairThrough(
        {
          before: (request) => {
            if (!listsEvents(request)) return undefined;
            if (answered > 0 && cuts < 3) {
              cuts += 1;
              return 'reset';
            }
            answered += 1;
            return undefined;
          },
        },
        ['cut', '--stable-for=1s'],
      );
      assert.equal(
        end,
        'Verification: done (the operator reports the host healthy; it stayed healthy for 1s)\n',
      );
      assert.equal(code, 0);
      assert.equal(cuts, 3);
      assert.ok(answered >= 2);
    });

    for (const [words, message] of [
      [
        ['--timeout=1m'],
        'error: --timeout=1m is not longer than --stable-for=90s\nGive a longer --timeout or a shorter --stable-for, or skip the wait with --no-wait.\n',
      ],
      [
        ['--stable-for=soon'],
        'error: invalid value "soon" for --stable-for\nUse a duration such as 90s, 5m or 1h.\n',
      ],
      [['--hold=100h'], 'error: invalid value "100h" for --hold\nUse a duration of at most 60m.\n'],
      [
        ['--timeout=1000h'],
        'error: invalid value "1000h" for --timeout\nUse a duration such as 90s, 5m or 1h.\n',
      ],
    ] as const)
      test(`${words.join(' ')} is refused before any request`, async () => {
        const { code, stdout, stderr } = await runCommand(program, ['repair', 'steady', ...words]);
        assert.deepEqual({ code, stdout, stderr }, { code: 1, stdout: '', stderr: message });
      });
  });

/** An Event by which the operator reports the error of a host. */
const failureOf = (name: string, namespace: string) => ({
  metadata: { generateName: `${name}-` },
  involvedObject: { kind: 'BareMetalHost', name, namespace },
  reason: 'ProvisionedRegistrationError',
  message: 'Host adoption failed',
  type: 'Normal',
});
