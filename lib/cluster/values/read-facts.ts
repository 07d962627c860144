import type { Host } from '../../cli/command.ts';
import { isNotFound } from '../../kube/api/errors.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeObject } from '../../kube/api/types.ts';
import type { ResizableName } from '../../objects/components.ts';
import { growsByHand } from '../../objects/components.ts';
import type { ClusterFacts, LiveVolume } from '../../values/check/cluster-facts.ts';
import { asPart, reportable } from '../../words/errors.ts';
import { measure } from '../capacity/measure.ts';
import { readOwned } from '../capacity/read.ts';
import type { Session } from '../session.ts';

/** What could not be read, and why. */
export interface Gap {
  what: string;
  reason: string;
}

/**
 * Reads what values name from a cluster; a part that cannot be read is a gap.
 *
 * @throws {CommandError} if no cluster is configured.
 */
export async function readClusterFacts(
  { session, host }: { session: Session; host: Host },
  { namespace, prometheus }: { namespace: string; prometheus: string | undefined },
): Promise<{ facts: ClusterFacts; gaps: Gap[] }> {
  const gaps: Gap[] = [];
  const attempt = <T>(what: string, reading: Promise<T>): Promise<T | undefined> =>
    reading.catch((error: unknown) => {
      host.interrupted.throwIfAborted();
      const failure = reportable(error);
      if (failure.kind === 'no-cluster') throw failure;
      gaps.push({ what, reason: asPart(failure) });
      return undefined;
    });
  const list = <T extends KubeObject>(path: string): Promise<T[]> => allOf<T>(session.client, { path });
  const [classes, issuers, workloads, volumes] = await Promise.all([
    attempt('ingress classes', list<KubeObject>('/apis/networking.k8s.io/v1/ingressclasses')),
    attempt('issuers', readIssuers(list, namespace)),
    attempt('external DNS', list<KubeObject>('/apis/apps/v1/deployments')),
    attempt('volumes', readVolumes({ session, host, prometheus }, namespace)),
  ]);
  const facts: ClusterFacts = {
    namespace,
    ingressClasses: classes?.map(({ metadata }) => ({
      name: metadata.name,
      isDefault: metadata.annotations?.[DEFAULT_CLASS] === 'true',
    })),
    issuers,
    hasExternalDns: workloads?.some(isExternalDns),
    volumes: volumes ?? [],
  };
  return { facts, gaps };
}

const DEFAULT_CLASS = 'ingressclass.kubernetes.io/is-default-class';

const isExternalDns = ({ metadata: { name, labels } }: KubeObject): boolean =>
  name.includes('external-dns') || labels?.['app.kubernetes.io/name'] === 'external-dns';

/** The issuers of cert-manager; null if the cluster does not have it. */
async function readIssuers(
  list: (path: string) => Promise<KubeObject[]>,
  namespace: string,
): Promise<NonNullable<ClusterFacts['issuers']> | null> {
  const api = '/apis/cert-manager.io/v1';
  try {
    const [cluster, own] = await Promise.all([
      list(`${api}/clusterissuers`),
      list(`${api}/namespaces/${namespace}/issuers`),
    ]);
    const namesOf = (objects: KubeObject[]): string[] => objects.map(({ metadata }) => metadata.name);
    return { cluster: namesOf(cluster), namespace: namesOf(own) };
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** The claims of components with one instance: values of a chart describe no more. */
async function readVolumes(
  { session, host, prometheus }: { session: Session; host: Host; prometheus: string | undefined },
  namespace: string,
): Promise<LiveVolume[]> {
  const owned = await readOwned(session, { namespace, name: undefined, component: undefined });
  const ofComponent = (component: string) => owned.filter(({ owner }) => owner.component === component);
  const single = owned.filter(
    ({ owner: { component } }) => !growsByHand(component) && ofComponent(component).length === 1,
  );
  if (single.every(({ volumes }) => volumes.length === 0)) return [];
  const measured = (
    await measure({ session, host, prometheus, over: OVER }, single).catch((error: unknown) => {
      host.interrupted.throwIfAborted();
      session.warn(`the growth of the volumes could not be measured: ${reportable(error).message}`);
      return [];
    })
  ).flatMap(({ volumes }) => volumes);
  return single.flatMap(({ owner, volumes }) =>
    volumes
      .filter(({ orphaned }) => !orphaned)
      .map(({ claim }) => ({
        component: owner.component as ResizableName,
        claim: claim.name,
        size: claim.size,
        retention: owner.retention,
        metrics: measured.find(({ metrics }) => metrics.claim === claim.name)?.metrics,
      })),
  );
}

/** Days over which growth is measured. */
const OVER = 14;
