import { isDeepStrictEqual } from 'node:util';
import { at, type Fields, isFields, list, type Obj } from '../objects/model.ts';

/** A pod's spec whose containers ask for what they are limited to, where they don't say what they ask for. */
export function withRequests(spec: Fields): Fields {
  if (!Array.isArray(spec.containers)) return spec;
  return { ...spec, containers: spec.containers.map((one) => (isFields(one) ? requesting(one) : one)) };
}

function requesting(container: Fields): Fields {
  const { resources } = container;
  if (!isFields(resources) || !isFields(resources.limits)) return container;
  const requests = { ...resources.limits, ...(isFields(resources.requests) && resources.requests) };
  return { ...container, resources: { ...resources, requests } };
}

/** How readily a node in need evicts a pod, by what its containers ask for and are limited to. */
export function qosClass({ spec }: Obj): string {
  const resources = list(spec, 'containers').map((one) => at(one, 'resources'));
  const limits = resources.map((one) => named(at(one, 'limits')));
  const requests = resources.map((one) => named(at(one, 'requests')));
  if ([...limits, ...requests].every((amounts) => Object.keys(amounts).length === 0)) return 'BestEffort';
  const all = limits.every(({ cpu, memory }) => cpu !== undefined && memory !== undefined);
  return all && isDeepStrictEqual(limits, requests) ? 'Guaranteed' : 'Burstable';
}

/** The amounts that count for the class. */
const named = (amounts: unknown): Fields =>
  Object.fromEntries(
    Object.entries(isFields(amounts) ? amounts : {}).filter(([name]) => name === 'cpu' || name === 'memory'),
  );
