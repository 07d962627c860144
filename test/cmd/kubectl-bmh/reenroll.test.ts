import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { DETACHED_VALUE, RECORD_ANNOTATION, REENROLL_ANNOTATION } from '../../../lib/objects/names.ts';
import { DETACHED } from '../../operators/host.ts';
import {
  brokenHost,
  detached,
  healthyHost,
  image,
  paused,
  STANDARD,
  served,
  stale,
} from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { PAUSED, RECORD } from '../../support/records.ts';
import { type Passed, type Relay, type RelayOptions, startRelay } from '../../support/relay.ts';
import { plainText, type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import type { Stage } from '../../support/stage.ts';
import { stageFor } from '../../support/stage-for.ts';

/** Hosts whose record is right, and whose nodes Ironic remembers with the former address. */
const REMEMBERED = [
  'plain',
  'data',
  'brief',
  'planned',
  'differing',
  'twice',
  'detached',
  'attached',
  'freed',
  'withdrawn',
  'reset',
  'uncounted',
  'answered',
  'held',
];

const NEW = image(served(STANDARD));

/** Hosts that are refused, by the guard that does it; what they are is left as it is. */
const REFUSED: Record<string, Parameters<typeof brokenHost>[2]> = {
  'fixed-address': {},
  paused: { image: NEW, annotations: paused('true') },
  'unfinished-repair': {
    image: NEW,
    annotations: { ...paused('x'), [RECORD_ANNOTATION]: JSON.stringify(RECORD) },
  },
  'foreign-detach': { image: NEW, annotations: detached },
  'unreadable-reenroll': { image: NEW, annotations: { ...paused('x'), [REENROLL_ANNOTATION]: '{}' } },
  'differing-urls': { image: NEW, annotations: paused('x'), provisioning: { image: image(stale(STANDARD)) } },
  'no-status-image': { image: NEW, provisioning: { image: { url: '' } } },
  'no-bmc': { image: NEW, spec: { bmc: undefined } },
  'image-not-served': { image: image(served('nowhere-at-all.qcow2')) },
  'externally-provisioned': {
    image: NEW,
    spec: { externallyProvisioned: true },
    provisioning: { state: 'externally provisioned', image: { url: '' } },
  },
};

const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: [
    ...REMEMBERED.map((name, index) => brokenHost(name, index, { image: NEW })),
    ...Object.entries(REFUSED).map(([name, options], index) => brokenHost(`is-${name}`, 40 + index, options)),
    healthyHost('sound', 60),
    brokenHost('live', 61, { image: { url: 'http://172.22.0.1/rescue.iso', format: 'live-iso' } }),
    brokenHost('imageless', 62, { image: NEW, provisioning: { image: { url: '' } } }),
    ...['idle', 'unattended'].map((name, index) =>
      brokenHost(name, 70 + index, { image: NEW, namespace: 'idle' }),
    ),
  ],
  images: [served(STANDARD)],
  deadBmcs: [],
});

/** The patches of a run, counted from 1. */
const DETACH = 1;
const RESET = 2;
const ATTACH = 3;

const isWrite = ({ method, path }: Passed): boolean => method === 'PATCH' && !path.includes('dryRun');

for (const kind of servers())
  describe(`kubectl bmh reenroll on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    let kubeconfig: string;
    const remembered = Object.fromEntries(REMEMBERED.map((name) => [name, stale(STANDARD)]));
    stageFor({ kind, scenario: scenario(), unattended: ['idle'], remembered }, (staged) => {
      ({ server, stage, namespace, kubeconfig } = staged);
    });

    const kubectl = (words: string[], options: RunOptions & { config?: string } = {}): Promise<Ran> => {
      const [command = '', ...rest] = words;
      return runCommand(program, [command, '--kubeconfig', options.config ?? kubeconfig, ...rest], options);
    };
    const reenroll = (words: string[], options: RunOptions & { config?: string } = {}): Promise<Ran> =>
      kubectl(['reenroll', '--stable-for=0', ...words], options);
    /** Runs it through a relay that acts at its patch of this number. */
    const disturbed = async (
      name: string,
      at: number,
      {
        before: act,
        after: afterwards,
        gone = () => false,
        ...options
      }: RelayOptions & RunOptions & { gone?: () => boolean },
    ): Promise<Ran> => {
      let patches = 0;
      const relay: Relay = await startRelay(server.admin, {
        before: (request) => {
          if (gone()) return 'reset';
          if (isWrite(request)) patches += 1;
          return isWrite(request) && patches === at ? act?.(request) : undefined;
        },
        after: (request, status) =>
          isWrite(request) && patches === at ? afterwards?.(request, status) : undefined,
      });
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
        return await reenroll([name, '-y'], { config, ...options });
      } finally {
        await relay.stop();
      }
    };
    /** Runs it with a network that goes as soon as the server has done its patch of this number. */
    const cutOff = (name: string, at: number): Promise<Ran> => {
      let isGone = false;
      const after = (): 'reset' => {
        isGone = true;
        return 'reset';
      };
      return disturbed(name, at, { after, gone: () => isGone });
    };
    const plain = (text: string): string =>
      plainText(text, { [namespace]: 'NS', [stage.namespace('idle')]: 'IDLE', [kubeconfig]: 'KUBECONFIG' });
    const waited = (stderr: string): string => stderr.match(/^waiting for .*\n/gm)?.join('') ?? '';
    /** Without what it waited for, which depends on how fast the operator is. */
    const calm = (stderr: string): string => plain(stderr).replaceAll(/^waiting for .*\n/gm, '');
    const isEnrolled = async (name: string, node: string, errorCount = 0): Promise<void> => {
      const { metadata, spec, status } = await stage.host(namespace, name);
      assert.deepEqual(metadata.annotations ?? {}, {});
      assert.deepEqual([spec.image.url, status.provisioning.image.url], [NEW.url, NEW.url]);
      assert.deepEqual([status.operationalStatus, status.errorType], ['OK', undefined]);
      assert.equal(status.errorCount, errorCount);
      assert.equal(status.provisioning.state, 'provisioned');
      assert.notEqual(status.provisioning.ID, node);
      assert.deepEqual(stage.operator.wiped, []);
    };
    const nodeOf = async (name: string): Promise<string> =>
      (await stage.host(namespace, name)).status.provisioning.ID;

    test('detaches the host, waits, attaches it and waits until the operator has re-enrolled it', async () => {
      const node = await nodeOf('plain');
      const { code, stdout, stderr } = await reenroll(['plain', '-y']);
      assert.equal(stdout, 'baremetalhost.metal3.io/plain re-enrolled\n', stderr);
      assert.equal(
        calm(stderr),
        `  Context    test
  Server     https://127.0.0.1:PORT
  Namespace  NS
  Host       plain (provisioned registration error)
  Image      ${NEW.url}
  Node       ${node}: deleted in Ironic, then re-enrolled through the BMC
  Disk       not touched; the machine keeps running
1/5 Verify access: done
2/5 Detach the host: done
3/5 Wait until the operator has detached it: done
4/5 Reset the error count: done
5/5 Attach the host again: done
Verification: done (the operator has re-enrolled the host)
`,
      );
      assert.match(waited(stderr), /^(waiting for the operator .*\n)*$/);
      assert.equal(code, 0);
      await isEnrolled('plain', node);
      const verified = await kubectl(['verify', 'plain']);
      assert.equal(verified.code, 0, verified.stdout);
    });

    test('leaves a host without an error unchanged, except with --accept healthy', async () => {
      const node = await nodeOf('sound');
      assert.deepEqual(await reenroll(['sound', '-y']), {
        code: 0,
        stdout:
          'baremetalhost.metal3.io/sound unchanged: it has no error now; --accept healthy re-enrolls it anyway\n',
        stderr: '',
      });
      assert.equal(await nodeOf('sound'), node);
      const { code, stderr } = await reenroll(['sound', '-y', '--accept', 'healthy']);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /^ {2}Host {7}sound \(no error\)$/m);
      await isEnrolled('sound', node);
    });

    test('-o json names the old and the new node', async () => {
      const node = await nodeOf('data');
      const { code, stdout, stderr } = await reenroll(['data', '-y', '-o', 'json']);
      const [{ context, server: _, resource, steps, changes, ...report }] = JSON.parse(stdout).items;
      assert.equal(code, 0, stderr);
      assert.deepEqual(report, {
        metadata: { name: 'data', namespace },
        verdict: 'repaired',
        exitCode: 0,
        message: 're-enrolled',
        image: NEW.url,
        node: { from: node, to: await nodeOf('data') },
        refusals: [],
        warnings: [],
        causes: [],
      });
      assert.deepEqual(steps.at(-1), {
        ...{ title: 'Verification', state: 'done', time: '2026-01-02T03:04:05.000Z' },
        note: 'the operator has re-enrolled the host',
      });
      assert.deepEqual(changes, [
        {
          resource: `baremetalhost.metal3.io/data -n ${namespace}`,
          field: 'status.errorCount',
          from: 11,
          to: 0,
        },
      ]);
      await isEnrolled('data', node);
    });

    test('--no-wait stops once the host is attached, and the same command verifies it later', async () => {
      const node = await nodeOf('brief');
      const { code, stdout } = await reenroll(['brief', '-y', '--no-wait']);
      assert.equal(stdout, 'baremetalhost.metal3.io/brief attached again; the operator enrolls it next\n');
      assert.equal(code, 0);
      assert.equal((await stage.host(namespace, 'brief')).status.errorCount, 0);
      const again = await reenroll(['brief', '-y']);
      assert.equal(again.code, 0, again.stderr);
      await isEnrolled('brief', node);
    });

    test('--dry-run prints the requests and --diff the changes, and neither changes anything', async () => {
      const { resourceVersion } = (await stage.host(namespace, 'planned')).metadata;
      const path = 'PATCH /apis/metal3.io/v1alpha1/namespaces/NS/baremetalhosts/planned';
      const sent = (body: { metadata?: object; status?: object }, part = ''): string =>
        `${path}${part}?fieldManager=kubectl-bmh
Content-Type: application/merge-patch+json
${JSON.stringify({ ...body, metadata: { ...body.metadata, resourceVersion } }, null, 2)}
`;
      const annotated = (annotations: object): string => sent({ metadata: { annotations } });
      for (const way of ['client', 'server']) {
        const { code, stdout, stderr } = await reenroll(['planned', `--dry-run=${way}`]);
        const record = /"kubectl-bmh\/reenroll": ("\{.*\}")/.exec(stdout)?.[1] ?? 'null';
        const said = (answer: string): string => (way === 'server' ? `# Server: ${answer}\n` : '');
        assert.equal(
          plain(stdout),
          `# Step 2: Detach the host
${annotated({ [DETACHED]: DETACHED_VALUE, [REENROLL_ANNOTATION]: JSON.parse(record) })}${said('accepted')}
# Step 4: Reset the error count
${sent({ status: { errorCount: 0 } }, '/status')}${said('accepted')}
# Step 5: Attach the host again
${annotated({ [DETACHED]: null, [REENROLL_ANNOTATION]: null })}${said('not judged, because it depends on step 2')}`,
        );
        assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      }
      const { stdout } = await reenroll(['planned', '--diff']);
      assert.match(
        plain(stdout),
        /^baremetalhost\.metal3\.io\/planned -n NS\n- status\.errorCount: \d+\n\+ status\.errorCount: 0\n~ metadata\.annotations\["baremetalhost\.metal3\.io\/detached"\]: .* during the run \(\+ bookkeeping annotation\)\n$/,
      );
      const { metadata: after } = await stage.host(namespace, 'planned');
      assert.equal(after.resourceVersion, resourceVersion);
    });

    for (const guard of Object.keys(REFUSED))
      test(`refuses because of ${guard}, and writes nothing`, async () => {
        const name = `is-${guard}`;
        const { metadata } = await stage.host(namespace, name);
        const { code, stdout } = await reenroll([name, '-y', '-o', 'json']);
        const [{ verdict, exitCode, refusals, message }] = JSON.parse(stdout).items;
        assert.deepEqual({ code, verdict, exitCode }, { code: 1, verdict: 'blocked', exitCode: 1 });
        assert.ok(
          refusals.some((refusal: { guard: string }) => refusal.guard === guard),
          JSON.stringify(refusals),
        );
        assert.equal(message, `host ${namespace}/${name} was not re-enrolled; nothing was changed`);
        assert.deepEqual((await stage.host(namespace, name)).metadata.annotations, metadata.annotations);
      });

    test('does not suggest a repair for a live ISO at an IP address', async () => {
      const { code, stderr } = await reenroll(['live', '-y']);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^ {2}fixed-address: .*\n {4}there is no documented way to change the address of a live ISO/m,
      );
      assert.doesNotMatch(stderr, /kubectl bmh repair/);
    });

    test('--accept no-status-image re-enrolls a host without an image in its status', async () => {
      const refused = await reenroll(['imageless', '-y']);
      assert.match(
        refused.stderr,
        /use --accept no-status-image; otherwise .*: kubectl patch baremetalhost imageless -n /,
      );
      const { code, stderr } = await reenroll([
        'imageless',
        '--dry-run=client',
        '--accept',
        'no-status-image',
      ]);
      assert.equal(code, 0, stderr);
    });

    test('keeps the host detached when its addresses differ, and resumes once they are equal', async () => {
      const node = await nodeOf('differing');
      const url = 'http://10.9.8.7/images/other.qcow2';
      let isDone = false;
      const { code, stderr } = await disturbed('differing', ATTACH, {
        before: async () => {
          if (!isDone) await stage.patch(namespace, 'differing', { spec: { image: { url } } });
          isDone = true;
          return undefined;
        },
      });
      assert.equal(code, 1);
      const said = calm(stderr).replaceAll(/--kubeconfig \S+/g, '--kubeconfig KUBECONFIG');
      assert.equal(
        said.slice(said.indexOf('5/5')),
        `5/5 Attach the host again: failed (differing-urls)
error: host NS/differing was not re-enrolled
  differing-urls: status and spec name different images (status ${NEW.url}, spec ${url}): managed by the operator like this, the host is wiped
    do not remove ${DETACHED} by hand; set spec.image.url back to ${NEW.url}, then run this again
host NS/differing is detached by an unfinished reenroll, and its two image addresses differ: attached by hand now, it would be wiped; once the checks above pass, run: kubectl bmh reenroll differing -n NS --kubeconfig KUBECONFIG
`,
      );
      const { metadata } = await stage.host(namespace, 'differing');
      assert.equal(metadata.annotations[DETACHED], DETACHED_VALUE);
      const repair = await kubectl(['repair', 'differing', '-y']);
      assert.match(
        repair.stderr,
        /detached: the host has an unfinished reenroll.*\n.*kubectl bmh reenroll differing -n /,
      );
      const list = await kubectl(['list', '-o', 'json']);
      const row = JSON.parse(list.stdout).items.find(
        ({ metadata }: { metadata: { name: string } }) => metadata.name === 'differing',
      );
      assert.deepEqual([row.verdict, row.reason], ['in-progress', 'unfinished-reenroll']);
      await stage.patch(namespace, 'differing', { spec: { image: { url: NEW.url } } });
      const again = await reenroll(['differing', '-y']);
      assert.equal(again.code, 0, again.stderr);
      assert.match(again.stderr, /^ {2}Host {7}differing \(an unfinished reenroll\)$/m);
      await isEnrolled('differing', node);
    });

    for (const [name, at] of [
      ['detached', DETACH],
      ['reset', RESET],
      ['attached', ATTACH],
    ] as const)
      test(`resumes with the same command after a crash behind patch ${at}`, async () => {
        const node = await nodeOf(name);
        const lost = await cutOff(name, at);
        assert.equal(lost.code, 1, lost.stderr);
        assert.match(
          plain(lost.stderr),
          new RegExp(`host NS/${name} .*; to continue: kubectl bmh reenroll ${name} -n NS `),
        );
        const again = await reenroll([name, '-y']);
        assert.equal(again.code, 0, again.stderr);
        await isEnrolled(name, node);
      });

    test('checks its permissions, which are fewer than those of a repair', async () => {
      const config = await stage.kubeconfig(server.weak, namespace);
      const { code, stderr } = await reenroll(['planned', '-y'], { config });
      assert.equal(code, 1);
      assert.equal(
        plain(stderr),
        `error: not allowed: list baremetalhosts, get baremetalhosts, patch baremetalhosts
Nothing was changed. Ask for this rule:
# in a Role of namespace NS
- apiGroups: ["metal3.io"]
  resources: ["baremetalhosts"]
  resourceNames: ["planned"]
  verbs: ["list", "get", "patch"]
`,
      );
    });

    test('refuses without a terminal and --yes, and changes nothing', async () => {
      const { metadata } = await stage.host(namespace, 'planned');
      const { code, stderr } = await reenroll(['planned']);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /\nerror: cannot ask for confirmation: stdin is not a terminal\nUse --yes \(-y\) to skip the confirmation prompt\.\n$/,
      );
      assert.equal(
        (await stage.host(namespace, 'planned')).metadata.resourceVersion,
        metadata.resourceVersion,
      );
    });

    test('two concurrent runs succeed together', async () => {
      const node = await nodeOf('twice');
      const runs = await Promise.all([reenroll(['twice', '-y']), reenroll(['twice', '-y'])]);
      assert.deepEqual(
        runs.map(({ code }) => code),
        [0, 0],
        runs.map(({ stderr }) => stderr).join('\n'),
      );
      await isEnrolled('twice', node);
    });

    test('sets a removed detached annotation again before it continues', async () => {
      const node = await nodeOf('freed');
      assert.notEqual((await cutOff('freed', DETACH)).code, 0);
      await stage.patch(namespace, 'freed', { metadata: { annotations: { [DETACHED]: null } } });
      const { code, stderr } = await reenroll(['freed', '-y']);
      assert.equal(code, 0, stderr);
      // Whether the operator attaches it before it is detached again is up to the operator.
      await isEnrolled('freed', node, (await stage.host(namespace, 'freed')).status.errorCount);
    });

    test('keeps the host detached when interrupted while waiting, and says how to resume', async () => {
      const interruption = new AbortController();
      const { code, stderr } = await reenroll(['idle', '-y', '-n', stage.namespace('idle')], {
        interrupted: interruption.signal,
        onStderr: (text) => {
          if (text.includes('waiting for the operator')) interruption.abort();
        },
      });
      assert.equal(code, 130, stderr);
      assert.match(
        plain(stderr),
        /\nInterrupted: host IDLE\/idle is detached by an unfinished reenroll; to continue: kubectl bmh reenroll idle -n IDLE --kubeconfig KUBECONFIG\n$/,
      );
      const { metadata } = await stage.host(stage.namespace('idle'), 'idle');
      assert.equal(metadata.annotations[DETACHED], DETACHED_VALUE);
      assert.equal(JSON.parse(metadata.annotations[REENROLL_ANNOTATION]).url, NEW.url);
    });

    test('attaches the host even if errorCount cannot be reset, and prints the command for it', async () => {
      const { errorCount, provisioning } = (await stage.host(namespace, 'uncounted')).status;
      const { code, stderr } = await disturbed('uncounted', RESET, {
        before: () => ({
          status: 403,
          body: { kind: 'Status', code: 403, reason: 'Forbidden', message: 'no status' },
        }),
      });
      assert.equal(code, 0, stderr);
      assert.match(
        plain(stderr),
        /^Warning: its old errorCount could not be reset \(.*no status\); to reset it, run: kubectl patch baremetalhost uncounted --subresource=status --type=merge -p '\{"status":\{"errorCount":0\}\}' -n NS /m,
      );
      await isEnrolled('uncounted', provisioning.ID, errorCount);
    });

    test('suggests kubectl bmh wait when interrupted at the response to the attach', async () => {
      const node = await nodeOf('answered');
      const interruption = new AbortController();
      const { code, stderr } = await disturbed('answered', ATTACH, {
        after: () => void interruption.abort(),
        interrupted: interruption.signal,
      });
      assert.equal(code, 130, stderr);
      assert.match(
        plain(stderr),
        /\nInterrupted: host NS\/answered is attached again; to see whether the error comes back, run: kubectl bmh wait answered -n NS --kubeconfig \S+\n$/,
      );
      assert.equal((await kubectl(['wait', 'answered', '--stable-for=0'])).code, 0);
      await isEnrolled('answered', node);
    });

    test('suggests kubectl bmh wait when interrupted during verification', async () => {
      const node = await nodeOf('held');
      const interruption = new AbortController();
      const { code, stderr } = await reenroll(['held', '-y', '--stable-for=60s'], {
        interrupted: interruption.signal,
        onStderr: (text) => void (text.startsWith('healthy') && interruption.abort()),
      });
      assert.equal(code, 130, stderr);
      assert.match(
        plain(stderr),
        /\nInterrupted: host NS\/held is attached again, and was still healthy; .*; to see whether the error comes back, run: kubectl bmh wait held -n NS --kubeconfig KUBECONFIG\n$/,
      );
      await isEnrolled('held', node);
    });

    test('undoes the detachment when the operator does not react in time', async () => {
      const { code, stderr } = await reenroll([
        'unattended',
        '-y',
        '-n',
        stage.namespace('idle'),
        '--timeout=200ms',
      ]);
      assert.equal(code, 124, stderr);
      assert.equal(
        // On a busy machine the time is over before the first look.
        plain(stderr)
          .slice(plain(stderr).indexOf('2/5'))
          .replace(/^waiting for the operator .*\n/m, ''),
        `2/5 Detach the host: done
3/5 Wait until the operator has detached it: failed (the operator did not detach the host within 0.2s)
error: the operator did not detach the host within 0.2s; the detachment was undone
Check whether it runs: kubectl get pods -A | grep baremetal-operator; or wait longer with --timeout.
host IDLE/unattended is not detached, and nothing is unfinished
`,
      );
      const { metadata } = await stage.host(stage.namespace('idle'), 'unattended');
      assert.deepEqual(metadata.annotations ?? {}, {});
    });

    test('undoes the detachment when the host is paused before the operator has detached it', async () => {
      const { code, stderr } = await disturbed('withdrawn', DETACH, {
        before: async () => {
          await stage.patch(namespace, 'withdrawn', { metadata: { annotations: { [PAUSED]: 'by hand' } } });
          return undefined;
        },
      });
      assert.equal(code, 1);
      assert.match(stderr, / {2}paused: the host is paused by another user or tool \(value "by hand"\)/);
      const { metadata } = await stage.host(namespace, 'withdrawn');
      assert.deepEqual(metadata.annotations, { [PAUSED]: 'by hand' });
    });
  });
