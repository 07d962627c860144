import { gibFor } from '../../capacity/outlook.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { bytesText, parseQuantity, sameQuantity, wholeUnits } from '../../objects/quantity.ts';
import type { Path } from '../layers.ts';
import { isTemplate } from '../template.ts';
import type { Context, Fault, ValuesCheck } from './check.ts';
import type { ClusterFacts, LiveVolume } from './cluster-facts.ts';
import { ofEnabledIngresses } from './ingress.ts';
import { ofVolumes } from './volumes.ts';

/** Checks against a cluster (§2.4, §4.C). Without one, they find nothing. */
export const clusterChecks: ValuesCheck[] = [
  {
    name: 'ingress-controller',
    severity: 'warning',
    prevents: 'an ingress that no controller serves',
    fix: 'install an ingress controller, or name one of its classes in ingress.ingressClassName',
    check: ofIngresses(({ path, ingress, cluster }) => {
      const { ingressClasses: classes } = cluster;
      if (classes === undefined) return [];
      if (classes.length === 0)
        return [{ path, message: 'the cluster has no ingress controller (IngressClass)' }];
      const annotated = fieldsOf(ingress.annotations)?.['kubernetes.io/ingress.class'];
      const wanted = textIn(ingress.ingressClassName) ?? textIn(annotated);
      const known = classes.map(({ name }) => name).join(', ');
      if (wanted === undefined)
        return classes.some(({ isDefault }) => isDefault)
          ? []
          : [
              {
                path,
                message: `no ingress class is named, and none of the cluster is the default (${known})`,
              },
            ];
      return classes.some(({ name }) => name === wanted)
        ? []
        : [
            {
              path: [...path, 'ingressClassName'],
              message: `the cluster has no ingress class ${JSON.stringify(wanted)} (${known})`,
            },
          ];
    }),
  },
  {
    name: 'issuer',
    severity: 'warning',
    prevents: 'a certificate that is never issued',
    fix: 'create the issuer, or correct its name in the annotation',
    check: ofIngresses(({ path, ingress, cluster }) => {
      const { issuers, namespace } = cluster;
      return ISSUERS.flatMap(({ key, kind, in: where }) => {
        const name = textIn(fieldsOf(ingress.annotations)?.[key]);
        if (name === undefined || issuers === undefined) return [];
        const at = [...path, 'annotations', key];
        if (issuers === null)
          return [
            {
              path: at,
              severity: 'info',
              fix: NO_MANAGER,
              message: 'the cluster has no certificate manager',
            },
          ];
        const place = where === 'namespace' ? ` in namespace ${namespace}` : '';
        return issuers[where].includes(name)
          ? []
          : [{ path: at, message: `the cluster has no ${kind} ${JSON.stringify(name)}${place}` }];
      });
    }),
  },
  {
    name: 'external-dns',
    severity: 'info',
    prevents: 'host names that lead nowhere',
    fix: 'make sure that the names of the ingress are in DNS, or install external DNS',
    check: ofIngresses(({ path, cluster }) =>
      cluster.hasExternalDns === false
        ? [
            {
              path: [...path, 'hosts'],
              message: 'no external DNS was found in the cluster: it will not publish these names',
            },
          ]
        : [],
    ),
  },
  {
    name: 'claim-size',
    severity: 'warning',
    prevents: 'a release that has a StatefulSet made again, or that restores an old size',
    fix: 'grow the volumes with "kubectl monitoring resize-pvc SIZE --values FILE", or write the size of the claims here',
    check: ofLiveVolumes(({ size, sizePath, live }) =>
      live
        .filter((one) => !sameQuantity(one.size, size))
        .slice(0, 1)
        .map((one) => ({
          path: sizePath,
          message: `the values say ${size}, and the claim ${one.claim} requests ${one.size}`,
        })),
    ),
  },
  {
    name: 'measured-size',
    severity: 'warning',
    prevents: 'a volume that fills up',
    fix: 'grow the volumes with "kubectl monitoring resize-pvc SIZE --values FILE"',
    check: ofLiveVolumes(({ size, sizePath, live }) => {
      const present = Number(wholeUnits(size));
      const needs = live.flatMap(({ metrics, retention }) => {
        const { use, growth } = metrics ?? {};
        const gib =
          use && growth ? gibFor({ use, growth, retention }, { days: HORIZON, present }) : undefined;
        return gib === undefined || !use ? [] : [{ gib, use }];
      });
      const [most] = needs.toSorted((one, other) => other.gib - one.gib);
      return most
        ? [
            {
              path: sizePath,
              message: `${size} is too small for the measured growth: ${bytesText(most.use.used)} is used now, and ${most.gib}Gi will be needed within ${HORIZON} days`,
            },
          ]
        : [];
    }),
  },
];

/** Days that a size must last. */
const HORIZON = 90;

const NO_MANAGER = 'install cert-manager, or create the Secret of the certificate by hand';

const ISSUERS = [
  { key: 'cert-manager.io/cluster-issuer', kind: 'ClusterIssuer', in: 'cluster' },
  { key: 'cert-manager.io/issuer', kind: 'Issuer', in: 'namespace' },
] as const;

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && !isTemplate(value) ? value : undefined;

interface Ingress {
  path: Path;
  ingress: Record<string, unknown>;
  cluster: ClusterFacts;
}

/** Checks each ingress that is enabled, with a cluster. */
function ofIngresses(check: (ingress: Ingress) => Fault[]): ValuesCheck['check'] {
  return ofEnabledIngresses(({ path, fields, cluster }) =>
    cluster ? check({ path, ingress: fields, cluster }) : [],
  );
}

interface Sized {
  size: string;
  sizePath: Path;
  live: readonly LiveVolume[];
}

/** Checks each size against the claims that the cluster has. */
function ofLiveVolumes(check: (sized: Sized) => Fault[]): ValuesCheck['check'] {
  return (context: Context) =>
    ofVolumes(({ component, size, sizePath }) => {
      const live = context.cluster?.volumes.filter((one) => one.component === component) ?? [];
      const isSize = size !== undefined && (parseQuantity(size) ?? 0n) > 0n;
      return isSize && live.length > 0 ? check({ size, sizePath, live }) : [];
    })(context);
}
