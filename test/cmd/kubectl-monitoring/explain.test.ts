import assert from 'node:assert/strict';
import { test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { ACCEPTABLE } from '../../../cmd/kubectl-monitoring/resize-pvc/flags.ts';
import { ACCEPTABLE as SCALING_ACCEPTABLE } from '../../../cmd/kubectl-monitoring/scale/flags.ts';
import { listed as scaling } from '../../../lib/scaling/guards/all.ts';
import { listed } from '../../../lib/volumes/guards/all.ts';
import { runCommand } from '../../support/run-command.ts';

const explain = (...words: string[]) => runCommand(program, ['explain', ...words]);

test('lists every guard in the order of the checks', async () => {
  const { code, stdout, stderr } = await explain('guards', '-o', 'name');
  assert.deepEqual([code, stderr], [0, '']);
  assert.deepEqual(
    stdout.trim().split('\n').toSorted(),
    [...new Set([...listed(), ...scaling()].map(({ name }) => name))].toSorted(),
  );
});

test('a guard of both commands prevents the same', () => {
  for (const { name, prevents, kind } of scaling()) {
    const other = listed().find((guard) => guard.name === name);
    if (other) assert.deepEqual({ prevents, kind }, { prevents: other.prevents, kind: other.kind });
  }
});

test('--accept takes only overridable checks, and none that risks a volume', async () => {
  const { stdout } = await explain('guards', '-o', 'json');
  const { items } = JSON.parse(stdout);
  const overridable = items
    .filter(({ type }: { type: string }) => type === 'overridable')
    .map(({ metadata }: { metadata: { name: string } }) => metadata.name);
  assert.deepEqual(overridable.toSorted(), [...ACCEPTABLE, ...SCALING_ACCEPTABLE].toSorted());
});

test('explains one guard in detail', async () => {
  const { stdout } = await explain('retention-policy');
  assert.equal(
    stdout,
    `Name:      retention-policy
Type:      refusal
Prevents:  deleting every volume of the instance through its retention policy
Commands:  resize-pvc
Checked:   before every step that removes a StatefulSet or its pods
Effect:    Nothing is written if the run has not started. A run in progress stops where it is, prints the current state, and resumes when the same command is run again.
Override:  not possible: follow the hint, then run the command again
`,
  );
});

test('shows how to override a check', async () => {
  const { stdout } = await explain('guards', 'bigger-claim');
  assert.match(stdout, /^Override:\n {2}kubectl monitoring resize-pvc SIZE --accept bigger-claim\n$/m);
});

test('an unknown guard points to the list', async () => {
  const { code, stderr } = await explain('guards', 'no-such');
  assert.equal(code, 1);
  assert.equal(
    stderr,
    'error: there is no guard "no-such"\n\'kubectl monitoring explain guards\' lists them.\n',
  );
});
