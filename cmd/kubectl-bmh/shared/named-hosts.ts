import type { Call, Handler } from '../../../lib/cli/command.ts';
import { usageError } from '../../../lib/words/errors.ts';

interface NamespaceValues {
  namespace: string | undefined;
}

/** A handler that also takes a host as NAMESPACE/NAME, the way results print it. */
export const namedHosts =
  <V extends NamespaceValues>(handler: Handler<V>): Handler<V> =>
  (call, host, program) =>
    handler(inNamespace(call), host, program);

/** @throws {CommandError} of usage, for hosts of several namespaces, or of another one than `-n` says. */
export function inNamespace<V extends NamespaceValues>(call: Call<V>): Call<V> {
  const hosts = call.args.map((arg) => {
    const [, namespace, name = arg] = NAMED.exec(arg) ?? [];
    return { namespace, name };
  });
  const named = new Set(hosts.flatMap(({ namespace }) => namespace ?? []));
  const [namespace, another] = named;
  if (namespace === undefined) return call;
  const { values } = call;
  if (another !== undefined || hosts.some((host) => host.namespace === undefined))
    throw usageError(
      'hosts of several namespaces cannot be named in one command',
      'Name the hosts of one namespace, or select hosts of all namespaces with -A and -l or --all.',
    );
  if (values.namespace !== undefined && values.namespace !== namespace)
    throw usageError(
      `the namespace "${namespace}" of a host contradicts --namespace "${values.namespace}"`,
      'Give one of them.',
    );
  return { args: hosts.map(({ name }) => name), values: { ...values, namespace } };
}

/** `metal3/worker-0`; not `bmh/worker-0`, which names the kind as kubectl's arguments do. */
const NAMED = /^(?!(?:bmh|bmhost|baremetalhosts?(?:\.[\w.-]+)?)\/)([^/]+)\/([^/]+)$/;
