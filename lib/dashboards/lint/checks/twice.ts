import type { Check, Fault, GivenContainer } from '../check.ts';

/** The checks that a container, and each of its files, is there once. */
export const TWICE_CHECKS: readonly Check[] = [
  {
    name: 'file-twice',
    severity: 'critical',
    prevents: 'a dashboard that overwrites another one, because the sidecar writes both into one file',
    fix: 'give one of the keys another name',
    container: (container) => [...twiceIn(container), ...filesOf(container)],
  },
  {
    name: 'object-twice',
    severity: 'critical',
    prevents: 'a container that is lost, because another one in the same file has its name',
    fix: 'give one of them another name',
    container: ({ kind, name, object }) =>
      name === ''
        ? []
        : [
            {
              path: ['metadata', 'name'],
              message: `the ${kind} ${name} is there twice in this file`,
              unique: { value: `object ${object}`, owner: { object, file: '' }, isOfFile: true },
            },
          ],
  },
];

/** The keys that a container has twice: in two fields, or in one, where JSON keeps the last one only. */
function twiceIn({ files, repeated }: GivenContainer): Fault[] {
  const first = new Map<string, string>();
  const between = files.flatMap(({ key, path }): Fault[] => {
    const [field = ''] = path;
    const before = first.get(key);
    first.set(key, before ?? field);
    return before === undefined
      ? []
      : [{ path, isKey: true, message: `the key ${key} is in ${before} and in ${field}` }];
  });
  const paths = new Set(files.map(({ path }) => JSON.stringify(path)));
  const within = repeated
    .filter((path) => paths.has(JSON.stringify(path)))
    .map((path) => ({
      ...{ path, isKey: true },
      message: `the key ${path[1]} is there twice in ${path[0]}`,
    }));
  return [...between, ...within];
}

/** The files that the sidecar writes for a container, each of which no other may be. */
function filesOf({ files, folder, object, isLabeled }: GivenContainer): Fault[] {
  const keys = new Set(files.map(({ key }) => key));
  return files.flatMap(({ key, path }): Fault[] => {
    // The sidecar drops this end of what it downloads.
    const file = key.replace(/\.url$/, '');
    const isTwice = keys.has(file) && keys.has(`${file}.url`);
    return isLabeled && file.endsWith('.json')
      ? [
          {
            path,
            isKey: true,
            message: `the file name ${file} is used ${isTwice ? 'twice' : 'by two containers'}`,
            unique: { value: `file ${JSON.stringify([folder, file])}`, owner: { object, file: key } },
          },
        ]
      : [];
  });
}
