import type { ValuesCheck } from './check.ts';

/** Checks of a file as a whole: what Helm reads otherwise than it looks. */
export const fileChecks: ValuesCheck[] = [
  {
    name: 'duplicate-key',
    severity: 'critical',
    prevents: 'values that Helm drops without a word: of equal keys, it takes the last one',
    fix: 'merge the two, and remove one',
    check: ({ layers }) =>
      layers.flatMap((layer) =>
        layer.source?.hasTwins
          ? [
              {
                path: [],
                layer,
                at: 'twin' as const,
                message: 'the key is there twice, and Helm takes the last one',
              },
            ]
          : [],
      ),
  },
  {
    name: 'several-documents',
    severity: 'warning',
    prevents: 'values that Helm ignores: it reads only the first document of a file',
    fix: 'move the other documents to files of their own',
    check: ({ layers }) =>
      layers.flatMap((layer) =>
        layer.source?.hasMore
          ? [
              {
                path: [],
                layer,
                at: 'second' as const,
                message: 'Helm ignores this document and those after it',
              },
            ]
          : [],
      ),
  },
];
