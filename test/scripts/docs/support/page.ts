import type { Page } from '../../../../scripts/docs/page.ts';

/** A page with every kind of block, and with characters that mean something in Markdown and in roff. */
export const page: Page = {
  title: 'kubectl sample paint',
  name: 'kubectl-sample-paint',
  section: 1,
  file: 'paint.md',
  summary: 'Paint a <thing>',
  usage: 'kubectl sample paint THING',
  chapters: [
    { heading: 'Description', blocks: [{ kind: 'text', text: 'Paints it, *.yaml too.' }] },
    {
      heading: 'Examples',
      blocks: [{ kind: 'code', text: "# Paint\nkubectl sample paint a_b --shade='x'" }],
    },
    {
      heading: 'Options',
      blocks: [
        {
          kind: 'terms',
          headers: ['Option', 'Meaning'],
          terms: [
            { term: "--shade=''", text: 'Its shade, a|b.' },
            { term: 'rest', text: 'Rest', file: 'rest.md' },
          ],
        },
      ],
    },
  ],
  seeAlso: [
    { title: 'kubectl sample', name: 'kubectl-sample', section: 1, file: 'README.md' },
    { title: 'Guards', name: 'kubectl-sample-guards', section: 7, file: 'guards.md' },
  ],
};
