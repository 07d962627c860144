import type { Span } from './segments.ts';

/** The CSS animations of one document. What asks for one gets a value for its `animation-name`. */
export interface Timeline {
  /** Shows something for a span and hides it otherwise. None, where that is the whole time. */
  during(span: Span): string | undefined;
  /** Gives something a value of `property` from each of these times on. None, where there is one value alone. */
  along(property: string, stops: readonly Stop[]): string | undefined;
  /** The rules of all that was asked for. */
  rules(): string;
}

export interface Stop {
  /** In milliseconds since the beginning; that of the first is 0. */
  at: number;
  value: string;
}

/**
 * Animations of so many milliseconds that go in steps. The SVG itself must show the final state: without
 * animations it is a still picture of the end.
 */
export function createTimeline(length: number): Timeline {
  const rules: string[] = [];
  const percent = (at: number): string => `${Number(((at / length) * 100).toFixed(3))}%`;
  const along = (property: string, stops: readonly Stop[]): string | undefined => {
    if (stops.length < 2) return undefined;
    const name = `k${rules.length}`;
    rules.push(
      `@keyframes ${name}{${stops.map(({ at, value }) => `${percent(at)}{${property}:${value}}`).join('')}}`,
    );
    return name;
  };
  return {
    along,
    during: ({ from, until }) =>
      along('visibility', [
        ...(from > 0 ? [{ at: 0, value: 'hidden' }] : []),
        { at: from, value: 'visible' },
        ...(until < length ? [{ at: until, value: 'hidden' }] : []),
      ]),
    rules: () => rules.join('\n'),
  };
}
