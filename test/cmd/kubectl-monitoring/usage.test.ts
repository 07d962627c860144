import assert from 'node:assert/strict';
import { test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { runCommand } from '../../support/run-command.ts';

const resize = (...words: string[]) => runCommand(program, ['resize-pvc', ...words]);

const seeHelp = "See 'kubectl monitoring resize-pvc --help' for usage.";
const oneOf = (...words: string[]): string => `Valid values: ${words.join(', ')}.`;

/** Invalid arguments, and the errors before any cluster is contacted. */
const wrong: [string[], string, string?][] = [
  [[], 'SIZE is missing', seeHelp],
  [['lots'], 'invalid size "lots"', 'Give a Kubernetes quantity such as 100Gi.'],
  [['100GB'], 'invalid size "100GB"', 'Give a Kubernetes quantity such as 100Gi.'],
  ...['60', '1.5', '1073741823'].map((size): [string[], string, string] => [
    [size, '-y'],
    `size "${size}" has no unit`,
    `For ${size} gibibytes, give ${size}Gi.`,
  ]),
  [['0'], 'invalid size "0"', 'Give a Kubernetes quantity such as 100Gi.'],
  [['100Gi', 'k8s', 'more'], 'unexpected argument "more"', seeHelp],
  ...['0', 'soon', '-1s', '600h'].map((timeout): [string[], string, string] => [
    ['100Gi', `--timeout=${timeout}`],
    `invalid value "${timeout}" for --timeout`,
    'Use a duration such as 90s, 5m or 1h.',
  ]),
  [['100Gi', '--component=ui'], 'invalid value "ui" for --component', oneOf('metrics', 'alerts', 'ruler')],
  [['100Gi', '--mode=fast'], 'invalid value "fast" for --mode', oneOf('offline', 'online')],
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
  [['100Gi', '--replicas=0'], 'invalid value "0" for --replicas', 'Give a number of replicas, 1 or more.'],
  [['100Gi', '--replicas=two'], 'invalid value "two" for --replicas: not a whole number'],
  [['100Gi', '-o', 'wide'], 'invalid value "wide" for --output', oneOf('json', 'yaml', 'jsonpath=', 'name')],
  [['100Gi', '--dry-run=maybe'], 'invalid value "maybe" for --dry-run', oneOf('none', 'client', 'server')],
  [['8Ei'], 'size "8Ei" is too large for Kubernetes', 'Give a size of less than 8Ei.'],
  [
    ['1.1Ti'],
    'size "1.1Ti" is not a whole number of bytes',
    'Give a size without a fraction, such as 1153434Mi.',
  ],
  [['1e19'], 'size "1e19" is too large for Kubernetes', 'Give a size of less than 8Ei.'],
  [
    ['100Gi', '--retention-size=80Gi'],
    'invalid value "80Gi" for --retention-size',
    'Give a size as Prometheus takes it, such as 80GB.',
  ],
  [['100Gi', '--undo'], 'unknown flag: --undo', seeHelp],
  [
    ['100Gi', '--retention-size=80GB', '--component=alerts'],
    'only a Prometheus has a retentionSize',
    'Omit --retention-size.',
  ],
  [
    ['100Gi', '--values=/dev/null/values.yaml'],
    'values file /dev/null/values.yaml cannot be read and written: not a directory',
    'Pass a file that you may change, in a folder that you may change.',
  ],
];

for (const [words, reason, hint] of wrong)
  test(`resize-pvc ${words.join(' ')}: ${reason}`, async () => {
    const stderr = `${[`error: ${reason}`, hint].filter(Boolean).join('\n')}\n`;
    assert.deepEqual(await resize(...words), { code: 1, stdout: '', stderr });
  });

test('--help shows the description and every flag', async () => {
  assert.deepEqual(await resize('--help'), { code: 0, stdout: HELP, stderr: '' });
});

const HELP = ` Grows the volumes of a Prometheus (or Alertmanager, or ThanosRuler) in the
 namespace monitoring-system, unless -n names another. NAME can be omitted if
 there is only one.

 With --mode offline, the command sets replicas to 0 and the new size in one
 edit, patches every claim, waits until the storage has resized them, and
 restores the replicas. With --mode online, the claims grow while the pods run;
 then the command pauses the operator and deletes the StatefulSet without its
 pods, and the operator re-creates it around them.

 Growing the volumes of a Prometheus does not raise its spec.retentionSize, so
 it keeps no more data than before. --retention-size raises it in the same run,
 or later with the same command. The output says which value fits.

 The command refuses a run that would delete volumes. You can interrupt it at
 any point: run the same command again, from any machine, to resume, or "kubectl
 monitoring undo" to undo the unfinished run.

Examples:
  # Grow the volumes of the only Prometheus
  kubectl monitoring resize-pvc 100Gi

  # Without an outage, and update the values file
  kubectl monitoring resize-pvc 100Gi k8s --mode online \\
    --values monitoring-system/values.yaml

  # Raise retentionSize as well, to make room for more data
  kubectl monitoring resize-pvc 100Gi --retention-size 80GB

  # Show what would be changed
  kubectl monitoring resize-pvc 100Gi --diff

Options:
    --accept=[]:
        Override this guard; may be repeated. "kubectl monitoring explain" shows
        what each guard prevents. One of: bigger-claim, gitops,
        operator-not-seen, unlabelled-claim.

    --color='auto':
        When to use color. One of: auto, always, never.

    --commit=false:
        Commit the changed values files with git.

    --component='metrics':
        Resize a Prometheus (metrics), an Alertmanager (alerts) or a ThanosRuler
        (ruler). One of: metrics, alerts, ruler.

    --diff=false:
        Show what the whole run would change in each object; the exit code is 0
        even if there are differences. Nothing is changed.

    --dry-run='none':
        With client, only print the requests that would be sent; with server,
        also send each with dryRun=All and print what the server answers.
        Nothing is changed. One of: none, client, server.

    --include-orphaned=false:
        Also grow claims that no replica uses since the instance was scaled
        down.

    --mode='':
        offline stops the instance while its volumes grow; online keeps it
        running, if the storage can resize volumes in use. If omitted, the
        command shows both and asks; with -y, it uses offline. A resumed run
        keeps its mode. One of: offline, online.

    -o, --output='':
        Output format. One of: json, yaml, jsonpath=, name.

    --overwrite=false:
        Replace the file of --report if it exists.

    --replicas=:
        Scale the instance to this many replicas at the end; for an instance
        that a manual resize left at 0.

    --report='':
        Also write a report of the run: an HTML page for the ticket, in this
        file (FILE.html).

    --retain-volumes=false:
        If persistentVolumeClaimRetentionPolicy would delete the volumes, set it
        to Retain first and restore it last.

    --retention-size='':
        Set spec.retentionSize of a Prometheus to this, such as 80GB, once its
        volumes have grown: at most 85% of SIZE, and no less than it is now.
        Running pods then restart, one after the other.

    --timeout='10m':
        Wait this long at each step for the operator and the storage.

    --values=[]:
        Write the new size into this values file; may be repeated. If omitted,
        the command looks for files in the folder monitoring-system and asks
        about them.

    -y, --yes=false:
        Skip the confirmation prompt.

Usage:
  kubectl monitoring resize-pvc SIZE [NAME] [options]

Use "kubectl monitoring options" for a list of global options.
`;
