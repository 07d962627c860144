import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse as shellWords } from 'shell-quote';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { RECORD_ANNOTATION, REENROLL_ANNOTATION } from '../../../lib/objects/names.ts';
import { DETACHED } from '../../operators/host.ts';
import {
  brokenHost,
  type HostOptions,
  HPC,
  image,
  paused,
  STANDARD,
  served,
  stale,
} from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { printedIn } from '../../support/printed-commands.ts';
import { PAUSED } from '../../support/records.ts';
import { startRelay } from '../../support/relay.ts';
import { type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import { servers } from '../../support/servers.ts';
import type { Stage } from '../../support/stage.ts';
import { stageFor } from '../../support/stage-for.ts';

/** What a situation is played with. */
interface Play {
  /** Runs a command of the plugin in the namespace of the hosts. */
  run(words: string[], options?: RunOptions): Promise<Ran>;
  /** The same, with a network that is gone once the server has done this many patches. */
  cutOff(words: string[], patches: number): Promise<Ran>;
  annotate(name: string, annotations: Record<string, string | null>): Promise<void>;
}

/** A run that prints a next command, that command, and what comes of it. */
interface Situation {
  title: string;
  hosts: Record<string, HostOptions>;
  /** The run that prints it. */
  asked(play: Play): Promise<Ran>;
  /** The command that it prints last, without the flags of the connection. */
  next: string;
  /** What the user does before running it, as the hints say. */
  first?(play: Play): Promise<unknown>;
  /** What the user adds to it. */
  added?: string[];
  /** Its verdict. It succeeds, unless that says otherwise. */
  verdict: string;
  /** Where the hosts are afterwards; as before when absent, for a command that only looks. */
  ends?: 'repaired' | 'undone' | 'held';
}

const NEW = image(served(STANDARD));
/** A host with the image of this name, whose checksum is of another algorithm than the platform's. */
const with256 = (name: string): HostOptions => ({
  image: { ...image(stale(name)), checksum: `${stale(name)}.sha256sum`, checksumType: 'sha256' },
});
/** The checksum of the first is served, that of the second is not. */
const [served256, sha256] = [with256(HPC), with256(STANDARD)];
const GONE = 'acme-standard-centos7.qcow2';
const WELL = { operationalStatus: 'OK', errorType: undefined, errorMessage: '', errorCount: 0 };
const THEIRS = 'metal3.io/capm3';

const quick = ['-y', '--stable-for=0'];
/** The patches of a run in the documented order, counted from 1: pause, status, spec, resume. */
const STATUS = 2;
const SPEC = 3;

/** Runs a command that is interrupted when it says this. */
function interruptedAt(run: Play['run'], words: string[], said: RegExp): Promise<Ran> {
  const interruption = new AbortController();
  return run(words, {
    interrupted: interruption.signal,
    onStderr: (text) => said.test(text) && interruption.abort(),
  });
}

const situations: Situation[] = [
  {
    title: 'a host at the former address is diagnosed',
    hosts: { broken: {} },
    asked: ({ run }) => run(['diagnose', 'broken']),
    next: 'kubectl bmh repair broken',
    verdict: 'repaired',
    ends: 'repaired',
  },
  {
    title: 'several hosts at the former address are diagnosed by name',
    hosts: { 'several-0': {}, 'several-1': {} },
    asked: ({ run }) => run(['diagnose', 'several-0', 'several-1']),
    next: 'kubectl bmh repair several-0 several-1',
    verdict: 'repaired',
    ends: 'repaired',
  },
  {
    title: 'a healthy host at the former address is diagnosed',
    hosts: { preventive: { status: WELL } },
    asked: ({ run }) => run(['diagnose', 'preventive']),
    next: 'kubectl bmh repair preventive --preventive',
    verdict: 'repaired',
    ends: 'repaired',
  },
  {
    title: 'a repair loses the server after its first patch of an address',
    hosts: { cut: {} },
    asked: ({ cutOff }) => cutOff(['repair', 'cut', ...quick], STATUS),
    next: 'kubectl bmh repair cut',
    verdict: 'repaired',
    ends: 'repaired',
  },
  {
    title: 'a repair is interrupted',
    hosts: { interrupted: {} },
    asked: ({ run }) => interruptedAt(run, ['repair', 'interrupted', ...quick], /^3\/9/m),
    next: 'kubectl bmh repair interrupted',
    verdict: 'repaired',
    ends: 'repaired',
  },
  {
    title: 'a host with an unfinished repair is diagnosed',
    hosts: { unfinished: {} },
    async asked({ run, cutOff }) {
      await cutOff(['repair', 'unfinished', ...quick], SPEC);
      return run(['diagnose', 'unfinished']);
    },
    next: 'kubectl bmh repair unfinished',
    verdict: 'repaired',
    ends: 'repaired',
  },
  {
    title: 'hosts with an unfinished repair are listed',
    hosts: { 'listed-0': {}, 'listed-1': {} },
    async asked({ run, cutOff }) {
      await cutOff(['repair', 'listed-0', ...quick], SPEC);
      await cutOff(['repair', 'listed-1', ...quick], STATUS);
      return run(['list', 'listed-0', 'listed-1']);
    },
    next: 'kubectl bmh repair listed-0 listed-1',
    verdict: 'repaired',
    ends: 'repaired',
  },
  {
    title: 'a host with an unfinished undo is listed',
    hosts: { 'listed-undo': {} },
    async asked({ run, cutOff }) {
      await cutOff(['repair', 'listed-undo', ...quick], SPEC);
      await cutOff(['undo', 'listed-undo', '-y'], 2);
      return run(['list', 'listed-undo', '-o', 'wide']);
    },
    next: 'kubectl bmh undo listed-undo',
    verdict: 'undone',
    ends: 'undone',
  },
  {
    title: 'a host with an unfinished reenroll is listed',
    hosts: { 'listed-reenroll': { image: NEW } },
    async asked({ run, cutOff }) {
      await cutOff(['reenroll', 'listed-reenroll', ...quick], 1);
      return run(['list', 'listed-reenroll']);
    },
    next: 'kubectl bmh reenroll listed-reenroll',
    verdict: 'repaired',
    ends: 'repaired',
  },
  {
    title: 'a host with an unfinished undo is repaired',
    hosts: { undoing: {} },
    async asked({ run, cutOff }) {
      await cutOff(['repair', 'undoing', ...quick], SPEC);
      await cutOff(['undo', 'undoing', '-y'], 2);
      return run(['repair', 'undoing', ...quick]);
    },
    next: 'kubectl bmh undo undoing',
    verdict: 'undone',
    ends: 'undone',
  },
  {
    title: 'the address flags of a repair contradict an unfinished one',
    hosts: { contradicted: {} },
    async asked({ run, cutOff }) {
      await cutOff(['repair', 'contradicted', ...quick], STATUS);
      return run(['repair', 'contradicted', '--service', 'other', ...quick]);
    },
    next: 'kubectl bmh repair contradicted',
    verdict: 'repaired',
    ends: 'repaired',
  },
  {
    title: 'a repair is resumed under the pause of another tool: its hint works',
    hosts: { pinned: {} },
    async asked({ run, cutOff, annotate }) {
      await cutOff(['repair', 'pinned', ...quick], SPEC);
      await annotate('pinned', { [PAUSED]: THEIRS });
      return run(['repair', 'pinned', ...quick]);
    },
    next: 'kubectl bmh repair pinned',
    added: ['--accept', 'foreign-pause'],
    verdict: 'applied',
    ends: 'held',
  },
  {
    title: 'an undo is refused under the pause of another tool, which then ends',
    hosts: { released: {} },
    async asked({ run, cutOff, annotate }) {
      await cutOff(['repair', 'released', ...quick], SPEC);
      await annotate('released', { [PAUSED]: THEIRS });
      return run(['undo', 'released', '-y']);
    },
    next: 'kubectl bmh undo released',
    first: ({ annotate }) => annotate('released', { [PAUSED]: 'true' }),
    verdict: 'undone',
    ends: 'undone',
  },
  {
    title: 'a repair does not wait',
    hosts: { unawaited: {} },
    asked: ({ run }) => run(['repair', 'unawaited', '-y', '--no-wait']),
    next: 'kubectl bmh wait unawaited',
    verdict: 'healthy',
    ends: 'repaired',
  },
  {
    title: 'the host’s own checksum type is served as well',
    hosts: { sha256: served256 },
    asked: ({ run }) => run(['diagnose', 'sha256']),
    next: 'kubectl bmh repair sha256 --checksum-type sha256',
    verdict: 'repaired',
    ends: 'repaired',
  },
  {
    title: 'a host whose image is not served is diagnosed',
    hosts: { 'not-served': { image: image(served(GONE)) } },
    asked: ({ run }) => run(['diagnose', 'not-served']),
    next: 'kubectl bmh repair not-served --image-name NAME --accept address-not-ip',
    verdict: 'repaired',
    ends: 'repaired',
  },
  {
    title: 'a reenroll of a host at the former address is refused',
    hosts: { 'reenroll-fixed': {} },
    asked: ({ run }) => run(['reenroll', 'reenroll-fixed', ...quick]),
    next: 'kubectl bmh repair reenroll-fixed',
    verdict: 'repaired',
    ends: 'repaired',
  },
  {
    title: 'a reenroll of a host that no plain repair fixes is refused',
    hosts: { 'reenroll-sha': sha256 },
    asked: ({ run }) => run(['reenroll', 'reenroll-sha', ...quick]),
    next: 'kubectl bmh diagnose reenroll-sha',
    verdict: 'blocked',
  },
  {
    title: 'a reenroll loses the server while the host is detached',
    hosts: { remembered: { image: NEW } },
    asked: ({ cutOff }) => cutOff(['reenroll', 'remembered', ...quick], 1),
    next: 'kubectl bmh reenroll remembered',
    verdict: 'repaired',
    ends: 'repaired',
  },
  {
    title: 'a reenroll is interrupted after the host is attached again',
    hosts: { attached: { image: NEW } },
    asked: ({ run }) => interruptedAt(run, ['reenroll', 'attached', '-y'], /^5\/5.*done/m),
    next: 'kubectl bmh wait attached',
    verdict: 'healthy',
    ends: 'repaired',
  },
  {
    title: 'a reenroll does not wait',
    hosts: { enrolled: { image: NEW } },
    asked: ({ run }) => run(['reenroll', 'enrolled', '-y', '--no-wait']),
    next: 'kubectl bmh wait enrolled',
    verdict: 'healthy',
    ends: 'repaired',
  },
  {
    title: 'a repair is interrupted after the resume',
    hosts: { resumed: {} },
    asked: ({ run }) => interruptedAt(run, ['repair', 'resumed', '-y'], /^9\/9.*done/m),
    next: 'kubectl bmh wait resumed',
    verdict: 'healthy',
    ends: 'repaired',
  },
  {
    title: 'a fleet is interrupted after its first host',
    hosts: { 'fleet-0': {}, 'fleet-1': {}, 'fleet-2': {} },
    asked: ({ run }) => interruptedAt(run, ['repair', 'fleet-0', 'fleet-1', 'fleet-2', ...quick], /\(1\/3\)/),
    next: 'kubectl bmh repair fleet-0 fleet-1 fleet-2 --stable-for=0 -y',
    verdict: 'repaired',
    ends: 'repaired',
  },
  {
    title: 'a wait finds that a host cannot recover by itself',
    hosts: { waiting: {} },
    asked: ({ run }) => run(['wait', 'waiting', '--timeout=1s', '--stable-for=0']),
    next: 'kubectl bmh repair waiting',
    verdict: 'repaired',
    ends: 'repaired',
  },
  {
    title: 'a wait times out under a pause, which then ends',
    hosts: { timed: { image: NEW, annotations: paused(THEIRS) } },
    asked: ({ run }) => run(['wait', 'timed', '--timeout=1s', '--stable-for=0']),
    next: 'kubectl bmh wait timed',
    first: ({ annotate }) => annotate('timed', { [PAUSED]: null }),
    verdict: 'healthy',
    ends: 'repaired',
  },
  {
    title: 'verify finds a degraded host',
    hosts: { verified: {} },
    asked: ({ run }) => run(['verify', 'verified']),
    next: 'kubectl bmh diagnose verified',
    verdict: 'degraded',
  },
  {
    title: 'a host is paused',
    hosts: { calm: { image: NEW, status: WELL } },
    asked: ({ run }) => run(['pause', 'calm', '-y']),
    next: 'kubectl bmh resume calm',
    verdict: 'resumed',
    ends: 'repaired',
  },
];

/** Commands that only look. */
const LOOKS = /^(?:audit|diagnose|list|verify|wait)$/;
/** Commands that wait for the operator, as briefly as they can here. */
const WAITS = /^(?:reenroll|repair|wait)$/;

const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: [...situations.flatMap(({ hosts }) => Object.entries(hosts)), ...LONE].map(
    ([name, options], index) => brokenHost(name, index, options),
  ),
  images: [STANDARD, HPC, `${HPC}.sha256sum`].map(served),
  deadBmcs: [],
});

/** Hosts of the tests below the table. */
const LONE: [string, HostOptions][] = [
  ['unserved-type', sha256],
  ['audited', { namespace: 'audited' }],
];

for (const kind of servers())
  describe(`next commands of kubectl bmh on the ${kind.name} server`, () => {
    let stage: Stage;
    let play: Play;
    let namespace: string;
    stageFor(
      {
        kind,
        scenario: scenario(),
        active: ['preventive'],
        remembered: Object.fromEntries(
          ['remembered', 'attached', 'enrolled', 'listed-reenroll'].map((name) => [name, stale(STANDARD)]),
        ),
      },
      ({ server, kubeconfig, ...staged }) => {
        ({ stage, namespace } = staged);
        const kubectl = ([command = '', ...rest]: string[], config: string, options?: RunOptions) =>
          runCommand(program, [command, '--kubeconfig', config, ...rest], options);
        play = {
          run: (words, options) => kubectl(words, kubeconfig, options),
          async cutOff(words, patches) {
            let done = 0;
            const relay = await startRelay(server.admin, {
              before: () => (done >= patches ? 'reset' : undefined),
              after: ({ method, path }) => {
                if (method === 'PATCH' && !path.includes('dryRun')) done += 1;
                return done >= patches ? 'reset' : undefined;
              },
            });
            try {
              return await kubectl(words, await stage.kubeconfig(relay.endpoint(server.admin), namespace));
            } finally {
              await relay.stop();
            }
          },
          annotate: async (name, annotations) =>
            void (await stage.patch(namespace, name, { metadata: { annotations } })),
        };
      },
    );

    /** The command that a run prints last, as words without the connection. */
    const printedBy = ({ stdout, stderr }: Ran): string =>
      (printedIn(stdout + stderr).at(-1)?.text ?? '').replaceAll(/ (?:-n|--kubeconfig)[ =]\S+/g, '');
    /** Runs a printed command without a terminal. */
    const follow = (command: string, added: string[] = []): Promise<Ran> => {
      const [, , verb = '', ...rest] = shellWords(command).map(String);
      const given = [...rest.map((word) => (word === 'NAME' ? STANDARD : word)), ...added];
      const flags = [...(LOOKS.test(verb) ? [] : ['-y']), ...(WAITS.test(verb) ? ['--stable-for=0'] : [])];
      return play.run([verb, ...given, ...flags.filter((flag) => !given.includes(flag)), '-o', 'json']);
    };
    const stateOf = async (name: string) => {
      const { metadata, spec, status } = await stage.host(namespace, name);
      const { annotations = {} } = metadata;
      return {
        urls: [spec.image.url, status.provisioning.image.url],
        isHealthy: status.errorType === undefined,
        pause: annotations[PAUSED],
        left: [RECORD_ANNOTATION, REENROLL_ANNOTATION, DETACHED].filter((key) => key in annotations),
        generation: metadata.generation,
      };
    };
    /** What only a command writes, and not the operator. */
    const written = ({ isHealthy: _, ...rest }: Awaited<ReturnType<typeof stateOf>>) => rest;
    /** Where a host with this image ends. An undone host is at the former address: the operator soon fails there again. */
    const endsOf = (ends: NonNullable<Situation['ends']>, { image: { url } = NEW }: HostOptions) => {
      const name = url.includes(HPC) ? HPC : STANDARD;
      const there = (ends === 'undone' ? stale : served)(name);
      return {
        urls: [there, there],
        ...(ends !== 'undone' && { isHealthy: ends === 'repaired' }),
        pause: ends === 'held' ? THEIRS : undefined,
        left: [],
      };
    };

    for (const { title, hosts, asked, next, first, added, verdict, ends } of situations)
      test(`${title}: ${next} works`, async () => {
        const ran = await asked(play);
        assert.equal(printedBy(ran), next, ran.stdout + ran.stderr);
        await first?.(play);
        const names = Object.keys(hosts);
        const before = await Promise.all(names.map(stateOf));
        const followed = await follow(next, added);
        const result = JSON.parse(followed.stdout || '{}');
        assert.deepEqual(
          { verdict: result.verdict, isDone: followed.code === 0 },
          { verdict, isDone: !['blocked', 'degraded'].includes(verdict) },
          followed.stdout + followed.stderr,
        );
        const after = await Promise.all(names.map(stateOf));
        const isLook = LOOKS.test(next.split(' ')[2] ?? '');
        if (isLook || !ends) assert.deepEqual(after.map(written), before.map(written));
        if (ends)
          for (const [index, options] of Object.values(hosts).entries()) {
            const { generation: _, isHealthy, ...state } = after[index] ?? assert.fail();
            assert.deepEqual({ ...state, ...(ends !== 'undone' && { isHealthy }) }, endsOf(ends, options));
          }
        assert.deepEqual(stage.operator.wiped, []);
      });

    test('an audit with -o wide prints the repair of a host at the former address, which works', async () => {
      const there = ['-n', stage.namespace('audited')];
      const audited = await play.run(['audit', '-o', 'wide', ...there]);
      const next = 'kubectl bmh repair audited --preventive';
      assert.equal(printedBy(audited), next, audited.stdout + audited.stderr);
      const { code, stdout, stderr } = await follow(next, there);
      assert.equal(code, 0, stderr);
      assert.equal(JSON.parse(stdout).verdict, 'repaired');
    });

    test('prints no repair that is refused: the hint for a checksum type that is not served works', async () => {
      const { stdout } = await play.run(['diagnose', 'unserved-type', '-o', 'json']);
      const [{ verdict, refusals, next, hint }] = JSON.parse(stdout).items;
      assert.deepEqual(
        { verdict, next, guards: refusals.map(({ guard }: { guard: string }) => guard) },
        { verdict: 'blocked', next: undefined, guards: ['checksum-type', 'image-not-served'] },
      );
      assert.match(
        hint,
        /^checksum-type: use --checksum-type md5, or .*; image-not-served: upload the file, /,
      );
      const { code, stderr } = await follow('kubectl bmh repair unserved-type', ['--checksum-type', 'md5']);
      assert.equal(code, 0, stderr);
      const { generation: _, ...state } = await stateOf('unserved-type');
      assert.deepEqual(state, endsOf('repaired', sha256));
    });
  });
