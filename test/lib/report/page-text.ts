import assert from 'node:assert/strict';
import { reportPage } from '../../../lib/report/page.ts';

/** The page of a result. */
export function pageOf(result: unknown): string {
  const page = reportPage(result);
  assert.ok(page !== undefined, 'it has no page');
  return page;
}

/** What a page shows as text, its parts separated by one space. */
export const shownIn = (page: string): string =>
  page
    .replace(/^[\s\S]*<body>/, '')
    .replaceAll(/<wbr>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, ' ');

/** What the page of a result shows. */
export const textOf = (result: unknown): string => shownIn(pageOf(result));
