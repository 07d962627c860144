import { fieldsOf, textOf } from '../../objects/fields.ts';
import { listed } from '../../words/text.ts';
import { sectionsOf } from '../keys.ts';
import { type Path, valueAt } from '../layers.ts';
import { isTemplate } from '../template.ts';
import { covers, iniKey } from '../ui.ts';
import type { Context, Fault, ValuesCheck } from './check.ts';
import { ofUi } from './ui.ts';

/** Checks of the names under which the building block is reached (§2.4). */
export const ingressChecks: ValuesCheck[] = [
  {
    name: 'ingress-hosts',
    severity: 'warning',
    prevents: 'an ingress that answers to every name',
    fix: 'list the host names in ingress.hosts',
    check: ofIngresses(({ path, hosts }) =>
      hosts.length === 0
        ? [{ path: [...path, 'hosts'], message: 'the ingress is enabled and has no host' }]
        : [],
    ),
  },
  {
    name: 'host-name',
    severity: 'critical',
    prevents: 'an ingress that the API server rejects',
    fix: 'write a list of names such as grafana.example.com, without https:// and a path',
    check: ({ values, root }) =>
      INGRESSES.flatMap((component) =>
        sectionsOf(values, root, component).flatMap((section) => {
          const path = [...section, 'ingress', 'hosts'];
          const hosts = valueAt(values, path);
          const wrong = Array.isArray(hosts) ? hosts : isMissing(hosts) ? [] : [hosts];
          return wrong.flatMap((host, at) =>
            Array.isArray(hosts) && (typeof host !== 'string' || isTemplate(host) || !/[/:]/.test(host))
              ? []
              : [
                  {
                    path: Array.isArray(hosts) ? [...path, String(at)] : path,
                    message: Array.isArray(hosts)
                      ? `${JSON.stringify(host)} is not a host name`
                      : 'hosts is not a list',
                  },
                ],
          );
        }),
      ),
  },
  {
    name: 'tls-hosts',
    severity: 'warning',
    prevents: 'browsers that warn of a certificate for another name',
    fix: 'list the same host names in ingress.hosts and in ingress.tls',
    check: ofIngresses(({ path, hosts, tls }) => {
      const covered = tls.flatMap(hostsOf);
      if (covered.length === 0 || hosts.length === 0) return [];
      const strange = covered.filter((name) => !hosts.some((host) => covers(name, host)));
      const open = hosts.filter((host) => !covered.some((name) => covers(name, host)));
      return [
        ...strange.map((name) => ({
          path: [...path, 'tls'],
          message: `TLS is for ${JSON.stringify(name)}, which is no host of the ingress (${listed(hosts)})`,
        })),
        ...open.map((host) => ({
          path: [...path, 'hosts'],
          message: `no certificate in tls is for the host ${JSON.stringify(host)}`,
        })),
      ];
    }),
  },
  {
    name: 'tls-missing',
    severity: 'warning',
    prevents: 'a certificate that is never issued, and pages without TLS',
    fix: 'add ingress.tls with a secretName and the host, or remove the annotation',
    check: ofIngresses(({ path, tls, annotations }) =>
      ['cert-manager.io/cluster-issuer', 'cert-manager.io/issuer'].flatMap((key) =>
        tls.length === 0 && annotations[key] !== undefined
          ? [
              {
                path: [...path, 'annotations', key],
                message: 'an issuer is named, and the ingress has no tls',
              },
            ]
          : [],
      ),
    ),
  },
  {
    name: 'root-url',
    severity: 'warning',
    prevents: 'links in notifications, and logins, that lead to another address',
    fix: 'set server.root_url, in its configuration (grafana.ini), to the address of the ingress',
    check: ofUi(({ values, section }) => {
      const ingress = ingressAt(values, section);
      if (!ingress || ingress.hosts.length === 0) return [];
      const ini = iniKey(values, section);
      const path = [...section, ini, 'server', 'root_url'];
      const url = valueAt(values, path);
      const isByEnvironment = valueAt(values, [...section, 'env', 'GF_SERVER_ROOT_URL']) !== undefined;
      if (url === undefined || url === null || url === '')
        return isByEnvironment
          ? []
          : [{ path, isAbsence: true, message: 'the ingress is enabled and root_url is not set' }];
      const text = textOf(url);
      // The UI replaces %(domain)s.
      if (isTemplate(text) || text.includes('%(')) return [];
      return urlFaults(text, ingress).map((message) => ({ path, message }));
    }),
  },
];

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && isTemplate(value));

interface Ingress {
  path: Path;
  hosts: string[];
  tls: unknown[];
  annotations: Record<string, unknown>;
}

function urlFaults(text: string, { hosts, tls }: Ingress): string[] {
  if (!URL.canParse(text)) return [`root_url ${JSON.stringify(text)} is not an address`];
  const { protocol, hostname } = new URL(text);
  if (!hosts.some((host) => covers(host, hostname)))
    return [`root_url has the host ${JSON.stringify(hostname)}, and the ingress ${listed(hosts)}`];
  return protocol === 'http:' && tls.length > 0
    ? ['root_url begins with http://, and the ingress has TLS']
    : [];
}

/** Checks each ingress that is enabled, of a component that is on, with its fields as they are. */
export function ofEnabledIngresses(
  check: (ingress: Context & { path: Path; fields: Record<string, unknown> }) => Fault[],
): ValuesCheck['check'] {
  return (context) =>
    INGRESSES.flatMap((component) =>
      sectionsOf(context.values, context.root, component).flatMap((section) => {
        const path = [...section, 'ingress'];
        const fields = fieldsOf(valueAt(context.values, path));
        const isOn = valueAt(context.values, [...section, 'enabled']) !== false;
        return fields?.enabled === true && isOn ? check({ ...context, path, fields }) : [];
      }),
    );
}

/** The components that have one. */
const INGRESSES = ['ui', 'metrics', 'alerts'] as const;

/** Checks each of them whose names are all known. */
function ofIngresses(check: (ingress: Ingress) => Fault[]): ValuesCheck['check'] {
  return ofEnabledIngresses(({ values, path }) => {
    const ingress = ingressAt(values, path.slice(0, -1));
    return ingress ? check(ingress) : [];
  });
}

/** The ingress of a section, if it is enabled and all its names are known. */
function ingressAt(values: Context['values'], section: Path): Ingress | undefined {
  const path = [...section, 'ingress'];
  const ingress = fieldsOf(valueAt(values, path));
  const tls = Array.isArray(ingress?.tls) ? ingress.tls : [];
  const hosts = hostsOf(ingress);
  const given = ingress?.hosts;
  const isRight = isMissing(given) || (Array.isArray(given) && !hosts.some((host) => /[/:]/.test(host)));
  const isKnown = isRight && ![...hosts, ...tls.flatMap(hostsOf)].some(isTemplate);
  return ingress?.enabled === true && isKnown
    ? { path, hosts, tls, annotations: fieldsOf(ingress.annotations) ?? {} }
    : undefined;
}

const hostsOf = (value: unknown): string[] => {
  const hosts = fieldsOf(value)?.hosts;
  return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : [];
};
