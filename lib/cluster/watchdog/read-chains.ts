import { breaksAtRule, type Chain, chainOf, reachesNotification } from '../../alerts/watchdog/chain.ts';
import { sendsTo } from '../../alerts/watchdog/delivery.ts';
import {
  keyOf,
  type Manager,
  type Sent,
  type Server,
  type WatchdogFacts,
} from '../../alerts/watchdog/facts.ts';
import { outletOf, requestsQuery } from '../../alerts/watchdog/notification.ts';
import { type Asker, openPod, type PodOptions, type PodReader } from '../metrics/pod.ts';
import type { HttpOptions } from '../metrics/ways.ts';
import { askCounts, askManager, askMeasured, askServer } from './ask.ts';
import { findRules } from './find-rules.ts';
import { type Member, type Place, type Placed, placedManager, placedServer } from './members.ts';

/** Whose chains are read. */
export interface Members {
  servers: readonly Member[];
  managers: readonly Member[];
}

export interface ChainOptions {
  /** The name of the alert. */
  alert: string;
  check: WatchdogFacts['check'];
  now: Date;
  /** What the Alertmanagers are given. */
  http?: HttpOptions;
}

/**
 * Reads the chain of the alert in each namespace with a Prometheus, with the Alertmanagers that those send to; other Alertmanagers
 * have a chain of their namespace. What cannot be read is unknown.
 */
export async function readChains(asker: Asker, members: Members, options: ChainOptions): Promise<Chain[]> {
  const readers = new Map<string, PodReader>();
  const readerOf = (place: Place, pod: PodOptions = {}): PodReader => {
    const key = `${place.namespace}/${place.pod}`;
    const reader = readers.get(key) ?? openPod(asker, place, pod);
    readers.set(key, reader);
    return reader;
  };
  const reading = { asker, options, readerOf };
  try {
    const servers = members.servers.map(placedServer);
    const managers = members.managers.map(placedManager);
    const [askedServers, askedManagers] = await Promise.all([
      Promise.all(
        servers.map((server) => asked(server, (place) => askServer(readerOf(place), place, options.alert))),
      ),
      Promise.all(
        managers.map((manager) =>
          asked(manager, (place) =>
            askManager(readerOf(place, { http: options.http ?? {} }), place, options.alert),
          ),
        ),
      ),
    ]);
    const places = [...servers, ...managers].flatMap((part) => part.places ?? []);
    return await Promise.all(
      chained(askedServers, askedManagers).map((chain) => readChain(chain, { ...reading, places })),
    );
  } finally {
    for (const reader of readers.values()) reader.close();
  }
}

async function asked<Part extends { replicas: unknown[] | undefined }, Replica>(
  { about, places }: Placed<Part>,
  ask: (place: Place) => Promise<Replica>,
): Promise<Omit<Part, 'replicas'> & { replicas: Replica[] | undefined }> {
  return { ...about, replicas: places && (await Promise.all(places.map(ask))) };
}

/** What belongs to the chain of each namespace. */
type Chained = Pick<WatchdogFacts, 'namespace' | 'servers' | 'managers'>;

function chained(servers: readonly Server[], managers: readonly Manager[]): Chained[] {
  const ofServers = [...new Set(servers.map(({ namespace }) => namespace))].map((namespace): Chained => {
    const own = servers.filter((server) => server.namespace === namespace);
    return {
      namespace,
      servers: own,
      managers: managers.filter(
        (manager) => manager.namespace === namespace || own.some((server) => sendsTo(server, manager)),
      ),
    };
  });
  const left = managers.filter((manager) => !ofServers.some((chain) => chain.managers.includes(manager)));
  const ofManagers = [...new Set(left.map(({ namespace }) => namespace))].map(
    (namespace): Chained => ({
      namespace,
      servers: [],
      managers: left.filter((manager) => manager.namespace === namespace),
    }),
  );
  return [...ofServers, ...ofManagers];
}

interface Reading {
  asker: Asker;
  options: ChainOptions;
  /** Where all replicas are. */
  places: readonly Place[];
  readerOf(place: Place): PodReader;
}

/** Judges a chain, and reads what else decides it only where it gets so far. */
async function readChain(chained: Chained, reading: Reading): Promise<Chain> {
  const { asker, options } = reading;
  const { alert, check, now } = options;
  const facts: WatchdogFacts = { ...chained, alert, check, now, rules: undefined, sent: new Map() };
  const chain = chainOf(facts);
  if (breaksAtRule(chain))
    return chainOf({ ...facts, rules: await findRules(asker.session.client, options.alert) });
  return reachesNotification(chain) ? chainOf({ ...facts, sent: await readSent(chained, reading) }) : chain;
}

async function readSent({ servers, managers }: Chained, reading: Reading): Promise<WatchdogFacts['sent']> {
  const all = await Promise.all(
    managers.map(
      async (manager) =>
        [
          keyOf(manager),
          { measured: await measured(manager, servers, reading), counted: await counted(manager, reading) },
        ] as const,
    ),
  );
  return new Map<string, Sent>(all);
}

const counted = (manager: Manager, reading: Reading): Promise<Sent['counted']> =>
  Promise.all(
    placesIn(manager, reading).map(async (place) => ({
      pod: place.pod,
      counts: await askCounts(reading.readerOf(place)),
    })),
  );

/** From the first replica of a Prometheus that scrapes it. */
async function measured(
  manager: Manager,
  servers: readonly Server[],
  reading: Reading,
): Promise<Sent['measured']> {
  const outlet = outletOf(manager);
  if (!outlet) return undefined;
  const query = requestsQuery(manager, outlet);
  for (const place of servers.flatMap((server) => placesIn(server, reading))) {
    const found = await askMeasured(reading.readerOf(place), query);
    if (found) return found;
  }
  return undefined;
}

const placesIn = (
  { namespace, replicas = [] }: { namespace: string; replicas: readonly { pod: string }[] | undefined },
  { places }: Reading,
): Place[] =>
  replicas.flatMap(({ pod }) => places.filter((place) => place.namespace === namespace && place.pod === pod));
