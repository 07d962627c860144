import type { Handler, Host, InnerCall, Program } from '../../../lib/cli/command.ts';
import { writeDocument } from '../../../lib/cli/output.ts';
import { auditRights } from '../../../lib/cluster/audit/rights.ts';
import { MOST_SHARDS } from '../../../lib/cluster/hosts/select-hosts.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { serviceAddress } from '../../../lib/hosts/probe.ts';
import { rights } from '../../../lib/hosts/rbac.ts';
import type { Right } from '../../../lib/kube/api/access.ts';
import { objectName } from '../../../lib/kube/api/object-name.ts';
import { CommandError, usageError } from '../../../lib/words/errors.ts';
import { quoted } from '../../../lib/words/shell.ts';
import { oneLine, printableYaml } from '../../../lib/words/text.ts';
import { bindingObject, roleObject, rolesOf, roleYaml } from '../../shared/rbac/roles.ts';
import { inNamespace } from '../shared/named-hosts.ts';
import { hostGroup, imagesAt } from '../shared/rights-context.ts';
import { checkGiven, containerArgs } from './arguments.ts';
import type { JobValues } from './flags.ts';
import { accountObject, type Identity, type JobSpec, jobObject } from './manifest.ts';
import { checkSchedule } from './schedule.ts';

/** `kubectl bmh job`: a Job or CronJob that runs `repair` or `audit` in the cluster, with its rights, for kubectl apply. */
export const job: Handler<JobValues> = async ({ values, inner }, host, program) => {
  if (!inner) throw usageError('the command of the Job is missing', 'Valid values: repair, audit.');
  const image = checkValues(values, inner);
  const { args, values: given } = inner;
  const call = { ...inner, ...inNamespace({ args, values: given as typeof given & InnerValues }) };
  await rehearse(call, values.shards, { host, program });
  const session = await openSession(values, host);
  try {
    const { namespace = session.connection.namespace, allNamespaces, secrets } = call.values;
    const command = call.command.name;
    const isRepair = command === 'repair';
    const account = isRepair ? 'kubectl-bmh' : `kubectl-bmh-${command}`;
    const own = { namespace: values.namespace ?? namespace, command, account };
    const scope = allNamespaces ? undefined : objectName(namespace, 'namespace');
    const group = await hostGroup(session);
    const images = imagesOf(call.values);
    const needed: Right[] = isRepair
      ? rights(group, images)
      : auditRights(group, { service: images.name, secrets });
    const roles = rolesOf(needed, { name: account, namespace: scope });
    const { shards, schedule } = values;
    const spec: JobSpec = {
      ...own,
      name: nameOf(values, own, host.clock.now()),
      image,
      args: containerArgs(call, { namespace: scope, shards }),
      retries: isRepair ? RETRIES : 0,
      shards,
      schedule,
    };
    const bindings = roles.map((role) => bindingObject(role, { name: account, namespace: own.namespace }));
    if (values.output !== 'yaml') {
      const items = [accountObject(own), ...roles.map(roleObject), ...bindings, jobObject(spec)];
      await writeDocument(host.stdout, values.output, { apiVersion: 'v1', kind: 'List', items });
      return 0;
    }
    await writeDocument(host.stdout, 'yaml', accountObject(own));
    for (const role of roles) host.stdout.write(`---\n${printableYaml(roleYaml(role))}`);
    for (const binding of bindings) {
      host.stdout.write('---\n');
      await writeDocument(host.stdout, 'yaml', binding);
    }
    host.stdout.write(`---\n${commentOf(spec)}`);
    await writeDocument(host.stdout, 'yaml', jobObject(spec));
    return 0;
  } finally {
    session.client.close();
  }
};

/** What this command reads of the flags of `repair` and `audit`. */
interface InnerValues {
  namespace: string | undefined;
  allNamespaces: boolean;
  service: string | undefined;
  imageUrl: string | undefined;
  secrets: boolean;
}

/** A pod that fails is started again after 10 seconds, then after twice as long each time: for ten minutes. */
const RETRIES = 6;

/** The longest name of which a Job can make names of pods. */
const LONGEST = 52;

/** An image as container runtimes read it: `registry:5000/path/name:tag@sha256:…`. */
const IMAGE =
  /^([\w.-]+(:\d+)?\/)?[a-z0-9]+([._-]+[a-z0-9]+)*(\/[a-z0-9]+([._-]+[a-z0-9]+)*)*(:[\w][\w.-]{0,127})?(@sha256:[0-9a-f]{64})?$/;

/** Gives the image. @throws {CommandError} for values that make no Job. */
function checkValues({ image, shards, schedule, name }: JobValues, inner: InnerCall): string {
  checkGiven(inner);
  if (image === undefined)
    throw usageError(
      '--image is missing',
      'Give an image with this program, such as --image registry.example.org/kubectl-bmh:v0.1.0. npm run release writes what it is built from (dist/image).',
    );
  if (!IMAGE.test(image))
    throw usageError(
      `--image "${image}" is not a valid image`,
      'Give one such as registry.example.org/kubectl-bmh:v0.1.0.',
    );
  if (shards !== undefined && (shards < 1 || shards > MOST_SHARDS))
    throw usageError(`invalid value "${shards}" for --shards`, `Give a number from 1 to ${MOST_SHARDS}.`);
  if (name !== undefined && objectName(name, 'resource name').length > LONGEST)
    throw usageError(`--name has more than ${LONGEST} characters`, 'Give a shorter name.');
  if (schedule !== undefined) {
    if (inner.command.name !== 'audit')
      throw usageError(
        '--schedule is for audit: a repair is started by a person, who reads its plan',
        'Omit --schedule, or schedule an audit.',
      );
    checkSchedule(schedule);
  }
  return image;
}

/**
 * Runs the command itself, interrupted before its first request: it refuses whatever it would refuse in the pod before it reads
 * anything.
 */
async function rehearse(
  { command, args, values }: InnerCall,
  shards: number | undefined,
  { host, program }: { host: Host; program: Program },
): Promise<void> {
  const nothing = { write: () => true };
  const handle = await command.load();
  const inPod = {
    server: 'https://127.0.0.1:1',
    ...(command.name === 'repair' && { yes: true }),
    ...(shards !== undefined && { shard: `0/${shards}` }),
  };
  await handle(
    { args, values: { ...values, ...inPod } },
    {
      ...host,
      stdout: nothing,
      stderr: nothing,
      interactive: false,
      env: {},
      interrupted: AbortSignal.abort(new CommandError('aborted', 'rehearsed')),
      leaveAtEnd: () => {},
    },
    program,
  ).catch((error: unknown) => {
    if (!(error instanceof CommandError) || error.kind === 'usage') throw error;
  });
}

/** The service that images will be at: that of `--image-url`, or of `--service`. */
const imagesOf = ({ service, imageUrl }: InnerValues) =>
  (imageUrl === undefined ? undefined : serviceAddress(imageUrl)) ?? imagesAt(service);

/** A Job is not changed by applying it again, so each has a name of its own; a CronJob is. */
function nameOf({ name, schedule }: JobValues, { account, command }: Identity, now: Date): string {
  if (name !== undefined) return name;
  if (schedule !== undefined) return account;
  const [date = '', time = ''] = now.toISOString().split(/[T.]/);
  return `kubectl-bmh-${command}-${date.replaceAll('-', '')}-${time.replaceAll(':', '')}`;
}

function commentOf({ args, command: component, name, namespace, schedule }: JobSpec): string {
  const line = ['kubectl bmh', ...args.map((word) => quoted(word))].join(' ');
  const log =
    schedule === undefined
      ? `kubectl logs -n ${namespace} -l batch.kubernetes.io/job-name=${name} --prefix --tail=-1 -f`
      : `kubectl get jobs -n ${namespace} -l app.kubernetes.io/component=${component}`;
  return `# Runs: ${oneLine(line)}\n# To follow it: ${oneLine(log)}\n`;
}
