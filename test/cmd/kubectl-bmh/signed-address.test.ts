import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { RECORD_ANNOTATION } from '../../../lib/objects/names.ts';
import { PAUSED } from '../../operators/host.ts';
import { brokenHost, image, STANDARD, served, stale } from '../../scenarios/hosts.ts';
import { runCommand } from '../../support/run-command.ts';
import { servers } from '../../support/servers.ts';
import type { Staged } from '../../support/stage-for.ts';
import { stageFor } from '../../support/stage-for.ts';

const SECRET = 'c2lnbmVkLWJ5LXVz';
const SIGNED = `http://172.22.0.1/images/${STANDARD}?X-Amz-Date=20261123&X-Amz-Signature=${SECRET}&token=${SECRET}`;

/** Commands that show an address of a host, or of a file. */
const COMMANDS = [
  'list',
  'list -o wide',
  'list -o json',
  'list -o yaml',
  'list -o jsonpath={.items[*]}',
  'diagnose signed',
  'diagnose signed -o yaml',
  'diagnose --all -o wide',
  'verify signed',
  'verify signed -o json',
  'wait signed --timeout=2s --stable-for=1s',
  'audit',
  'audit -o json',
  'audit -f HOST',
  'audit -f HOST -o json',
  'audit -f TEMPLATE --fix --diff',
  'validate SPEC',
  'resume unequal -y',
  'undo unfinished --diff -o json',
  'undo unfinished -y -o json',
  'reenroll signed --dry-run=client',
  'repair signed --diff',
  'repair signed --dry-run=server -o yaml',
  'repair --all --dry-run=client',
  'repair signed -y --no-wait -v=8 -o json',
];

/** Commands that show none of them, and no signature either. */
const SILENT = [
  'audit -o sarif',
  'audit -f HOST -o sarif',
  'pause signed --diff',
  'undo unfinished --diff',
  'payload signed --output-directory FOLDER -o json',
];

/** A record of a repair that has only paused its host. */
const RECORD = JSON.stringify({
  goal: 'repair',
  target: { url: served(STANDARD), checksum: `${served(STANDARD)}.md5sum` },
  original: {
    spec: image(SIGNED),
    status: { ...image(SIGNED), errorCount: 9, errorMessage: '' },
  },
  run: 'run-1',
  version: 'v0.1.0',
  started: '2026-01-01T00:00:00.000Z',
});

for (const kind of servers())
  describe(`hosts whose image has a signed address, on the ${kind.name} server`, () => {
    let staged: Staged;
    const scenario = {
      nodes: ['management-0'],
      clusters: [],
      hosts: [
        brokenHost('signed', 1, { image: image(SIGNED) }),
        brokenHost('unequal', 2, {
          image: image(SIGNED),
          annotations: { [PAUSED]: 'kubectl-bmh' },
          spec: { image: image(served(STANDARD)) },
        }),
        brokenHost('unfinished', 3, {
          image: image(SIGNED),
          annotations: { [PAUSED]: 'true', [RECORD_ANNOTATION]: RECORD },
        }),
      ],
      images: [served(STANDARD)],
      deadBmcs: [],
    };
    stageFor({ kind, scenario }, (opened) => {
      staged = opened;
    });

    test('every command masks the signature in an address', async () => {
      const { stage, namespace, kubeconfig } = staged;
      const files = {
        HOST: await stage.host(namespace, 'signed'),
        TEMPLATE: {
          apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta1',
          kind: 'Metal3MachineTemplate',
          metadata: { name: 'workers', namespace },
          // Its address is rewritten, and its checksum’s address is next to it in the diff.
          spec: {
            template: { spec: { image: { ...image(stale(STANDARD)), checksum: `${SIGNED}.md5sum` } } },
          },
        },
        SPEC: { spec: { image: { url: SIGNED, checksum: 'abc' } } },
      };
      for (const [name, object] of Object.entries(files))
        await writeFile(join(stage.folder, `${name}.json`), JSON.stringify(object, null, 2));
      const wrong: string[] = [];
      for (const command of [...COMMANDS, ...SILENT]) {
        const words = command
          .split(' ')
          .map((word) => (word in files ? join(stage.folder, `${word}.json`) : word))
          .map((word) => (word === 'FOLDER' ? join(stage.folder, 'payloads') : word));
        const { stdout, stderr } = await runCommand(program, [...words, '--kubeconfig', kubeconfig]);
        assert.doesNotMatch(stderr, /unknown (flag|command)|invalid argument/, command);
        const said = stdout + stderr;
        if (said.includes(SECRET) || said.includes('***') !== COMMANDS.includes(command))
          wrong.push(`${command}:\n${said}`);
      }
      assert.deepEqual(wrong, []);
    });
  });
