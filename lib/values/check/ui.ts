import { fieldsOf } from '../../objects/fields.ts';
import { INI_KEYS, SECTIONS, sectionsOf } from '../keys.ts';
import { type Path, settersOf, valueAt } from '../layers.ts';
import { isTemplate } from '../template.ts';
import { hasDatabase, isSticky, isText, replicasOf, replicasPath } from '../ui.ts';
import type { Context, Fault, ValuesCheck } from './check.ts';

/** Checks of the dashboard UI: its password (§2.4, §7 row 2), its replicas (§8) and its sessions (§5). */
export const uiChecks: ValuesCheck[] = [
  {
    name: 'admin-password',
    severity: 'critical',
    prevents: 'an admin password that changes on each CI run',
    fix: 'set it: "kubectl monitoring values set-admin-password --existing-secret NAME -f FILE" keeps it in a Secret',
    check: (context) => {
      const { values, root } = context;
      const sections = sectionsOf(values, root, 'ui');
      if (sections.length === 0) return hasOnlyOthers(context) ? [] : unsetAt([...root, uiKey(context)]);
      return sections
        .filter((section) => isOn(context, section))
        .flatMap((section) => passwordFaults(context, section));
    },
  },
  {
    name: 'committed-password',
    severity: 'critical',
    prevents: 'an admin password that everyone who can read the repository knows',
    fix: 'keep it in a Secret: "kubectl monitoring values set-admin-password --existing-secret NAME -f FILE"; if it was committed, change it, because git keeps the old one',
    check: ({ values, root, layers, isTracked }) =>
      sectionsOf(values, root, 'ui').flatMap((section) => {
        const path = [...section, 'adminPassword'];
        return settersOf(layers, path).flatMap((layer) => {
          const password = valueAt(layer.values, path);
          const isPlain =
            isText(password) && !isReference(String(password)) && !isPlaceholder(String(password));
          return isPlain && layer.source && isTracked(layer.source.file)
            ? [
                {
                  path,
                  layer,
                  message: 'the admin password is in plain text in a file that git does not ignore',
                },
              ]
            : [];
        });
      }),
  },
  {
    name: 'unused-password',
    severity: 'warning',
    prevents: 'an admin password that the dashboard UI never reads',
    fix: 'remove adminPassword: the chart takes the password from the Secret',
    check: ofUi(({ values, section }) => {
      const path = [...section, 'adminPassword'];
      const secret = valueAt(values, [...section, 'admin', 'existingSecret']);
      return isText(valueAt(values, path)) && isText(secret)
        ? [{ path, message: `admin.existingSecret is set as well, so adminPassword has no effect` }]
        : [];
    }),
  },
  {
    name: 'ui-persistence',
    severity: 'critical',
    prevents: 'replicas of the dashboard UI that wait for one volume, or lose what the others save',
    fix: 'set replicas to 1, or disable persistence; an external database (database in its configuration) is the better way to keep dashboards and users',
    check: ofUi(({ values, section }) => {
      const isPersistent = valueAt(values, [...section, 'persistence', 'enabled']) === true;
      const count = replicasOf(values, section);
      return isPersistent && count > 1 && !hasDatabase(values, section)
        ? [{ path: replicasPath(values, section), message: `persistence is enabled with ${count} replicas` }]
        : [];
    }),
  },
  {
    name: 'sticky-sessions',
    severity: 'warning',
    prevents: 'users who are logged out whenever another replica answers',
    fix: 'bind each user to one replica, for example with the annotation nginx.ingress.kubernetes.io/affinity: cookie, or use an external database',
    check: ofUi(({ values, section }) => {
      const count = replicasOf(values, section);
      const isExposed = valueAt(values, [...section, 'ingress', 'enabled']) === true;
      return isExposed && count > 1 && !isSticky(values, section) && !hasDatabase(values, section)
        ? [
            {
              path: [...section, 'ingress', 'annotations'],
              message: `the ingress has no sticky sessions for ${count} replicas`,
            },
          ]
        : [];
    }),
  },
];

/** Checks each dashboard UI that is on. */
export function ofUi(check: (ui: Context & { section: Path }) => Fault[]): ValuesCheck['check'] {
  return (context) =>
    sectionsOf(context.values, context.root, 'ui').flatMap((section) =>
      isOn(context, section) ? check({ ...context, section }) : [],
    );
}

const isOn = ({ values }: Context, section: Path): boolean =>
  valueAt(values, [...section, 'enabled']) !== false;

function passwordFaults({ values }: Context, section: Path): Fault[] {
  const path = [...section, 'adminPassword'];
  const password = valueAt(values, path);
  if (isText(password))
    return isPlaceholder(String(password))
      ? [{ path, message: 'the admin password is still the placeholder' }]
      : [];
  return ELSEWHERE.some((keys) => isSet(valueAt(values, [...section, ...keys]))) ? [] : unsetAt(section);
}

/** Other places that give the password. */
const ELSEWHERE: Path[] = [
  ['admin', 'existingSecret'],
  ['envFromSecret'],
  ['env', 'GF_SECURITY_ADMIN_PASSWORD'],
  ['env', 'GF_SECURITY_ADMIN_PASSWORD__FILE'],
  ['env', 'GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION'],
  ['envValueFrom', 'GF_SECURITY_ADMIN_PASSWORD'],
  ['envFromSecrets', '0'],
  ...INI_KEYS.map((ini) => [ini, 'security', 'admin_password']),
];

const unsetAt = (section: Path): Fault[] => [
  {
    isAbsence: true,
    path: [...section, 'adminPassword'],
    message: `neither ${section.at(-1)}.adminPassword nor ${section.at(-1)}.admin.existingSecret is set`,
  },
];

/** Whether the files are about other components only, one of which has a release of its own. */
const hasOnlyOthers = ({ values, root }: Context): boolean =>
  sectionsOf(values, root, 'metrics').length === 0 && sectionsOf(values, root, 'alerts').length === 0;

/** How the files would call the UI: as they call the rest. */
function uiKey({ values, root }: Context): string {
  const [upstream = '', platform = ''] = SECTIONS.ui.sections;
  const isPlatform = (['metrics', 'alerts'] as const).some(
    (component) => sectionsOf(values, root, component)[0]?.at(-1) === SECTIONS[component].sections[1],
  );
  return isPlatform ? platform : upstream;
}

const isSet = (value: unknown): boolean => isText(value) || fieldsOf(value) !== undefined;

/** Text that another program replaces by the secret: Helm and Flux templates, SOPS, vals, Argo CD's Vault plugin, environment. */
const isReference = (text: string): boolean =>
  isTemplate(text) || /^(ENC\[|ref\+|<path:|vault:|\$)/.test(text);

const isPlaceholder = (text: string): boolean =>
  /^<(?!path:).*>$/.test(text) || /^(changeme|change-me|todo)$/i.test(text);
