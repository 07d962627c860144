import { type Content, type Html, html } from '../html/html.ts';

/**
 * The header of a column; narrow columns have a number (`w0`), a word or a time (`w1`), or a verdict (`w2`), and the main one
 * has what they leave (`w`).
 */
export type Header = Content | { width: 'w0' | 'w1' | 'w2' | 'w'; text: string };

/** A table whose first cell of each row names the row. */
interface Table {
  /** What it shows, for readers who hear it; unique on a page. */
  label: string;
  headers: readonly Header[];
  rows: readonly Html[];
}

/** A table that fits the page: its texts are broken. */
export const table = ({ label, headers, rows }: Table): Html | undefined =>
  rows.length > 0
    ? html`<table aria-label="${label}"><thead><tr>${headers.map(headerHtml)}${!isGroup(rows[0]) && html`<tbody>`}${rows}</table>
`
    : undefined;

const headerHtml = (header: Header): Html =>
  typeof header === 'object' && 'width' in header
    ? html`<th scope=col class="${header.width}">${header.text}`
    : html`<th scope=col>${header}`;

/** Headers of narrow columns: of words and times, of amounts, and of verdicts. */
export const amountHeader = (text: string): Header => ({ width: 'w0', text });
export const wordHeader = (text: string): Header => ({ width: 'w1', text });
export const verdictHeader = (text: string): Header => ({ width: 'w2', text });

/** The header of the column that names the rows, where the others are narrow. */
export const mainHeader = (text: string): Header => ({ width: 'w', text });

const isGroup = (first: Html | undefined): boolean => first?.html.startsWith('<tbody>') === true;

/** A table that may be wider than the page, and is scrolled then. */
export const wideTable = (content: Table): Html | undefined => {
  const inner = table(content);
  return (
    inner &&
    html`<div class="wide" role="region" tabindex="0" aria-label="${content.label}, scrollable">${inner}</div>\n`
  );
};

/** A table whose rows become blocks on narrow screens, each cell with the name of its column. Empty cells are left out there. */
export const stackedTable = ({
  label,
  headers,
  rows,
}: {
  label: string;
  headers: readonly string[];
  rows: readonly (readonly Content[])[];
}): Html | undefined => {
  const inner = wideTable({
    label,
    headers,
    rows: rows.map(
      ([name, ...cells]) =>
        html`<tr><th scope=row>${name}${cells.map((cell, at) => html`<td data-label="${headers[at + 1]}">${cell}</td>`)}\n`,
    ),
  });
  return inner && html`<div class="stacked">${inner}</div>\n`;
};

/** A row: its name, and the other cells. */
export const row = (name: Content, ...cells: readonly Content[]): Html =>
  html`<tr><th scope=row>${name}${cells.map((cell) => html`<td>${cell}`)}\n`;

/** A row over all columns that says what the rows below it have in common. */
export const groupRow = (columns: number, content: Content): Html =>
  html`<tbody><tr><th colspan=${columns} scope=rowgroup class="g">${content}\n`;

/** A part of the page in a box, with its heading. Nothing without content. */
export const section = (title: string, ...content: readonly Content[]): Html | undefined =>
  content.some((one) => !isEmpty(one))
    ? html`<section class="card"><h2>${title}</h2>\n${content}</section>\n`
    : undefined;

/** A list of names, with what is said of each. Nothing without names. */
export const namedList = (all: readonly (readonly [name: string, text: string])[]): Html | undefined =>
  all.length > 0
    ? html`<ul>${all.map(([name, text]) => html`<li><b>${name}</b>: ${text}\n`)}</ul>\n`
    : undefined;

/** Whether content leaves nothing on a page. */
export const isEmpty = (content: Content): boolean =>
  content === undefined ||
  content === false ||
  content === '' ||
  (Array.isArray(content) && content.length === 0);

/** A long name, such as an address, that is broken between its parts. */
export const folded = (text: string): Html => html`${foldedAt(/(?<=[/.:-])(?=[^/.:-])/, text)}`;

/** A field, an address or a value, that is broken between its parts where it is too long for its column. */
export const foldedCode = (text: string): Html =>
  html`<code>${foldedAt(text.includes('/') ? /(?<=[/])(?=[^/])/ : /(?<=[.])(?=[^.])/, text)}</code>`;

const foldedAt = (between: RegExp, text: string): Html[] =>
  text.split(between).map((part, at) => html`${at > 0 && FOLD}${part}`);

const FOLD = html`<wbr>`;

/** A command to be copied. */
export const code = (text: string): Html => html`<code>${text}</code>`;

/** Commands to be copied, one a line. */
export const commandBlock = (commands: readonly string[], label: string): Html | undefined =>
  commands.length > 0
    ? html`<pre tabindex="0" role="region" aria-label="${label}"><code>${commands.map((command, at) => html`${at > 0 && '\n'}${command.replaceAll('\n', ' ')}`)}</code></pre>\n`
    : undefined;

/** Names, and the value of each. */
export type Facts = readonly (readonly [name: string, value: Content])[];

/** Names and values, those without a value left out. */
export function facts(pairs: Facts): Html | undefined {
  const known = pairs.filter(([, value]) => !isEmpty(value));
  return known.length > 0
    ? html`<dl>${known.map(([name, value]) => html`<div${isLong(value) && LONG}><dt>${name}<dd>${value}</div>\n`)}</dl>\n`
    : undefined;
}

/** Whether a value has a row for itself. */
const isLong = (value: Content): boolean => typeof value === 'object';

const LONG = html` class="l"`;
