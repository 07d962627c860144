import { VALUES_KEYS } from '../../objects/names.ts';
import { parseQuantity } from '../../objects/quantity.ts';
import { fillsTooMuch, retentionSizeFor } from '../../objects/retention.ts';
import type { Setting } from '../edit.ts';
import { CLAIM_SIZE, specOf, type ValuesComponent } from '../keys.ts';
import { valueAt } from '../layers.ts';
import { type Ground, type Refusal, sectionFor } from './setting.ts';

/** The settings for a component's replicas (§8). */
export function replicasSettings(ground: Ground, component: ValuesComponent, replicas: number): Setting[] {
  const path = [...specOf(ground.values, sectionFor(ground, component), component), 'replicas'];
  return valueAt(ground.values, path) === replicas ? [] : [{ path, value: replicas }];
}

/** The settings for the size of a component's volumes (§4.C step 5): a retentionSize keeps its share. */
export function storageSettings(
  ground: Ground,
  { component, size }: { component: keyof typeof VALUES_KEYS; size: string },
): Setting[] | Refusal {
  const { values } = ground;
  const spec = specOf(values, sectionFor(ground, component), component);
  const storage = [...spec, VALUES_KEYS[component].storage];
  const claim = [...storage, 'volumeClaimTemplate', 'spec'];
  const from = valueAt(values, [...storage, ...CLAIM_SIZE]);
  const elsewhere = ['emptyDir', 'ephemeral'].find((key) => valueAt(values, [...storage, key]) !== undefined);
  if (elsewhere !== undefined)
    return {
      reason: `${storage.join('.')} has an ${elsewhere}, which keeps no data`,
      hint: 'Remove it by hand first: then the pods get new volumes.',
    };
  const sized =
    valueAt(values, claim) === undefined
      ? { path: claim, value: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: size } } } }
      : { path: [...storage, ...CLAIM_SIZE], value: size };
  return [
    ...(from === size ? [] : [sized]),
    ...retentionSettings(ground, [...spec, 'retentionSize'], { from, to: size }),
  ];
}

function retentionSettings(
  { values }: Ground,
  path: readonly string[],
  { from, to }: { from: unknown; to: string },
): Setting[] {
  const limit = valueAt(values, path);
  if (typeof limit !== 'string' || limit === '') return [];
  const next =
    typeof from === 'string' && parseQuantity(from) !== undefined && !fillsTooMuch(limit, from)
      ? retentionSizeFor({ retentionSize: limit, from, to })
      : retentionSizeFor({ retentionSize: limit, from: to, to });
  return next === undefined || next === limit ? [] : [{ path, value: next }];
}

/** The settings for the admin password of the dashboard UI (§2.4): itself, or the Secret that has it. */
export function passwordSettings(
  ground: Ground,
  password: { text: string } | { secret: string },
): Setting[] | Refusal {
  const section = sectionFor(ground, 'ui');
  const secret = valueAt(ground.values, [...section, 'admin', 'existingSecret']);
  if ('text' in password && secret)
    return {
      reason: `the values name the Secret ${JSON.stringify(secret)}, and the UI takes the password from it`,
      hint: 'Change the password in the Secret: use --existing-secret with its name.',
    };
  if ('text' in password) return [{ path: [...section, 'adminPassword'], value: password.text }];
  const admin = [...section, 'admin'];
  // The chart's defaults are these keys.
  const keys = [
    { path: [...admin, 'userKey'], value: USER_KEY },
    { path: [...admin, 'passwordKey'], value: PASSWORD_KEY },
  ];
  return [
    { path: [...admin, 'existingSecret'], value: password.secret },
    ...keys.filter(({ path }) => valueAt(ground.values, path) !== undefined),
  ];
}

/** The keys of the Secret. */
export const USER_KEY = 'admin-user';
export const PASSWORD_KEY = 'admin-password';
