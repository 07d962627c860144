import { matcherText, parseMatchers } from '../../../../lib/alerts/matchers.ts';
import type { Handler, Host } from '../../../../lib/cli/command.ts';
import { askSecret } from '../../../../lib/cli/prompt.ts';
import { secondsOf } from '../../../../lib/objects/duration.ts';
import { MONITORING_NAMESPACE } from '../../../../lib/objects/names.ts';
import { parseQuantity } from '../../../../lib/objects/quantity.ts';
import { ingressSettings } from '../../../../lib/values/settings/ingress.ts';
import { receiverSettings } from '../../../../lib/values/settings/receiver.ts';
import {
  passwordSettings,
  replicasSettings,
  storageSettings,
} from '../../../../lib/values/settings/scalars.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { readStdin } from '../../../shared/read-stdin.ts';
import { componentArg, replicasArg } from '../../shared/scalable-args.ts';
import { changeValues, readGround } from '../../shared/values/change-values.ts';
import { webhookUrl } from '../../shared/values/webhook.ts';
import type {
  IngressValues,
  PasswordValues,
  ReceiverValues,
  ReplicasValues,
  StorageValues,
} from './flags.ts';
import { refuseLiveReplicas, refuseLiveSize } from './live.ts';
import { passwordOf } from './password.ts';

/** `values add-receiver NAME`: §2.4's list of receivers, whole. */
export const addReceiver: Handler<ReceiverValues> = async ({ args: [name = ''], values }, host) => {
  if (!/^[^\s"\\\p{Cc}]+$/u.test(name) || name === 'null')
    throw usageError(
      `invalid name of a receiver "${oneLine(name)}"`,
      'Use a name such as pager, without spaces.',
    );
  const matchers = matchersOf(values.route);
  const { repeatInterval } = values;
  if (repeatInterval !== undefined && !secondsOf(repeatInterval))
    throw usageError(`invalid --repeat-interval "${oneLine(repeatInterval)}"`, 'Give a duration such as 5m.');
  if (repeatInterval !== undefined && matchers.length === 0)
    throw usageError('--repeat-interval needs --route', 'Pass the matchers of the route.');
  const title = `Add the receiver ${name}`;
  if (values.webhook === '-') await readGround({ title }, values.filename, host);
  const url = webhookUrl(values.webhook === '-' ? await givenUrl(host) : values.webhook);
  return changeValues(
    {
      title,
      exposes: 'the address of the webhook',
      settings: (ground) =>
        receiverSettings(ground, { name, url, sendResolved: values.sendResolved, matchers, repeatInterval }),
      next:
        matchers.length > 0
          ? `Deploy the values; then check it: "kubectl monitoring alert routes"`
          : 'No route leads to it yet: run this again with --route MATCHER, or add one to the routes',
    },
    values,
    host,
  );
};

const givenUrl = async (host: Host): Promise<string> =>
  host.interactive ? askSecret('Address of the webhook: ', host) : `${await readStdin(host)}`.trim();

function matchersOf(texts: readonly string[]): string[] {
  try {
    return texts.flatMap((text) => {
      const matchers = parseMatchers(text);
      if (matchers.length === 0) throw new SyntaxError(`${JSON.stringify(text)} has no matcher`);
      return matchers.map(matcherText);
    });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw usageError(`--route: ${oneLine(error.message)}`, 'Give a matcher such as severity=critical.');
  }
}

/** `values set-ingress HOST`: §2.4's ingress of the dashboard UI. */
export const setIngress: Handler<IngressValues> = async ({ args: [host = ''], values }, machine) => {
  const name = host.toLowerCase();
  if (!/^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/.test(name))
    throw usageError(
      `"${oneLine(host)}" is not a host name`,
      'Give a name such as grafana.example.com, without https://.',
    );
  const { issuer, tlsSecret } = values;
  return changeValues(
    {
      title: `Expose the dashboard UI at ${name}`,
      settings: (ground) => ingressSettings(ground, { host: name, issuer, tlsSecret }),
      next: 'Deploy the values; "kubectl monitoring values check --with-cluster" checks the ingress class and the issuer',
    },
    values,
    machine,
  );
};

/** `values set-admin-password`: §2.4's required password, in a Secret or in the values. */
export const setAdminPassword: Handler<PasswordValues> = async ({ values }, host) => {
  const title = 'Set the admin password of the dashboard UI';
  // A file that cannot be changed is an error before anything is asked for.
  await readGround({ title }, values.filename, host);
  const password = await passwordOf(values, host);
  const { existingSecret } = values;
  try {
    return await changeValues(
      {
        title,
        ...password.edit,
        isSecret: existingSecret === undefined,
        settings: (ground) =>
          existingSecret === undefined
            ? passwordSettings(ground, { text: password.text ?? '' })
            : passwordSettings(ground, { secret: existingSecret }),
      },
      values,
      host,
    );
  } finally {
    password.close();
  }
};

/** `values set-storage SIZE`: the size of volumes that do not exist yet (§4.C step 5). */
export const setStorage: Handler<StorageValues> = async ({ args: [size = ''], values }, host) => {
  if (/^\d+$/.test(size))
    throw usageError(`size "${size}" has no unit`, `For ${size} gibibytes, give ${size}Gi.`);
  if ((parseQuantity(size) ?? 0n) <= 0n)
    throw usageError(`invalid size "${oneLine(size)}"`, 'Give a Kubernetes quantity such as 100Gi.');
  const { component } = values;
  await refuseLiveSize({ component, size, values, namespace: namespaceOf(values) }, host);
  return changeValues(
    {
      title: `Set the volumes of ${component} to ${size}`,
      settings: (ground) => storageSettings(ground, { component, size }),
      next: 'Deploy the values; then check it: "kubectl monitoring status"',
    },
    values,
    host,
  );
};

/** `values set-replicas COMPONENT REPLICAS`: §8's rules, for the values alone. */
export const setReplicas: Handler<ReplicasValues> = async (
  { args: [word = '', number = ''], values },
  host,
) => {
  const [component, replicas] = [componentArg(word), replicasArg(number)];
  if (component === 'operator')
    throw usageError(
      'the chart has no replicas of the operator',
      'The operator runs alone, with one replica.',
    );
  if (replicas === 0)
    throw usageError(
      `with 0 replicas, nothing of ${component} runs`,
      'Give 1 or more, or set enabled to false by hand.',
    );
  await refuseLiveReplicas({ component, replicas, values, namespace: namespaceOf(values) }, host);
  return changeValues(
    {
      title: `Set the replicas of ${component} to ${replicas}`,
      settings: (ground) => replicasSettings(ground, component, replicas),
      next: 'Deploy the values; then check it: "kubectl monitoring status"',
    },
    values,
    host,
  );
};

const namespaceOf = ({ namespace = MONITORING_NAMESPACE }: { namespace?: string | undefined }): string =>
  namespace;
