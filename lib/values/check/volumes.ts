import { fieldsOf, textOf } from '../../objects/fields.ts';
import { VALUES_KEYS } from '../../objects/names.ts';
import { parseQuantity } from '../../objects/quantity.ts';
import { fillsTooMuch, retentionBytes } from '../../objects/retention.ts';
import { CLAIM_SIZE, sectionsOf, specOf } from '../keys.ts';
import { type Path, valueAt } from '../layers.ts';
import { isTemplate } from '../template.ts';
import type { Context, Fault, ValuesCheck } from './check.ts';

/** Checks of volumes (§2.5, §4.C). */
export const volumeChecks: ValuesCheck[] = [
  {
    name: 'volume-size',
    severity: 'critical',
    prevents: 'a claim that the API server rejects',
    fix: 'write a size such as 100Gi',
    check: ofVolumes(({ size, sizePath }) =>
      size !== undefined && !isTemplate(size) && !isSize(size)
        ? [{ path: sizePath, message: `the size ${JSON.stringify(size)} is not a quantity` }]
        : [],
    ),
  },
  {
    name: 'no-volume',
    severity: 'warning',
    prevents: 'losing all metrics with a pod',
    fix: 'give it a volume: "kubectl monitoring values set-storage SIZE -f FILE"',
    check: ofVolumes(({ component, spec, storage, values }) =>
      component === 'metrics' &&
      valueAt(values, [...spec.slice(0, -1), 'agentMode']) !== true &&
      (storage === undefined || Object.keys(storage).length === 0)
        ? [
            {
              isAbsence: true,
              path: [...spec, VALUES_KEYS[component].storage],
              message: `${spec.slice(-2).join('.')} has no volume${valueAt(values, spec) === undefined ? '' : ', and keeps its data in its pod'}`,
            },
          ]
        : [],
    ),
  },
  {
    name: 'retention-size',
    severity: 'warning',
    prevents: 'a volume that is full before the oldest data is deleted',
    fix: 'set it to 80 to 85% of the size of the volume',
    check: ofVolumes(({ component, spec, size, values }) => {
      const path = [...spec, 'retentionSize'];
      const limit = valueAt(values, path);
      if (component !== 'metrics' || typeof limit !== 'string' || limit === '' || isTemplate(limit))
        return [];
      if (retentionBytes({ size: limit }) === undefined && limit !== '0')
        return [
          {
            path,
            severity: 'critical',
            message: `${JSON.stringify(limit)} is not a size that Prometheus reads`,
            fix: 'write a size such as 80GB',
          },
        ];
      return size !== undefined && isSize(size) && fillsTooMuch(limit, size)
        ? [{ path, message: `${limit} is more than 85% of the volume's ${size}` }]
        : [];
    }),
  },
  {
    name: 'retention-policy',
    severity: 'warning',
    prevents: 'a StatefulSet that deletes its claims, for example when a volume is resized as documented',
    fix: 'set whenDeleted and whenScaled to Retain',
    check: ofVolumes(({ spec, values }) => {
      const path = [...spec, 'persistentVolumeClaimRetentionPolicy'];
      const policy = fieldsOf(valueAt(values, path)) ?? {};
      return ['whenDeleted', 'whenScaled'].flatMap((key) =>
        policy[key] === 'Delete' ? [{ path: [...path, key], message: `${key} is Delete` }] : [],
      );
    }),
  },
];

const isSize = (text: string): boolean => (parseQuantity(text) ?? 0n) > 0n;

interface Volume {
  component: keyof typeof VALUES_KEYS;
  spec: Path;
  /** What is set about it; undefined: nothing. */
  storage: Record<string, unknown> | undefined;
  /** Of the claim. */
  size: string | undefined;
  sizePath: Path;
}

/** Checks the volume of each metrics server, alert manager and ruler that is on. */
export function ofVolumes(
  check: (volume: Volume & Pick<Context, 'values'>) => Fault[],
): ValuesCheck['check'] {
  return ({ values, root }) =>
    (['metrics', 'alerts', 'ruler'] as const).flatMap((component) =>
      sectionsOf(values, root, component).flatMap((section) => {
        if (valueAt(values, [...section, 'enabled']) === false) return [];
        const spec = specOf(values, section, component);
        const storagePath = [...spec, VALUES_KEYS[component].storage];
        const sizePath = [...storagePath, ...CLAIM_SIZE];
        const size = valueAt(values, sizePath);
        return check({
          ...{ component, spec, values, sizePath },
          storage: fieldsOf(valueAt(values, storagePath)),
          size: size === undefined || size === null ? undefined : textOf(size),
        });
      }),
    );
}
