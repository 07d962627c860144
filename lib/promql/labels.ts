/** Names of labels: those listed, or all but those. */
export interface Labels {
  names: ReadonlySet<string>;
  isRest: boolean;
}

export const only = (names: Iterable<string>): Labels => ({ names: new Set(names), isRest: false });

export const allBut = (names: Iterable<string>): Labels => ({ names: new Set(names), isRest: true });

export const ANY_LABEL: Labels = allBut([]);

export const NO_LABEL: Labels = only([]);

export const hasLabel = ({ names, isRest }: Labels, name: string): boolean => names.has(name) !== isRest;

/** How many names are kept apart. Hostile expressions have more: then a label counts as possible. */
const MOST = 1_000;

const isLarge = (one: Labels, other: Labels): boolean => one.names.size + other.names.size > MOST;

/** The labels that are in both. */
export function common(one: Labels, other: Labels): Labels {
  if (!one.isRest) return only([...one.names].filter((name) => hasLabel(other, name)));
  if (!other.isRest) return common(other, one);
  return isLarge(one, other) ? one : allBut([...one.names, ...other.names]);
}

/** The labels that are in either. */
export const either = (one: Labels, other: Labels): Labels =>
  !one.isRest && !other.isRest && isLarge(one, other)
    ? ANY_LABEL
    : inverse(common(inverse(one), inverse(other)));

const inverse = ({ names, isRest }: Labels): Labels => ({ names, isRest: !isRest });
