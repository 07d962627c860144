import assert from 'node:assert/strict';
import { test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { runCommand } from '../../support/run-command.ts';

const resize = (...words: string[]) => runCommand(program, ['resize-pvc', ...words]);

const seeHelp = "See 'kubectl monitoring resize-pvc --help' for usage.";
const oneOf = (...words: string[]): string => `It takes one of: ${words.join(', ')}.`;

/** Words that can't be meant, and what is said of them, before any cluster is asked. */
const wrong: [string[], string, string?][] = [
  [[], 'SIZE is missing', seeHelp],
  [['lots'], '"lots" is not a size', 'Give a Kubernetes quantity such as 100Gi.'],
  [['100GB'], '"100GB" is not a size', 'Give a Kubernetes quantity such as 100Gi.'],
  [['0'], '"0" is not a size', 'Give a Kubernetes quantity such as 100Gi.'],
  [['100Gi', 'k8s', 'more'], 'unexpected argument "more"', seeHelp],
  ...['0', 'soon', '-1s', '600h'].map((timeout): [string[], string, string] => [
    ['100Gi', `--timeout=${timeout}`],
    `invalid value "${timeout}" for --timeout`,
    'Give a duration such as 90s, 5m or 1h.',
  ]),
  [['100Gi', '--component=ui'], 'invalid value "ui" for --component', oneOf('metrics', 'alerts', 'ruler')],
  [['100Gi', '--mode=fast'], 'invalid value "fast" for --mode', oneOf('documented', 'online')],
  [
    ['100Gi', '--accept=retention-policy'],
    'invalid value "retention-policy" for --accept',
    oneOf('bigger-claim', 'gitops', 'operator-not-seen', 'unlabelled-claim'),
  ],
  [
    ['100Gi', 'alertmanager/main'],
    '"alertmanager/main" is of kind Alertmanager, but --component is metrics',
    'Use --component alerts.',
  ],
  [
    ['100Gi', 'statefulset/k8s'],
    '"statefulset/k8s" is not a Prometheus, Alertmanager, ThanosRuler or PrometheusAgent',
    'Use the name alone, or with its kind: prometheus/NAME, alertmanager/NAME, thanosruler/NAME or prometheusagent/NAME.',
  ],
  [
    ['100Gi', '--replicas=0'],
    'invalid value "0" for --replicas',
    'Give how many replicas it is to have, 1 or more.',
  ],
  [['100Gi', '--replicas=two'], 'invalid value "two" for --replicas: not a whole number'],
  [
    ['100Gi', '--undo', '--replicas=2'],
    '--replicas has no part in --undo',
    'Leave it out: the record knows how many there were.',
  ],
  [
    ['100Gi', '--undo', '--values=values.yaml'],
    '--undo writes no values files',
    'Leave --values and --commit out.',
  ],
  [['100Gi', '--undo', '--commit'], '--undo writes no values files', 'Leave --values and --commit out.'],
  [['100Gi', '-o', 'wide'], 'invalid value "wide" for --output', oneOf('json', 'yaml', 'jsonpath=', 'name')],
  [['100Gi', '--dry-run=maybe'], 'invalid value "maybe" for --dry-run', oneOf('none', 'client', 'server')],
  [['8Ei'], '"8Ei" is more than Kubernetes can count', 'Give a size of less than 8Ei.'],
  [['1e19'], '"1e19" is more than Kubernetes can count', 'Give a size of less than 8Ei.'],
  [
    ['100Gi', '--retention-size=80Gi'],
    'invalid value "80Gi" for --retention-size',
    'Give a size as Prometheus takes it, such as 80GB.',
  ],
  [
    ['100Gi', '--retention-size=80GB', '--undo'],
    '--retention-size has no part in --undo',
    'Leave it out: the record knows what it was.',
  ],
  [
    ['100Gi', '--retention-size=80GB', '--component=alerts'],
    'only a Prometheus has a retentionSize',
    'Leave --retention-size out.',
  ],
  [
    ['100Gi', '--values=/dev/null/values.yaml'],
    'values file /dev/null/values.yaml cannot be read and written: not a directory',
    'Pass --values a file that you may change.',
  ],
];

for (const [words, reason, hint] of wrong)
  test(`resize-pvc ${words.join(' ')}: ${reason}`, async () => {
    const stderr = `${[`error: ${reason}`, hint].filter(Boolean).join('\n')}\n`;
    assert.deepEqual(await resize(...words), { code: 1, stdout: '', stderr });
  });

test('--help says what it does, and every flag', async () => {
  assert.deepEqual(await resize('--help'), { code: 0, stdout: HELP, stderr: '' });
});

const HELP = ` Grows the volumes of a Prometheus (or Alertmanager, or ThanosRuler) in the
 namespace monitoring-system, unless -n names another: NAME may be left out
 where there is one alone.

 In the documented order it sets replicas to 0 and the new size in one edit,
 patches every claim, waits until the storage has resized them, and restores the
 replicas. With --mode online the claims grow while the pods run; then the
 operator is paused, the StatefulSet is deleted without its pods and made again
 around them.

 A spec.retentionSize still keeps a Prometheus to as much data as before:
 --retention-size raises it in the same run, or later by the same command. It
 says which value fits.

 It refuses where that would delete volumes. It may be interrupted at any point:
 run the same command again, from any machine, and it goes on where it stopped;
 --undo takes it back.

Examples:
  # Grow the volumes of the only Prometheus
  kubectl monitoring resize-pvc 100Gi

  # Without an outage, and with the values file in step
  kubectl monitoring resize-pvc 100Gi k8s --mode online --values monitoring-system/values.yaml

  # With room for more data, where retentionSize limits it
  kubectl monitoring resize-pvc 100Gi --retention-size 80GB

  # Show what would be changed
  kubectl monitoring resize-pvc 100Gi --diff

  # Take an unfinished run back
  kubectl monitoring resize-pvc 100Gi --undo

Options:
    --accept=[]:
        Take on the judgement of a guard that has refused; may be repeated (see
        explain guards). One of: bigger-claim, gitops, operator-not-seen,
        unlabelled-claim.

    --color='auto':
        When to use colour. One of: auto, always, never.

    --commit=false:
        Commit the values files that were written, with git.

    --component='metrics':
        Whose volumes: of a Prometheus, an Alertmanager or a ThanosRuler. One
        of: metrics, alerts, ruler.

    --diff=false:
        Show each change as a diff and as a JSON Patch; changes nothing.

    --dry-run='none':
        client prints the requests that would be sent; server also sends each
        with dryRun=All. Changes nothing. One of: none, client, server.

    --include-leftovers=false:
        Grow the claims of replicas that were scaled away, too.

    --mode='documented':
        documented stops the instance while its volumes grow; online keeps it
        running, where the storage can resize volumes in use. One of:
        documented, online.

    -o, --output='':
        Output format of the result. One of: json, yaml, jsonpath=, name.

    --replicas=:
        How many replicas it is to have, for an instance that a resize by hand
        has left at 0.

    --retain-volumes=false:
        Where a retention policy would delete the volumes: set it to Retain
        first, and restore it last.

    --retention-size='':
        Set spec.retentionSize of a Prometheus to this, such as 80GB, once its
        volumes have grown: at most 85 % of SIZE, and no less than it is. Pods
        that run restart with it, one after the other.

    --timeout='10m':
        How long to wait at each step for what others do.

    --undo=false:
        Take an unfinished run back: restore replicas, pause, policy and
        retentionSize. Claims do not shrink.

    --values=[]:
        Write the new size into this values file; may be repeated. Where absent,
        files of the folder monitoring-system are found and asked about.

    -y, --yes=false:
        Go on without being asked.

Usage:
  kubectl monitoring resize-pvc SIZE [NAME] [options]

Use "kubectl monitoring options" for the flags that every command takes.
`;
