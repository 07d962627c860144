import leven from 'leven';
import { fieldsOf } from '../../objects/fields.ts';
import { oneLine } from '../../words/text.ts';
import type { Values } from '../helm-yaml.ts';
import { rootsOf, SECTIONS } from '../keys.ts';
import { type Path, valueAt } from '../layers.ts';
import type { Fault, ValuesCheck } from './check.ts';
import { type Level, lettersOf } from './known/level.ts';
import { chartKeys } from './known-keys.ts';

/**
 * Keys of the chart that are misspelled or in the wrong place, in each layer. A key that is not close to a known one is no fault:
 * other templates may read it.
 */
export const misspelled: ValuesCheck = {
  name: 'misspelled-key',
  severity: 'warning',
  prevents: 'a setting without effect: Helm ignores a key that no template reads',
  fix: 'correct the key, or move it to its place',
  check: ({ layers, values, root }) => {
    const known = knownAt(values, root);
    return layers
      .filter(({ source }) => source !== undefined)
      .flatMap((layer) =>
        faultsIn(valueAt(layer.values, root), known, root).map((fault) => ({ ...fault, layer })),
      );
  },
};

/** The keys that are known at a root, with the names for sections that the values use. */
function knownAt(values: Values, root: Path): Level {
  const isPlatform = PLATFORM_SECTIONS.some((name) => valueAt(values, [...root, name]) !== undefined);
  const known = chartKeys(isPlatform ? 'platform' : 'upstream');
  const isUmbrella = root.length === 0 && rootsOf(values).length > 1;
  // The other keys at the root of an umbrella chart are other charts.
  return isUmbrella ? { ...known, keys: new Map(), right: new Map() } : known;
}

const PLATFORM_SECTIONS = Object.values(SECTIONS).flatMap(({ sections }) => sections.slice(1));

function faultsIn(value: unknown, level: Level, path: Path): Fault[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => faultsIn(item, level, [...path, String(at)]));
  const fields = fieldsOf(value) ?? {};
  return Object.keys(fields).flatMap((key) => {
    const inner = level.below.get(key);
    if (inner) return faultsIn(fields[key], inner, [...path, key]);
    return level.keys.has(key) ? [] : faultsOf(key, fields, level, path);
  });
}

function faultsOf(key: string, fields: Values, level: Level, path: Path): Fault[] {
  const right = level.right.get(key) ?? nearest(key, level);
  const [name = '', ...more] = right ?? [];
  const isHere = more.length === 0;
  // With the right key beside it, it is something else.
  if (!right || (isHere && Object.hasOwn(fields, name))) return [];
  const own = [...path, key];
  const advice = isHere ? `did you mean ${name}?` : `it belongs in ${placeOf(right, path).join('.')}`;
  return [{ path: own, message: oneLine(`${own.join('.')} is not a key of the chart; ${advice}`) }];
}

/** The map in which a key is, given the path of the key from another map. */
function placeOf(right: readonly string[], from: Path): Path {
  const steps = right.slice(0, -1);
  const up = steps.filter((step) => step === '..').length;
  return [...from.slice(0, from.length - up), ...steps.slice(up)];
}

/** The known key that a key is a misspelling of. */
function nearest(key: string, { keys }: Level): readonly string[] | undefined {
  if (key.length > LONGEST) return undefined;
  const letters = lettersOf(key);
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [known, its] of keys) {
    const distance = distanceOf(letters, its);
    if (distance < least) [best, least] = [known, distance];
  }
  return best === undefined ? undefined : [best];
}

/** Longer than any known key, and quick to compare. */
const LONGEST = 60;

/** How many letters differ; infinite if too many for a misspelling. */
function distanceOf(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  // Two wrong letters are too many for a short word, and for one that begins with another letter: dnsConfig, tlsConfig.
  const most = length < LONG || one[0] !== other[0] ? 1 : 2;
  if (length < SHORTEST || Math.abs(one.length - other.length) > most) return Number.POSITIVE_INFINITY;
  // Beyond the maximum, leven returns the maximum.
  const distance = leven(one, other, { maxDistance: most + 1 });
  return distance > most ? Number.POSITIVE_INFINITY : distance;
}

/** Shorter words are all alike. */
const SHORTEST = 3;
const LONG = 6;
