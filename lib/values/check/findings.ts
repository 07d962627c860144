import type { LintFinding, Place } from '../../lint/finding.ts';
import { chartDefaults } from '../defaults.ts';
import { rootsOf, sectionsOf } from '../keys.ts';
import { mergeLayers, type Source, settersOf } from '../layers.ts';
import type { Places } from '../places.ts';
import type { FileLayer } from '../read-layer.ts';
import { CHECKS } from './all.ts';
import type { Context, Fault, ValuesCheck } from './check.ts';

/**
 * The findings in layers of values, by file and line.
 *
 * @param layers at least one, the lowest first.
 * @returns undefined if no layer has values of the monitoring chart.
 */
export async function checkValues(
  layers: readonly FileLayer[],
  facts: Pick<Context, 'isTracked' | 'cluster'>,
  checks: readonly ValuesCheck[] = CHECKS,
): Promise<LintFinding[] | undefined> {
  const given = mergeLayers(layers);
  const roots = rootsOf(given);
  if (roots.length === 0) return undefined;
  const defaults = chartDefaults(roots.flatMap((root) => sectionsOf(given, root, 'alerts')));
  const all = [...defaults, ...layers];
  const values = mergeLayers(all);
  const found = roots.flatMap((root) =>
    checks.flatMap((check) =>
      check.check({ ...facts, layers: all, values, root }).map((fault) => ({ check, fault })),
    ),
  );
  if (found.length === 0) return [];
  // Most files have no finding: they are not read with places.
  const { onceEach } = await import('../places.ts');
  const places = onceEach();
  const findings = found.map(({ check, fault }) => findingOf(check, fault, { layers, places }));
  return withoutTwins(findings).toSorted(
    (one, other) =>
      order(layers, one) - order(layers, other) || one.line - other.line || one.column - other.column,
  );
}

interface Ground {
  layers: readonly FileLayer[];
  places(source: Source): Places;
}

function findingOf({ name, severity, fix }: ValuesCheck, fault: Fault, ground: Ground): LintFinding {
  const { source } = layerOf(fault, ground.layers);
  const isUnknown = fault.isAbsence && ground.layers.some((layer) => layer.source.isPartial);
  const others = (fault.others ?? []).map(({ text, layer, path }) =>
    layer.source ? `${text} (${layer.source.file}:${ground.places(layer.source).placeOf(path).line})` : text,
  );
  return {
    check: name,
    severity: isUnknown ? 'info' : (fault.severity ?? severity),
    message: [
      `${fault.message}${isUnknown ? ' here; values from elsewhere are not known' : ''}`,
      others.join(', '),
    ]
      .filter(Boolean)
      .join(': '),
    fix: fault.fix ?? fix,
    path: source.file,
    ...placeOf(fault, ground.places(source), name === 'misspelled-key'),
  };
}

/** @param isKeyOnly whether only the key is shown: what a misspelled key hides may be a secret. */
function placeOf({ at, path }: Fault, places: Places, isKeyOnly: boolean): Place {
  const place = at === 'second' ? places.second() : ((at && places.twin()) ?? places.placeOf(path));
  const source = places.safe[place.line - 1] ?? '';
  const [key = ''] = /^[^:]*:?/.exec(place.source.slice(place.column - 1)) ?? [];
  return {
    ...place,
    source: isKeyOnly ? `${source.slice(0, place.column - 1)}${key}` : source,
  };
}

/** The layer of a fault: the last one that sets its path, or as much of it as any sets. */
function layerOf({ layer, path }: Fault, layers: readonly FileLayer[]): FileLayer {
  if (layer?.source) return layer as FileLayer;
  for (let length = path.length; length > 0; length -= 1) {
    const setter = settersOf(layers, path.slice(0, length)).at(-1);
    if (setter) return setter as FileLayer;
  }
  return layers.at(-1) as FileLayer;
}

/** Checks of whole files find the same for each root. */
const withoutTwins = (findings: readonly LintFinding[]): LintFinding[] => [
  ...new Map(
    findings.map((one) => [JSON.stringify([one.check, one.path, one.line, one.column, one.message]), one]),
  ).values(),
];

const order = (layers: readonly FileLayer[], { path }: LintFinding): number =>
  layers.findIndex(({ source }) => source.file === path);
