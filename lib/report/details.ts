/** How much of a result a page shows: a page stays small, however many objects it is about. */
export interface Detail {
  /** Characters of a text. */
  longest: number;
  /** Whether what only one of many objects has is left out: times of its steps, values that are its own. */
  isBrief: boolean;
  /** What the page says of what it leaves out. */
  note: string;
}

const CUT = 'To keep it small, long texts are cut.';
const BRIEF =
  'To keep it small, long texts are cut, and times of single steps, values of single objects and long lists of names are left out. The result as JSON has them.';

/** From the most to the least. */
export const DETAILS: readonly [Detail, ...Detail[]] = [
  { longest: 2_000, isBrief: false, note: '' },
  { longest: 400, isBrief: false, note: CUT },
  { longest: 160, isBrief: true, note: BRIEF },
  { longest: 60, isBrief: true, note: BRIEF },
];

/** With more objects than this, they share tables. */
export const FEW = 10;
