/** What is drawn of charts and bars: beyond ASCII where a terminal has it (`drawsUnicode`), and what stands for it elsewhere. */
export interface Signs {
  /** Parts of a character that can be filled, from none to all of it. */
  levels: readonly string[];
  /** The axis of a chart: its top, its side, its corner and its bottom. */
  axis: { top: string; side: string; corner: string; bottom: string };
  /** What is filled of a bar, and what is not. */
  bar: { full: string; empty: string };
  plusMinus: string;
}

const UNICODE: Signs = {
  levels: [...' ▁▂▃▄▅▆▇█'],
  axis: { top: '┤', side: '│', corner: '└', bottom: '─' },
  bar: { full: '█', empty: '░' },
  plusMinus: '±',
};

const ASCII: Signs = {
  levels: [...' .:#'],
  axis: { top: '+', side: '|', corner: '+', bottom: '-' },
  bar: { full: '#', empty: '.' },
  plusMinus: '+-',
};

export const signsFor = (unicode: boolean): Signs => (unicode ? UNICODE : ASCII);
