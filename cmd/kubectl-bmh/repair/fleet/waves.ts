import { durationOf, type Growth, type Wave, wavesOf } from '../../../../lib/hosts/waves.ts';
import { type Member, nameOf, type Plan } from './plan.ts';

/** A wave among those of all clusters. */
export interface TitledWave extends Wave<Member> {
  title: string;
  /** The title without its hosts, for the results of them: `Wave 2 of 3`. */
  label: string;
}

/** The waves of all clusters, one cluster at a time. */
export const titledWaves = (plans: readonly Plan[], growth: Growth): TitledWave[] =>
  plans.flatMap(({ cluster, members }) => {
    const lead = plans.length > 1 ? `${cluster.session.connection.context}: ` : '';
    return wavesOf(members, growth).map((wave) => ({
      ...wave,
      title: `${lead}${labelOf(wave)}: ${membersText(wave)}`,
      label: `${lead}${labelOf(wave)}`,
    }));
  });

function labelOf({ name, place, of }: Wave<Member>): string {
  switch (name) {
    case 'at risk':
      return 'At risk';
    case 'canary':
      return 'Canary';
    case 'further':
      return `Wave ${place} of ${of}`;
  }
}

function membersText({ name, members }: Wave<Member>): string {
  if (name === 'canary') return members.map(nameOf).join();
  return members.length === 1 ? '1 host' : `${members.length} hosts`;
}

/** Rows of the plan: the waves, and about how long they take. */
export function waveRows(
  { cluster: { task }, members }: Plan,
  { growth, concurrency }: { growth: Growth; concurrency: number },
): [label: string, text: string][] {
  const waves = wavesOf(members, growth);
  if (members.length < 2) return [];
  const counts = waves.map(({ name, members: { length } }, index) => {
    if (name === 'at risk') return `${length} at risk`;
    return index === 0 ? `${length} host` : String(length);
  });
  const [first = '', ...rest] = counts;
  const text = rest.length > 0 ? `${first}, then ${listed(rest)}` : first;
  const { stableFor } = task;
  const sizes = waves.map(({ members: { length } }) => length);
  const minutes = Math.ceil(durationOf(sizes, { concurrency, stableFor }) / 60_000);
  const time = `about ${minutes} minute${minutes === 1 ? '' : 's'}`;
  const healthy = stableFor ? `has been healthy for ${stableFor / 1000}s` : 'is healthy';
  return [
    ['Waves', text],
    ...(stableFor === undefined
      ? []
      : [['Time', `${time}; each wave starts when the one before ${healthy}`] as [string, string]]),
  ];
}

const listed = (words: string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join();
