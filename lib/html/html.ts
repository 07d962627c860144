import { printable } from '../words/text.ts';

/** Markup that is safe to put into a page. */
export interface Html {
  html: string;
}

/** What markup is filled with. Text is escaped; undefined and false leave nothing. */
export type Content = Html | string | number | undefined | false | readonly Content[];

/** Markup with each value in its place, for elements and for attributes in double quotes. */
export const html = (parts: TemplateStringsArray, ...values: Content[]): Html => ({
  html: parts.map((part, at) => part + markupOf(values[at])).join(''),
});

/** Markup as it is: for text that this program wrote. */
export const trusted = (text: string): Html => ({ html: text });

function markupOf(content: Content): string {
  if (content === undefined || content === false) return '';
  if (typeof content === 'string') return escapeText(content);
  if (typeof content === 'number') return String(content);
  return 'html' in content ? content.html : content.map(markupOf).join('');
}

/** Controls and marks of text direction become visible: they could make a page show another text than it has. */
const escapeText = (text: string): string =>
  printable(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
