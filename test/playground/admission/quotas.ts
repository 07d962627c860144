import { forbidden } from '../http/status.ts';
import { at, isFields, type Obj, text } from '../objects/model.ts';
import type { Admission } from '../resources/types.ts';
import { formatQuantity, milliOf, parseQuantity } from '../schema/quantity.ts';

const QUOTAS = 'resourcequotas.';

/** Thousandths of what a claim uses, by the names that quotas have for it. */
type Usage = Map<string, bigint>;

/**
 * Charges what a claim newly uses to the quotas of its namespace, as far as they say in their status what they limit.
 * Throws a 403 that names the first quota that would be exceeded; then none is charged.
 */
export function chargeQuotas(claim: Obj, { old, store, dryRun }: Admission): void {
  const before = old === undefined ? new Map<string, bigint>() : usageOf(old);
  const more = [...usageOf(claim)]
    .map(([name, amount]): [string, bigint] => [name, amount - (before.get(name) ?? 0n)])
    .filter(([, amount]) => amount > 0n);
  const charged = store
    .list(QUOTAS)
    .filter(({ metadata }) => metadata.namespace === claim.metadata.namespace)
    .flatMap((quota) => {
      const limited = more.filter(([name]) => at(quota, 'status', 'hard', name) !== undefined);
      holdQuota(claim, quota, limited);
      return limited.length === 0 ? [] : [withUsage(quota, limited)];
    });
  if (!dryRun) for (const quota of charged) store.put(QUOTAS, quota);
}

function usageOf(claim: Obj): Usage {
  const storage = milliOf(at(claim, 'spec', 'resources', 'requests', 'storage'));
  const usage: Usage = new Map([
    ['persistentvolumeclaims', 1000n],
    ['requests.storage', storage],
  ]);
  const name = text(claim, 'spec', 'storageClassName');
  if (name === '') return usage;
  const ofClass = `${name}.storageclass.storage.k8s.io`;
  return usage.set(`${ofClass}/persistentvolumeclaims`, 1000n).set(`${ofClass}/requests.storage`, storage);
}

function holdQuota(claim: Obj, quota: Obj, more: [string, bigint][]): void {
  const used = (name: string) => at(quota, 'status', 'used', name) ?? '0';
  const limit = (name: string) => at(quota, 'status', 'hard', name);
  const exceeded = more
    .filter(([name, amount]) => milliOf(used(name)) + amount > milliOf(limit(name)))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (exceeded.length === 0) return;
  const told = (say: (name: string, amount: bigint) => unknown) =>
    exceeded.map(([name, amount]) => `${name}=${say(name, amount)}`).join(',');
  const requested = told((name, amount) => written(amount, limit(name)));
  const why = `exceeded quota: ${quota.metadata.name}, requested: ${requested}, used: ${told(used)}, limited: ${told(limit)}`;
  throw forbidden({ group: '', plural: 'persistentvolumeclaims' }, claim.metadata.name, why);
}

function withUsage(quota: Obj, more: [string, bigint][]): Obj {
  const { status } = quota;
  const before = isFields(status) && isFields(status.used) ? status.used : {};
  const used = { ...before };
  for (const [name, amount] of more) {
    used[name] = written(milliOf(before[name]) + amount, at(status, 'hard', name));
  }
  return { ...quota, status: { ...(isFields(status) && status), used } };
}

/** An amount in the family of suffixes that its limit is written with. */
const written = (milli: bigint, limit: unknown): string =>
  formatQuantity({ milli, family: parseQuantity(String(limit)).family });
