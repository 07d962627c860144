import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { brokenHost, image, STANDARD, served } from '../../scenarios/hosts.ts';
import { runCommand } from '../../support/run-command.ts';
import { servers } from '../../support/servers.ts';
import type { Staged } from '../../support/stage-for.ts';
import { stageFor } from '../../support/stage-for.ts';

const SECRET = 'c2lnbmVkLWJ5LXVz';
const SIGNED = `http://172.22.0.1/images/${STANDARD}?X-Amz-Date=20261123&X-Amz-Signature=${SECRET}&token=${SECRET}`;

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
  'audit -o sarif',
  'audit -f FILE',
  'audit -f FILE -o json',
  'audit -f FILE -o sarif',
  'audit -f FILE --fix --diff',
  'audit -f FILE --fix --accept live-hosts --diff',
  'payload signed',
  'pause signed --diff',
  'reenroll signed --dry-run=client',
  'repair signed --diff',
  'repair signed --dry-run=server -o yaml',
  'repair --all --dry-run=client',
  'repair signed -y --no-wait -v=8 -o json',
  'undo signed',
];

for (const kind of servers())
  describe(`hosts whose image has a signed address, on the ${kind.name} server`, () => {
    let staged: Staged;
    const scenario = {
      nodes: ['management-0'],
      clusters: [],
      hosts: [brokenHost('signed', 1, { image: image(SIGNED) })],
      images: [served(STANDARD)],
      deadBmcs: [],
    };
    stageFor({ kind, scenario }, (opened) => {
      staged = opened;
    });

    test('no command shows the signature', async () => {
      const { stage, namespace, kubeconfig } = staged;
      const file = join(stage.folder, 'hosts.yaml');
      await writeFile(file, JSON.stringify(await stage.host(namespace, 'signed')));
      const showing: string[] = [];
      for (const command of COMMANDS) {
        const words = command.split(' ').map((word) => word.replace('FILE', file));
        const { stdout, stderr } = await runCommand(program, [...words, '--kubeconfig', kubeconfig]);
        assert.doesNotMatch(stderr, /unknown (flag|command)|invalid argument/, command);
        if ((stdout + stderr).includes(SECRET)) showing.push(`${command}:\n${stdout}${stderr}`);
      }
      assert.deepEqual(showing, []);
    });
  });
