/** How a number is written: the steps of its unit, largest first, and what is written before and after it. */
export interface Unit {
  /** What the value is multiplied by first: 100 for a fraction that is shown in percent. */
  factor: number;
  /** From which absolute value on it is divided by `by`, and the text after it. */
  steps: readonly { from: number; by: number; suffix: string }[];
  prefix: string;
  /** Digits after the point, 20 at most; as many as say something if undefined. */
  decimals?: number | undefined;
}

/**
 * A value as people read it: `1.5 GiB`, `37.2%`. The page has this function as well, as text: it uses nothing of its module.
 */
export function amountText(value: number, { factor, steps, prefix, decimals }: Unit): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  const scaled = value * factor;
  const size = Math.abs(scaled);
  const step = steps.find(({ from }) => size >= from) ?? steps[steps.length - 1];
  const shown = scaled / (step ? step.by : 1);
  const magnitude = Math.abs(shown);
  const small = magnitude === 0 ? 0 : Math.min(9, 2 - Math.floor(Math.log10(magnitude)));
  const given = decimals === undefined ? undefined : Math.min(20, Math.max(0, Math.round(decimals)));
  const digits = given ?? (magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : magnitude >= 1 ? 2 : small);
  const isTiny = decimals === undefined && magnitude !== 0 && magnitude < 1e-6;
  const text = isTiny ? shown.toExponential(1) : shown.toFixed(digits);
  const plain = decimals === undefined && !isTiny && text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return `${prefix}${plain === '-0' ? '0' : plain}${step ? step.suffix : ''}`;
}
