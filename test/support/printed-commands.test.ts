import assert from 'node:assert/strict';
import { test } from 'node:test';
import { program } from '../../cmd/kubectl-bmh/program.ts';
import { checkPrinted, printedIn } from './printed-commands.ts';

const texts: [text: string, commands: string[]][] = [
  ['to continue: kubectl bmh repair worker-0 -n metal3\n', ['kubectl bmh repair worker-0 -n metal3']],
  ['finish it: kubectl bmh undo a -n b; then run this again', ['kubectl bmh undo a -n b']],
  ['first (kubectl bmh list -A), then wait', ['kubectl bmh list -A']],
  ["See 'kubectl bmh list --help' for usage.", ['kubectl bmh list --help']],
  ['a user with "kubectl bmh pause", and kubectl-bmh itself', ['kubectl bmh pause']],
  [
    'run kubectl patch bmh a -p \'{"a": 1, "b"}\' -n b, then',
    ['kubectl patch bmh a -p \'{"a": 1, "b"}\' -n b'],
  ],
  ['worker-0   kubectl bmh wait worker-0 -n b   yes', ['kubectl bmh wait worker-0 -n b']],
  ['pods → kubectl bmh repair --all -n b | sort', ['kubectl bmh repair --all -n b']],
];
for (const [text, commands] of texts)
  test(`finds the command in: ${text.trim()}`, () =>
    assert.deepEqual(
      printedIn(text).map((printed) => printed.text),
      commands,
    ));

const RUN = ['repair', 'worker-0', '-n', 'metal3', '--context', 'edge'];
const faults: [printed: string, fault: RegExp][] = [
  ['kubectl bmh mend worker-0', /unknown command "mend"/],
  ['kubectl bmh repair worker-0 -n metal3 --bogus --context edge', /unknown flag: --bogus/],
  ['kubectl bmh repair worker-0 -n metal3 --accept bogus --context edge', /invalid value "bogus"/],
  ['kubectl bmh reenroll -n metal3 --context edge', /HOST is missing/],
  ['kubectl bmh repair -n metal3 --context edge', /it names no host/],
  ['kubectl bmh repair makes the two equal', /does not say the namespace/],
  ['kubectl bmh repair worker-0 -n metal3', /lacks --context of the run/],
  ['kubectl bmh list --context edge', /lacks --namespace of the run/],
  ['kubectl monitoring status -n a', /lacks --context of the run/],
  ["kubectl patch bmh worker-0 -p '{}' -n metal3", /lacks --context of the run/],
  ["kubectl get pods -l 'a", /a quote is not closed/],
];
for (const [printed, fault] of faults)
  test(`rejects ${printed}`, async () => {
    await assert.rejects(checkPrinted(program, RUN, { stdout: '', stderr: `Next: ${printed}\n` }), fault);
    const json = JSON.stringify({ items: [{ next: printed }] });
    await assert.rejects(checkPrinted(program, RUN, { stdout: json, stderr: '' }), fault);
  });

for (const printed of [
  'kubectl bmh repair worker-0 -n metal3 --context edge --accept gitops',
  'kubectl bmh list -A --context edge',
  'kubectl bmh repair HOST --accept gitops -n metal3 --context edge',
  'kubectl bmh audit -f -',
  'kubectl get pods -A',
])
  test(`accepts ${printed}`, () => checkPrinted(program, RUN, { stdout: '', stderr: `Next: ${printed}\n` }));
