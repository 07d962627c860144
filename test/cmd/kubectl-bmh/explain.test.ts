import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { explained } from '../../../cmd/kubectl-bmh/explain/guards.ts';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { listed, overridableNames } from '../../../lib/hosts/guards/all.ts';
import { OWN_GUARDS } from '../../../lib/hosts/reenroll/guards.ts';
import { type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';

const explain = (words: string[], options?: RunOptions): Promise<Ran> =>
  runCommand(program, ['explain', ...words], options);
const printed = (stdout: string): Ran => ({ code: 0, stdout, stderr: '' });
const refused = (stderr: string): Ran => ({ code: 1, stdout: '', stderr });

test('prints the guards of each command: their type and what they prevent', async () => {
  assert.deepEqual(await explain(['guards']), printed(TABLE));
});

test('wraps what a guard prevents on a narrow terminal', async () => {
  const { stdout } = await explain(['guards', '--no-headers'], { columns: 80 });
  assert.ok(stdout.startsWith(NARROW), stdout.slice(0, NARROW.length));
  assert.ok(stdout.split('\n').every((line) => line.length <= 80));
  const words = (text: string) => text.split(/\s+/).join(' ').trim();
  const rows = TABLE.split('\n').filter((line) => !/^(Checked by .*|NAME .*|)$/.test(line));
  assert.equal(words(stdout), words(rows.join('\n')));
});

test('-o wide says when each guard is checked', async () => {
  const { stdout } = await explain(['guards', '-o', 'wide']);
  const rows = stdout.trimEnd().split('\n');
  assert.match(stdout, /^Checked by repair, undo:\nNAME +TYPE +CHECKED +PREVENTS$/m);
  assert.match(rows.find((row) => row.startsWith('gitops ')) ?? '', / {3}before every step of a repair {3}/);
});

test('-o name prints the names that --accept and explain take', async () => {
  const own = Object.values(OWN_GUARDS).flat();
  const names = [...listed(), ...own].map(({ name }) => `${name}\n`);
  assert.deepEqual(await explain(['guards', '-o', 'name']), printed(names.join('')));
  assert.equal(new Set(names).size, names.length);
});

test('JSON and YAML have every guard, and how to accept an overridable one', async () => {
  const { stdout } = await explain(['guards', '-o', 'json']);
  const list = JSON.parse(stdout);
  assert.deepEqual(list, {
    apiVersion: 'bmh.kubectl/v1',
    kind: 'GuardList',
    items: explained().map(({ name, kind, ...guard }) => ({ metadata: { name }, type: kind, ...guard })),
  });
  assert.deepEqual(parse((await explain(['guards', '-o', 'yaml'])).stdout), list);
  const acceptable = explained().flatMap(({ name, accept }) => (accept ? [name] : []));
  assert.deepEqual(acceptable, [...overridableNames(), 'no-status-image', 'healthy']);
});

const inFull: [string, string][] = [
  [
    'foreign-pause',
    `Name:      foreign-pause
Type:      overridable
Prevents:  working on a host that another user or a controller has paused
Commands:  repair, undo
Checked:   before every write
Effect:    Nothing is written, not even a pause. A run in progress stops where it is.
Override:
  kubectl bmh repair HOST --accept foreign-pause
  kubectl bmh undo HOST --accept foreign-pause
`,
  ],
  [
    'gitops',
    `Name:      gitops
Type:      overridable
Prevents:  wiping a host when a GitOps source restores the old address
Commands:  repair
Checked:   before every step of a repair
Effect:    If the run has not started, nothing is written. A run in progress stops, removes its pause if it has written nothing else, and otherwise leaves the host paused.
Override:
  kubectl bmh repair HOST --accept gitops
`,
  ],
  [
    'image-not-served',
    `Name:      image-not-served
Type:      overridable
Prevents:  switching to an address that does not serve the image: the error would return
Commands:  repair, reenroll
Checked:   before every step of a repair
Effect:    If the run has not started, nothing is written. A run in progress stops, removes its pause if it has written nothing else, and otherwise leaves the host paused.
Override:
  kubectl bmh repair HOST --accept image-not-served
  kubectl bmh reenroll HOST --accept image-not-served
`,
  ],
  [
    'differing-urls',
    `Name:      differing-urls
Type:      refusal
Prevents:  wiping a host whose two image addresses differ as soon as it is attached again
Commands:  reenroll
Checked:   before a reenroll, and before the host is attached again
Effect:    The host stays detached: attaching it would wipe it.
Override:  not possible: follow the hint, then run the command again
`,
  ],
  [
    'unequal-urls',
    `Name:      unequal-urls
Type:      refusal
Prevents:  wiping a host by resuming it while its two image addresses differ
Commands:  repair, undo
Checked:   before the resume
Effect:    The host stays paused: resuming it would wipe it.
Override:  not possible: follow the hint, then run the command again
`,
  ],
  [
    'offline',
    `Name:      offline
Type:      warning
Prevents:  powering off a machine during the recovery because its spec says so
Commands:  repair, undo
Checked:   before a run
Effect:    It is printed before the prompt and included in -o json and -o yaml. It stops nothing.
Override:  not needed: it stops nothing
`,
  ],
];
for (const [name, text] of inFull)
  for (const words of [[name], ['guards', name], ['guard', name]])
    test(`explain ${words.join(' ')}`, async () => assert.deepEqual(await explain(words), printed(text)));

test('prints one guard in full on a narrow terminal', async () => {
  const { stdout } = await explain(['guards', 'custom-deploy'], { columns: 60 });
  assert.equal(
    stdout,
    `Name:      custom-deploy
Type:      refusal
Prevents:  wiping a host whose deploy method was changed
Commands:  repair, undo
Checked:   before every step
Effect:    If the run has not started, nothing is written. A
           run in progress stops, and the host stays paused:
           resuming it would wipe it.
Override:  not possible: follow the hint, then run the
           command again
`,
  );
});

test('prints one guard as data and as a name', async () => {
  const { stdout } = await explain(['guards', 'gitops', '-o', 'json']);
  const { items } = JSON.parse(stdout);
  assert.deepEqual([items.length, items[0].metadata.name, items[0].type], [1, 'gitops', 'overridable']);
  assert.deepEqual(await explain(['guards', 'gitops', '-o', 'name']), printed('gitops\n'));
});

const wrong: [string[], string][] = [
  [['hosts'], 'error: there is no guard "hosts"\n\'kubectl bmh explain guards\' lists them.\n'],
  [['guards', 'x'], 'error: there is no guard "x"\n\'kubectl bmh explain guards\' lists them.\n'],
  [
    ['guards', 'gitops', 'x'],
    'error: unexpected argument "x"\nSee \'kubectl bmh explain --help\' for usage.\n',
  ],
  [
    ['guards', '-o', 'table'],
    'error: invalid value "table" for --output\nValid values: json, yaml, jsonpath=, name, wide.\n',
  ],
];
for (const [words, stderr] of wrong)
  test(`explain ${words.join(' ')}: a usage error that lists the valid names`, async () =>
    assert.deepEqual(await explain(words), refused(stderr)));

test('help', async () => {
  const { code, stdout, stderr } = await explain(['--help'], { columns: 80 });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.equal(stdout, HELP);
});

const NARROW = `deleting                 refusal       blocking the deletion of a host with a
                                       pause
`;

const TABLE = `Checked by repair, undo:
NAME                     TYPE          PREVENTS
deleting                 refusal       blocking the deletion of a host with a pause
externally-provisioned   refusal       wiping a host that the operator did not provision, by marking it as "provisioned"
lost-status              refusal       reprovisioning a host that lost its status when it was moved while paused
not-provisioned          refusal       marking a host as "provisioned" that is in another state
unreadable-record        refusal       overwriting the record of an unfinished run of another version
foreign-pause            overridable   working on a host that another user or a controller has paused
missing-rights           refusal       starting a run that cannot finish for lack of permissions
no-image                 refusal       wiping a host whose image was removed to release it
cluster-paused           refusal       resuming a host while its Cluster is paused, as in a move
block-move               refusal       wiping a host by resuming it during a move of its cluster
detached                 refusal       pausing a host before the operator has detached it, which blocks the detach
status-annotation        refusal       wiping a moved host when its saved status restores the old address
custom-deploy            refusal       wiping a host whose deploy method was changed
address-put-back         refusal       wiping a resumed host when another writer restores the old address again
other-goal               refusal       repairing a host while an undo is in progress
other-target             refusal       mixing the addresses of an unfinished run with those of another run
run-ended                refusal       repeating a run that another user ended, for example with an undo
unequal-urls             refusal       wiping a host by resuming it while its two image addresses differ
offline                  warning       powering off a machine during the recovery because its spec says so
pending-reboot           warning       rebooting a machine during the recovery because of an earlier request
machine-health-check     warning       wiping a host because a health check deletes its machine
last-applied             warning       wiping a host by applying its old manifest again
gitops-sync              warning       wiping a host when its source syncs another address
more-writers             warning       wiping a host when another writer removes the pause between the two patches
image-name               warning       installing the wrong image in the next deployment
image-unprobed           warning       switching to an address that may not serve the image: the error would return
short-name               warning       switching to a short name that Ironic cannot resolve: the error would return

Checked by repair:
NAME                     TYPE          PREVENTS
no-image-name            refusal       guessing an image name that the current address does not contain
missing-information      refusal       changing the image address when the error is about missing image information
address-not-ip           overridable   replacing an image address that is already a name, not an IP address
no-checksum-image        refusal       adding a checksum to an image that must not have one (live-iso, oci)
checksum-type            refusal       breaking the next deployment with a checksum of the wrong algorithm
gitops                   overridable   wiping a host when a GitOps source restores the old address

Checked by repair, reenroll:
NAME                     TYPE          PREVENTS
other-error              refusal       changing the image address of a host whose error has another cause
image-not-served         overridable   switching to an address that does not serve the image: the error would return

Checked by undo:
NAME                     TYPE          PREVENTS
unequal-originals        refusal       leaving an undo stuck halfway, with two image addresses that differ

Checked by reenroll:
NAME                     TYPE          PREVENTS
paused                   refusal       leaving the host detached, because the operator ignores a paused host
unfinished-repair        refusal       re-enrolling a host with the addresses of an unfinished repair or undo
foreign-detach           refusal       attaching a host that another user keeps detached
unreadable-reenroll      refusal       overwriting the record of an unfinished reenroll of another version
differing-urls           refusal       wiping a host whose two image addresses differ as soon as it is attached again
fixed-address            refusal       re-enrolling a host with an address that does not answer
no-status-image          overridable   enrolling a node without an image, which an older Ironic does not adopt
no-bmc                   refusal       deleting a node that cannot be enrolled again, because its BMC is not set
servicing                refusal       deleting the node of a machine during a firmware or settings change
remediation              refusal       wiping a host whose Machine is being deleted, once it is attached again
healthy                  overridable   replacing the node of a healthy host for no reason
`;

const HELP = ` Lists the guards that "kubectl bmh repair", "undo" and "reenroll" check, and
 what each one prevents. A guard of type "refusal" protects a disk, or another
 user's work, and cannot be overridden. One of type "overridable" can be
 overridden by name with --accept NAME. A warning is only printed.

 With a name, explains when that guard is checked, what a run does if it
 refuses, and how to override it. No cluster is contacted.

Examples:
  # List all guards
  kubectl bmh explain guards

  # Explain one guard in full
  kubectl bmh explain foreign-pause

Options:
    --no-headers=false:
        If true, prints no headers.

    -o, --output='':
        Output format. One of: json, yaml, jsonpath=, name, wide.

Usage:
  kubectl bmh explain [guards] [NAME] [options]
`;
