import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { PAUSED_VALUE } from '../../../lib/objects/names.ts';
import { brokenHost, image, STANDARD, served, stale } from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { folderWith } from '../../support/folder.ts';
import { call } from '../../support/http.ts';
import { PAUSED } from '../../support/records.ts';
import { startRelay } from '../../support/relay.ts';
import { type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import type { Stage } from '../../support/stage.ts';
import { stageFor } from '../../support/stage-for.ts';

const NAMES = [
  'plain',
  'again',
  'data',
  'stopped',
  'killed',
  'lost',
  'tried',
  'theirs',
  'unsure',
  'first',
  'second',
  'kept',
  'unread',
  'unheard',
  'edge',
  'second-unread',
];

const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: [
    ...NAMES.map((name, index) => brokenHost(name, index)),
    brokenHost('secret', 91, { image: image(`http://admin:hunter2@172.22.0.1/images/${STANDARD}`) }),
  ],
  images: [served(STANDARD)],
  deadBmcs: [],
});

for (const kind of servers())
  describe(`--report on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    let kubeconfig: string;
    /** A folder of each test. */
    let folder: string;
    stageFor({ kind, scenario: scenario() }, (staged) => {
      ({ server, stage, namespace, kubeconfig } = staged);
    });
    beforeEach(async () => {
      folder = await mkdtemp(join(stage.folder, 'report-'));
    });

    const bmh = (
      [command = '', ...words]: string[],
      { config = kubeconfig, ...options }: RunOptions & { config?: string } = {},
    ): Promise<Ran> =>
      runCommand(program, [command, '--kubeconfig', config, ...words], { cwd: folder, ...options });
    const repair = (words: string[], options?: RunOptions & { config?: string }) =>
      bmh(['repair', '--stable-for=0', '-y', ...words], options);
    /** A page, without the places where its lines may break. */
    const page = (name = 'run.html'): string =>
      readFileSync(join(folder, name), 'utf8').replaceAll('<wbr>', '');

    test('has who ran what against which cluster, each step, and each field before and after', async () => {
      const { code, stdout, stderr } = await repair(['plain', '--report', 'run.html']);
      assert.deepEqual({ code, stdout }, { code: 0, stdout: 'baremetalhost.metal3.io/plain repaired\n' });
      assert.ok(stderr.endsWith('\nReport: run.html\n'), stderr);
      const text = page();
      for (const wanted of [
        `kubectl bmh repair plain`,
        await userOf(server),
        server.admin.url,
        program.version,
        '2026-01-02 03:04:05 UTC',
        'Pause reconciliation',
        'Resume reconciliation',
        'spec.image.url',
        stale(STANDARD),
        served(STANDARD),
      ])
        assert.ok(text.includes(wanted), wanted);
      assert.deepEqual(readdirSync(folder), ['run.html']);
    });

    test('"report" makes the same page later from the JSON or YAML of that run', async () => {
      for (const [name, format] of [
        ['again', 'json'],
        ['data', 'yaml'],
      ] as const) {
        const { code, stdout } = await repair([name, '-o', format, '--report', `${name}.html`]);
        assert.equal(code, 0);
        writeFileSync(join(folder, `run.${format}`), stdout);
        const { code: made } = await bmh(['report', `run.${format}`]);
        assert.equal(made, 0);
        assert.equal(page('run.html'), page(`${name}.html`));
        rmSync(join(folder, 'run.html'));
      }
    });

    for (const [why, words, said] of [
      [
        'a file that exists',
        ['--report', 'there.html'],
        /^error: \S+there\.html exists already\nReplace it with --overwrite, or choose another file with --report\.\n$/,
      ],
      ['a folder that does not exist', ['--report', 'no/run.html'], /^error: \S+no does not exist\n/],
      ['a folder', ['--report', 'folder.html', '--overwrite'], /^error: \S+folder\.html is not a file\n/],
      [
        'another kind of file',
        ['--report', 'values.yaml', '--overwrite'],
        /^error: values\.yaml is not the name of an HTML file\nGive --report a name that ends in \.html\.\n$/,
      ],
      ['an empty name', ['--report='], /^error: "" is not the name of an HTML file\n/],
      ['--overwrite alone', ['--overwrite'], /^error: --overwrite requires --report\n/],
    ] as const)
      test(`refuses ${why} before anything is read or changed`, async () => {
        writeFileSync(join(folder, 'there.html'), 'mine');
        writeFileSync(join(folder, 'values.yaml'), 'a: 1\n');
        mkdirSync(join(folder, 'folder.html'));
        const relay = await startRelay(server.admin, {
          before: () => assert.fail('a request was sent'),
        });
        try {
          const config = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
          const { code, stdout, stderr } = await repair(['kept', ...words], { config });
          assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
          assert.match(stderr, said);
        } finally {
          await relay.stop();
        }
        assert.equal(page('there.html'), 'mine');
        assert.equal(page('values.yaml'), 'a: 1\n');
        assert.equal((await stage.host(namespace, 'kept')).metadata.annotations?.[PAUSED], undefined);
      });

    test('a call that is refused before the first request leaves no file', async () => {
      const { code } = await repair(['--report', 'run.html']);
      assert.equal(code, 1);
      assert.deepEqual(readdirSync(folder), []);
    });

    test('--overwrite replaces a report', async () => {
      writeFileSync(join(folder, 'run.html'), 'old');
      await bmh(['diagnose', 'kept', '--report', 'run.html', '--overwrite']);
      assert.match(page(), /^<!doctype html>\n[\s\S]*Diagnosis of host [\s\S]*kept/);
      assert.deepEqual(readdirSync(folder), ['run.html']);
    });

    test('an interrupted run has one that says so, with the command that resumes it', async () => {
      const interruption = new AbortController();
      const relay = await startRelay(server.admin, {
        after: ({ method, path }) => {
          if (method === 'PATCH' && path.includes('/status?')) interruption.abort();
          return undefined;
        },
      });
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
        const options = { config, interrupted: interruption.signal };
        const { code } = await repair(['stopped', '--report', 'run.html'], options);
        assert.equal(code, 130);
      } finally {
        await relay.stop();
      }
      assert.equal((await stage.host(namespace, 'stopped')).metadata.annotations?.[PAUSED], PAUSED_VALUE);
      assert.match(page(), /interrupted before it finished/);
      assert.match(page(), /kubectl bmh repair stopped -n /);
      assert.match(page(), /Patch status/);
    });

    test('is there before the first request, so that a run that is killed has one', async () => {
      let first: string | undefined;
      const relay = await startRelay(server.admin, {
        before: () => {
          first ??= page();
          return undefined;
        },
      });
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
        assert.equal((await repair(['killed', '--report', 'run.html'], { config })).code, 0);
      } finally {
        await relay.stop();
      }
      assert.match(first ?? '', /The run has not finished\./);
      assert.match(first ?? '', /kubectl bmh repair killed/);
      assert.doesNotMatch(page(), /has not finished/);
    });

    test('a failed run has one that says why', async () => {
      const { code, stderr } = await repair(['absent', '--report', 'run.html']);
      assert.equal(code, 1);
      assert.match(stderr, /not found\n/);
      assert.match(page(), /&#34;absent&#34; not found/);
    });

    test('a report that can no longer be written is a warning, and the exit code stays', async () => {
      const { code, stderr } = await repair(['lost', '--report', 'run.html'], {
        onStderr: (text) => {
          if (!text.includes('Verify access')) return;
          rmSync(folder, { recursive: true });
          writeFileSync(folder, '');
        },
      });
      assert.equal(code, 0, stderr);
      assert.match(
        stderr,
        /\nWarning: the report was not written: \S+run\.html cannot be written: not a directory\n/,
      );
      assert.doesNotMatch(stderr, /^Report:/m);
    });

    test('a file that was put in its place meanwhile stays', async () => {
      const { code, stderr } = await repair(['theirs', '--report', 'run.html'], {
        onStderr: (text) => {
          if (!text.includes('Verify access')) return;
          rmSync(join(folder, 'run.html'));
          writeFileSync(join(folder, 'run.html'), 'theirs');
        },
      });
      assert.equal(code, 0, stderr);
      assert.match(stderr, /\nWarning: the report was not written: \S+run\.html exists already\n/);
      assert.equal(page(), 'theirs');
    });

    test('a write whose answer is lost counts, with the value before the run', async () => {
      const lost = new Set<string>();
      const relay = await startRelay(server.admin, {
        after: ({ method, path }) => {
          if (method !== 'PATCH' || path.includes('dryRun') || lost.has(path)) return undefined;
          lost.add(path);
          return 'reset';
        },
      });
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
        const { code, stdout, stderr } = await repair(['unsure', '-o', 'json'], { config });
        assert.equal(code, 0, stderr);
        const [{ changes }] = JSON.parse(stdout).items;
        assert.deepEqual(
          changes.map(({ field, from, to }: Record<string, unknown>) => [
            field,
            from === undefined,
            to === undefined,
          ]),
          [
            'spec.image.checksum',
            'spec.image.url',
            'status.errorCount',
            'status.errorMessage',
            'status.provisioning.image.checksum',
            'status.provisioning.image.url',
          ].map((field) => [field, false, false]),
        );
      } finally {
        await relay.stop();
      }
    });

    for (const [name, words] of [
      ['unread', []],
      ['unheard', ['-o', 'name']],
      ['edge', ['second-unread', '--keep-going']],
    ] as const)
      test(`is whole before the result is written: ${[name, ...words].join(' ')}`, async () => {
        let seen = '';
        const { code } = await repair([name, ...words, '--report', 'run.html'], {
          onStdout: (text) => {
            if (text.includes('baremetalhost.metal3.io/')) seen ||= page();
          },
        });
        assert.equal(code, 0);
        assert.match(seen, /repaired/);
        assert.doesNotMatch(seen, /has not finished/);
      });

    test('a dry run has one with what would change', async () => {
      const { code, stdout } = await repair(['tried', '--diff', '--report', 'run.html']);
      assert.equal(code, 0);
      assert.match(stdout, /^baremetalhost\.metal3\.io\/tried /);
      for (const wanted of ['spec.image.url', stale(STANDARD), served(STANDARD)])
        assert.ok(page().includes(wanted), wanted);
    });

    test('a fleet has one page', async () => {
      const { code } = await repair(['first', 'second', '--report', 'run.html']);
      assert.equal(code, 0);
      assert.match(page(), /Repair of 2 hosts/);
      for (const name of ['first', 'second', 'spec.image.url']) assert.ok(page().includes(name), name);
    });

    test('has no credentials of addresses, flags or kubeconfig', async () => {
      const words = ['diagnose', 'secret', '--token', 'swordfish', '--report', 'run.html'];
      await bmh(words);
      await bmh([...words, '--overwrite', '-v=9']);
      assert.doesNotMatch(page(), /hunter2|swordfish/);
      assert.match(page(), /kubectl bmh diagnose secret/);
    });

    test('undo, audit and diagnose have one', async () => {
      for (const [words, wanted] of [
        [['undo', 'kept'], 'Undo'],
        [['audit'], 'Audit'],
        [['diagnose', '--all'], 'Diagnosis of'],
      ] as const) {
        await bmh([...words, '--report', 'run.html', '--overwrite']);
        assert.ok(page().includes(wanted), wanted);
        assert.doesNotMatch(page(), /has not finished/);
      }
    });
  });

/** The user of the tests, as the server sees it. */
async function userOf({ admin }: TestServer): Promise<string> {
  const apiVersion = 'authentication.k8s.io/v1';
  const { json } = await call(admin, {
    method: 'POST',
    path: `/apis/${apiVersion}/selfsubjectreviews`,
    body: { apiVersion, kind: 'SelfSubjectReview' },
  });
  return json.status.userInfo.username;
}

test('the audit of files needs no cluster for its report', async (t) => {
  const folder = await folderWith(t, {
    'host.yaml':
      'apiVersion: metal3.io/v1alpha1\nkind: BareMetalHost\nmetadata: { name: a }\nspec: { image: { url: "http://10.0.0.1/a.qcow2" } }\n',
  });
  const { code } = await runCommand(program, ['audit', '-f', '.', '--report', 'audit.html'], { cwd: folder });
  assert.equal(code, 1);
  assert.match(readFileSync(join(folder, 'audit.html'), 'utf8').replaceAll('<wbr>', ''), /10\.0\.0\.1/);
});
