import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { explained } from '../../../cmd/kubectl-bmh/explain/guards.ts';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { judgements, listed } from '../../../lib/hosts/guards/all.ts';
import { OWN_GUARDS } from '../../../lib/hosts/reenroll/guards.ts';
import { type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';

const explain = (words: string[], options?: RunOptions): Promise<Ran> =>
  runCommand(program, ['explain', ...words], options);
const printed = (stdout: string): Ran => ({ code: 0, stdout, stderr: '' });
const refused = (stderr: string): Ran => ({ code: 1, stdout: '', stderr });

test('a row a guard: what it is and what it protects', async () => {
  assert.deepEqual(await explain(['guards']), printed(TABLE));
});

test('on a narrow terminal what it protects goes on below itself', async () => {
  const { stdout } = await explain(['guards', '--no-headers'], { columns: 80 });
  assert.ok(stdout.startsWith(NARROW), stdout.slice(0, NARROW.length));
  assert.ok(stdout.split('\n').every((line) => line.length <= 80));
  const words = (text: string) => text.split(/\s+/).join(' ').trim();
  assert.equal(words(stdout), words(TABLE.slice(TABLE.indexOf('\n') + 1)));
});

test('wide says when each is asked', async () => {
  const { stdout } = await explain(['guards', '-o', 'wide']);
  const [headers, ...rows] = stdout.trimEnd().split('\n');
  assert.match(headers ?? '', /^NAME +KIND +ASKED +PREVENTS$/);
  assert.match(rows.find((row) => row.startsWith('gitops ')) ?? '', / {3}before every step of a repair {3}/);
});

test('names are what --accept and explain take', async () => {
  const own = Object.values(OWN_GUARDS).flat();
  const names = [...listed(), ...own].map(({ name }) => `${name}\n`);
  assert.deepEqual(await explain(['guards', '-o', 'name']), printed(names.join('')));
  assert.equal(new Set(names).size, names.length);
});

test('as data: every guard, in JSON and in YAML, and how a judgement is accepted', async () => {
  const { stdout } = await explain(['guards', '-o', 'json']);
  const { items } = JSON.parse(stdout);
  assert.deepEqual(items, explained());
  assert.deepEqual(parse((await explain(['guards', '-o', 'yaml'])).stdout), { items });
  const acceptable = items.flatMap(({ name, accept }: { name: string; accept?: string[] }) =>
    accept ? [name] : [],
  );
  assert.deepEqual(acceptable, [...judgements(), 'no-status-image', 'healthy']);
});

const inFull: [string, string][] = [
  [
    'foreign-pause',
    `NAME:      foreign-pause
KIND:      overridable
PREVENTS:  a pause that somebody else set, and relies on
ASKED:     before every write
EFFECT:    Nothing is written, not even a pause. A run that is under way stops where it is.
ACCEPT:
  kubectl bmh repair HOST --accept foreign-pause
  kubectl bmh undo HOST --accept foreign-pause
`,
  ],
  [
    'gitops',
    `NAME:      gitops
KIND:      overridable
PREVENTS:  a host whose source puts the old address back, which wipes it
ASKED:     before every step of a repair
EFFECT:    Nothing is written where the run has not begun. A run that is under way stops, takes its pause back where it has written no more than that, and else leaves the host paused.
ACCEPT:
  kubectl bmh repair HOST --accept gitops
`,
  ],
  [
    'image-not-served',
    `NAME:      image-not-served
KIND:      overridable
PREVENTS:  a host from an address at which its image is not to be had: the error would come back
ASKED:     before every step of a repair
EFFECT:    Nothing is written where the run has not begun. A run that is under way stops, takes its pause back where it has written no more than that, and else leaves the host paused.
ACCEPT:
  kubectl bmh repair HOST --accept image-not-served
  kubectl bmh reenroll HOST --accept image-not-served
`,
  ],
  [
    'differing-urls',
    `NAME:      differing-urls
KIND:      refusal
PREVENTS:  a host whose two image addresses differ, which is wiped as soon as it is attached again
ASKED:     before a reenroll, and before the host is attached again
EFFECT:    The host stays detached: attached like this, it would be wiped.
ACCEPT:    it can not be accepted: mend what it says, then run the command again
`,
  ],
  [
    'unequal-urls',
    `NAME:      unequal-urls
KIND:      refusal
PREVENTS:  a host whose two image addresses differ, which is wiped as soon as it is resumed
ASKED:     before the resume
EFFECT:    The host stays paused: resumed like this, it would be wiped.
ACCEPT:    it can not be accepted: mend what it says, then run the command again
`,
  ],
  [
    'offline',
    `NAME:      offline
KIND:      warning
PREVENTS:  a machine that is powered off by the recovery, because its spec says so
ASKED:     before a run
EFFECT:    It is said before the question, and is in the report of -o json and -o yaml. It stops nothing.
ACCEPT:    it stops nothing
`,
  ],
];
for (const [name, text] of inFull)
  for (const topic of ['guards', 'guard'])
    test(`explain ${topic} ${name}`, async () =>
      assert.deepEqual(await explain([topic, name]), printed(text)));

test('one in full on a narrow terminal', async () => {
  const { stdout } = await explain(['guards', 'custom-deploy'], { columns: 60 });
  assert.equal(
    stdout,
    `NAME:      custom-deploy
KIND:      refusal
PREVENTS:  a host whose deploy method was changed:
           reconciled like this, it is wiped
ASKED:     before every step
EFFECT:    Nothing is written where the run has not begun. A
           run that is under way stops, and the host stays
           paused: resumed like this, it would be wiped.
ACCEPT:    it can not be accepted: mend what it says, then
           run the command again
`,
  );
});

test('one as data, and as a name', async () => {
  const { stdout } = await explain(['guards', 'gitops', '-o', 'json']);
  assert.deepEqual(
    JSON.parse(stdout),
    explained().find(({ name }) => name === 'gitops'),
  );
  assert.deepEqual(await explain(['guards', 'gitops', '-o', 'name']), printed('gitops\n'));
});

const wrong: [string[], string][] = [
  [[], 'error: an argument is missing\nIt takes: guards.\n'],
  [['hosts'], 'error: there is nothing to explain about "hosts"\nIt takes: guards.\n'],
  [['guards', 'x'], 'error: there is no guard "x"\n\'kubectl bmh explain guards\' lists them.\n'],
  [
    ['guards', 'gitops', 'x'],
    'error: unexpected argument "x"\nSee \'kubectl bmh explain --help\' for usage.\n',
  ],
  [
    ['guards', '-o', 'table'],
    'error: invalid value "table" for --output\nIt takes one of: json, yaml, jsonpath=, name, wide.\n',
  ],
];
for (const [words, stderr] of wrong)
  test(`explain ${words.join(' ')}: a usage error that says what there is`, async () =>
    assert.deepEqual(await explain(words), refused(stderr)));

test('help', async () => {
  const { code, stdout, stderr } = await explain(['--help'], { columns: 80 });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.equal(stdout, HELP);
});

const NARROW = `deleting                 refusal       a host that is being deleted: paused, it
                                       would never go
`;

const TABLE = `NAME                     KIND          PREVENTS
deleting                 refusal       a host that is being deleted: paused, it would never go
externally-provisioned   refusal       a host provisioned by others: once its state is "provisioned", the operator may wipe it
lost-status              refusal       a host that was moved while it was paused and has lost its status: resumed, it is provisioned again
not-provisioned          refusal       a host in another state: the procedure writes "provisioned", which has to be true
unreadable-record        refusal       an unfinished run of another version, whose record would be overwritten
foreign-pause            overridable   a pause that somebody else set, and relies on
no-image-name            refusal       a host whose new address can not be told from its present one
other-error              refusal       a host with an error that a new image address does not mend
missing-information      refusal       a host whose error is about image information that is missing, not about its address
address-not-ip           overridable   an image whose address is a name already, so that the error has another cause
missing-rights           refusal       a host from a run that could be begun and not be finished
no-image                 refusal       a host without an image, which is being released: reconciled like this, it is wiped
cluster-paused           refusal       a paused Cluster, as in a move: a host of it must not be resumed
block-move               refusal       a move of the cluster in progress: resumed in the middle of it, the host is wiped
detached                 refusal       a host that the operator lets go of: paused first, it is not let go of
status-annotation        refusal       a host that is moved: the old address is restored with its status, which wipes it
custom-deploy            refusal       a host whose deploy method was changed: reconciled like this, it is wiped
address-put-back         refusal       a host whose address another writer puts back: resumed, it is wiped the next time
other-goal               refusal       an undo that is under way, which a repair would work against
other-target             refusal       an unfinished run, whose address another run would mix with its own
run-ended                refusal       what somebody decided by ending this run elsewhere, an undo above all
no-checksum-image        refusal       an image that has no checksum (live-iso, oci), which must not be given one
checksum-type            refusal       the next deployment, which fails where a checksum is read with the wrong algorithm
image-not-served         overridable   a host from an address at which its image is not to be had: the error would come back
gitops                   overridable   a host whose source puts the old address back, which wipes it
unequal-originals        refusal       an undo that would get stuck half-way, with two image addresses that differ
unequal-urls             refusal       a host whose two image addresses differ, which is wiped as soon as it is resumed
offline                  warning       a machine that is powered off by the recovery, because its spec says so
pending-reboot           warning       a machine that is rebooted by the recovery, because somebody asked for it earlier
machine-health-check     warning       a host whose machine is deleted by a health check, which wipes it
last-applied             warning       a host whose old file is applied again, which wipes it
gitops-sync              warning       a host whose source syncs again with another address, which wipes it
more-writers             warning       a host that others write to, in the one moment of the document's order that rests on the pause
image-name               warning       the next deployment, which installs whatever image is named
image-unprobed           warning       a host from an address where nobody has seen the image: the error would come back
short-name               warning       a host from a short name that Ironic can not resolve: the error would come back
paused                   refusal       a host that would stay detached, because under a pause the operator does not look at it
unfinished-repair        refusal       an unfinished repair or undo, whose addresses are not those that the host is to be enrolled with
foreign-detach           refusal       a host that somebody else has detached, and relies on its being so
unreadable-reenroll      refusal       an unfinished re-enrolment of another version, whose record would be overwritten
differing-urls           refusal       a host whose two image addresses differ, which is wiped as soon as it is attached again
fixed-address            refusal       a host that is enrolled again with the address that does not answer
no-status-image          overridable   a host whose new node knows no image: an older Ironic does not adopt it without one
no-bmc                   refusal       a host whose node can not be enrolled again, because nothing says how its BMC is reached
servicing                refusal       a machine whose firmware or settings are being changed: its node must not go in the middle of that
remediation              refusal       a host whose Machine is being deleted: attached again, it would be wiped
healthy                  overridable   a host with which nothing is wrong, and which has no need of another node
`;

const HELP = ` Lists the guards that "kubectl bmh repair", "undo" and "reenroll" ask, and what
 each protects. A refusal stands: what it protects is a disk, or somebody else's
 work. A judgement can be taken on, one by one, with --accept NAME. A warning is
 only said.

 With a name it says of that guard when it is asked, what a run does while it
 holds, and how it is accepted. No cluster is asked.

Examples:
  # All guards
  kubectl bmh explain guards

  # One of them in full
  kubectl bmh explain guards foreign-pause

Options:
    --no-headers=false:
        If true, prints no headers.

    -o, --output='':
        Output format. One of: json, yaml, jsonpath=, name, wide.

Usage:
  kubectl bmh explain guards [NAME] [options]
`;
