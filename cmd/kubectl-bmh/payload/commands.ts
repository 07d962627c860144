import { hostPath } from '../../../lib/hosts/action.ts';
import type { Host } from '../../../lib/hosts/host.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import { HOST_RESOURCE, PAUSED_VALUE, pausedAnnotation } from '../../../lib/objects/names.ts';
import { quoted } from '../../../lib/words/shell.ts';

/** One manual step of §4.A: `step` is its number there, 10 the verification. */
export interface ManualStep {
  step: number;
  title: string;
  /** Lines for sh. */
  command: string;
}

/** What the commands need. */
export interface Manual {
  host: Pick<Host, 'namespace' | 'name'>;
  group: string;
  target: Target;
  /** Paths of the payload files. */
  files: { status: string; spec: string };
  /** The loopback port of `kubectl proxy`. */
  port: number;
  /** The quoted flags for kubectl and its plugins: `cluster` selects the cluster, `flags` also the namespace of the host. */
  cluster: string;
  flags: string;
}

/**
 * The steps of §4.A as commands, with what makes them safe to paste: the status patch needs this very proxy and a paused
 * host, the spec patch comes only after it, and the resume only if both addresses are the new one.
 */
export function manualSteps({ host, group, target, files, port, cluster, flags }: Manual): ManualStep[] {
  const { namespace, name } = host;
  const resource = `${HOST_RESOURCE}.${group}`;
  const proxy = `http://127.0.0.1:${port}`;
  const path = hostPath(group, namespace, name);
  const pauseKey = pausedAnnotation(group);
  const pause = `.metadata.annotations.${pauseKey.replaceAll('.', '\\.')}`;
  const anywhere = (command: string): string => [command, cluster].filter(Boolean).join(' ');
  const patch = `kubectl patch ${resource} ${name} ${flags} --type=merge`;
  const annotate = (value: string | null): string =>
    `${patch} -p ${quoted(JSON.stringify({ metadata: { annotations: { [pauseKey]: value } } }))}`;
  const shows = (fields: string[], values: string[]): string =>
    `test "$(host ${quoted(fields.map((field) => `{${field}}`).join(' '))})" = ${quoted(values.join(' '))}`;
  const { status, spec } = files;
  const [specUrl, statusUrl] = ['.spec.image.url', '.status.provisioning.image.url'];
  const steps: [title: string, ...lines: string[]][] = [
    [
      'Verify access',
      `host() { kubectl get ${resource} ${name} ${flags} -o "jsonpath=$1"; }`,
      anywhere('kubectl get nodes'),
      anywhere(`kubectl get ${resource} --all-namespaces`),
    ],
    [
      'Start the API proxy',
      `${anywhere(`kubectl proxy --port=${port}`)} &`,
      'PROXY=$!',
      `curl ${CURL} --retry 20 --retry-delay 1 --retry-connrefused ${proxy}/version ||`,
      `  echo ${quoted(`kubectl proxy does not answer at ${proxy}`)} >&2`,
    ],
    ['Pause reconciliation', `test -z "$(host ${quoted(`{${pause}}`)})" && ${annotate(PAUSED_VALUE)}`],
    ['Create the payload files', `ls -l ${quoted(status)} ${quoted(spec)}`],
    ['Validate the payload files', `kubectl bmh validate ${quoted(status)} ${quoted(spec)}`],
    [
      'Patch status',
      `kill -0 "$PROXY" && ${shows([pause], [PAUSED_VALUE])} &&`,
      `  curl ${CURL} --show-error -X PATCH -H 'Accept: application/json' -H 'Content-Type: application/merge-patch+json' --data-binary ${quoted(`@${status}`)} ${proxy}${path}/status`,
    ],
    [
      'Patch spec',
      `${shows([pause, statusUrl], [PAUSED_VALUE, target.url])} &&`,
      `  ${patch} --patch-file=${quoted(spec)}`,
    ],
    [
      'Resume reconciliation, only if both addresses are the new one',
      `${shows([specUrl, statusUrl], [target.url, target.url])} &&`,
      `  ${annotate(null)}`,
    ],
    ['Stop the API proxy', 'kill "$PROXY"'],
    [
      'Verification',
      `host ${quoted(`{.status.errorCount} "{.status.errorMessage}" {${specUrl}}{"\\n"}`)}`,
      `kubectl bmh wait ${name} ${flags}`,
    ],
  ];
  return steps.map(([title, ...lines], index) => ({ step: index + 1, title, command: lines.join('\n') }));
}

/** A proxy from the environment cannot reach the loopback of this machine. The response is not needed. */
const CURL = "--noproxy '*' --fail --silent --output /dev/null";

/** The steps as a script that can also be run line by line. */
export const scriptOf = (steps: readonly ManualStep[], { host, target }: Manual): string =>
  [
    `# Repairs host ${host.namespace}/${host.name} by hand. New image: ${target.url}`,
    '# Run it line by line, or all of it with sh. If a check fails, the command that it guards does not run: stop there.',
    '# Never remove the pause while the two addresses differ: the operator would wipe the disk of the host.',
    ...steps.map(({ step, title, command }) => `\n# ${step}. ${title}\n${command}`),
    '',
  ].join('\n');
