import { createTimeline, type Stop, type Timeline } from './animation.ts';
import type { Shot } from './pace.ts';
import { CELL, createPainter } from './painter.ts';
import { TERMINAL } from './palette.ts';
import type { Size } from './screen.ts';
import { scenesOf } from './segments.ts';
import { element, escaped } from './xml.ts';

export interface Document {
  size: Size;
  /** What it is, and what happens in it, for who can't see it. */
  title: string;
  description: string;
  /** The text above the terminal. */
  caption: string;
  /** For how long the last shot is shown before it all begins again, in milliseconds. */
  hold: number;
}

const PADDING = 18;
const HEADER = 44;

/** The default scale. */
const SCALE = 0.75;

/**
 * An SVG that plays the shots over and over, by CSS alone: it does so as an image, too. Where animations are not wanted
 * (`prefers-reduced-motion`) or not known, it is the last shot.
 */
export function svgOf(shots: readonly Shot[], { size, title, description, caption, hold }: Document): string {
  const end = (shots.at(-1)?.at ?? 0) + hold;
  const timeline = createTimeline(end);
  const painter = createPainter();
  const scenes = scenesOf(shots, end).map(({ from, until, placed }) => {
    const name = timeline.during({ from, until });
    const attributes = { class: until < end ? 'h' : undefined, style: name && `animation-name:${name}` };
    return element('g', attributes, placed.map(painter.draw).join(''));
  });
  const [columns, rows] = [size.columns * CELL.width, size.rows * CELL.height];
  const [width, height] = [columns + 2 * PADDING, rows + HEADER + PADDING];
  const view = { x: PADDING, y: HEADER, width: columns, height: rows };
  const sight = element('svg', view, scrolled(shots, timeline, `\n${scenes.join('\n')}\n`));
  const body = [
    element('title', { id: 'title' }, escaped(title)),
    element('desc', { id: 'desc' }, escaped(description)),
    element('style', {}, `\n${escaped(styleSheet(end, [painter.rules(), timeline.rules()]))}\n`),
    windowOf(width, height, caption),
    sight,
  ];
  const root = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${height}`,
    width: width * SCALE,
    height: height * SCALE,
    role: 'img',
    'aria-labelledby': 'title desc',
  };
  return `${element('svg', root, `\n${body.join('\n')}\n`)}\n`;
}

/** Everything, moved up as far as the terminal had scrolled at each time. */
function scrolled(shots: readonly Shot[], timeline: Timeline, inner: string): string {
  const offsetOf = ({ picture }: Shot): string => `translateY(-${picture.top * CELL.height}px)`;
  const stops: Stop[] = [];
  for (const shot of shots) {
    const value = offsetOf(shot);
    if (stops.at(-1)?.value !== value) stops.push({ at: shot.at, value });
  }
  const name = timeline.along('transform', stops);
  const last = stops.at(-1)?.value;
  return element('g', { style: `transform:${last}${name ? `;animation-name:${name}` : ''}` }, inner);
}

function styleSheet(end: number, rules: string[]): string {
  const font = "ui-monospace,SFMono-Regular,Menlo,'Cascadia Mono',Consolas,'DejaVu Sans Mono',monospace";
  return [
    `text{font:${CELL.fontSize}px ${font};fill:${TERMINAL.text};white-space:pre}`,
    '.h{visibility:hidden}',
    `@media (prefers-reduced-motion:no-preference){g{animation:${end}ms step-end infinite}}`,
    ...rules,
  ].join('\n');
}

/** A terminal's window, so that it can be told from a page of any colour. */
function windowOf(width: number, height: number, caption: string): string {
  const frame = {
    x: 0.5,
    y: 0.5,
    width: width - 1,
    height: height - 1,
    rx: 10,
    fill: TERMINAL.background,
    stroke: TERMINAL.frame,
  };
  const dots = [0, 1, 2].map((index) =>
    element('circle', { cx: PADDING + 8 + index * 22, cy: HEADER / 2, r: 6, fill: TERMINAL.frame }),
  );
  const place = {
    x: width / 2,
    y: HEADER / 2 + 6,
    'text-anchor': 'middle',
    style: `fill:${TERMINAL.title};font-size:16px`,
  };
  return [element('rect', frame), ...dots, element('text', place, escaped(caption))].join('');
}
