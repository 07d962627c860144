import type { Content } from '../html/html.ts';
import { type Fields, inText, namedIn, objectsIn, pathOf, textIn, textsIn } from './read.ts';
import { namedList, section, stackedTable } from './table.ts';
import { aboutText, type Todo } from './todo.ts';

/** The owners of volumes, and the sizes that they need. */
export const instanceSection = ({ instances, forDays }: Fields): Content =>
  section(
    `Size needed for ${textIn(forDays)} days, at most 80% full`,
    stackedTable({
      label: 'Sizes',
      headers: ['Instance', 'Size', 'Needed'],
      rows: objectsIn(instances).map((one) => [
        nameOf(one),
        textIn(one.elsewhere) === '' ? textIn(one.size) : `none: data is on ${textIn(one.elsewhere)}`,
        neededText(one),
      ]),
    }),
  );

const nameOf = (instance: Fields): string =>
  [textIn(instance.kind), pathOf(namedIn(instance))].filter(Boolean).join(' ');

function neededText({ size, sizeNeeded, elsewhere }: Fields): string {
  if (textIn(elsewhere) !== '') return '';
  return textIn(sizeNeeded) === ''
    ? 'unknown'
    : textIn(sizeNeeded) === textIn(size)
      ? 'enough'
      : textIn(sizeNeeded);
}

/** Volumes that are not measured, and why. */
export const missingSection = ({ missing }: Fields): Content =>
  section(
    'Not measured',
    namedList(objectsIn(missing).map((one) => [missingText(one), textIn(one.message)])),
  );

const missingText = ({ claims, namespace }: Fields): string =>
  `${textsIn(claims).join(', ')}${inText(namespace)}`;

/** Volumes to grow, and metrics to be had. */
export const capacityTodos = ({ instances, missing }: Fields): Todo[] => [
  ...objectsIn(instances)
    .filter(({ size, sizeNeeded }) => textIn(sizeNeeded) !== '' && textIn(sizeNeeded) !== textIn(size))
    .map((one) => ({
      about: `Grow the volumes of ${nameOf(one)} from ${textIn(one.size)} to ${textIn(one.sizeNeeded)}`,
      texts: textIn(one.next) === '' ? ['No command does this: grow them manually.'] : [],
      commands: [textIn(one.next)],
    })),
  ...objectsIn(missing).map((one) => ({
    about: aboutText('Measure', textsIn(one.claims)),
    texts: [textIn(one.hint)],
    commands: [],
  })),
];
