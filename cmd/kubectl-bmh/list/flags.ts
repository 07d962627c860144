import type { Flags, Values } from '../../../lib/cli/command.ts';
import { colorFlag, type connectionFlags, DOCUMENTS } from '../../../lib/cli/flags.ts';

export const listFlags = {
  'all-namespaces': { type: 'boolean', short: 'A', describe: 'List the hosts of all namespaces.' },
  selector: {
    type: 'string',
    short: 'l',
    describe: 'Selector (label query) to filter on, such as -l key1=value1,key2!=value2.',
  },
  'field-selector': {
    type: 'string',
    describe: 'Selector (field query) to filter on, such as --field-selector metadata.name=worker-0.',
  },
  'label-columns': {
    type: 'list',
    short: 'L',
    describe: 'Show these labels as columns; may be repeated, or separated by commas.',
  },
  'show-labels': { type: 'boolean', describe: 'Show all labels in the last column.' },
  'sort-by': {
    type: 'string',
    describe: 'Sort by a field of the JSON output, such as .metadata.name; most severe first by default.',
  },
  output: {
    type: 'string',
    short: 'o',
    choices: [...DOCUMENTS, 'name', 'wide'],
    describe: 'Output format; a jsonpath template applies to the JSON output, as in kubectl.',
  },
  watch: {
    type: 'boolean',
    short: 'w',
    describe: 'After listing the hosts, watch for changes until interrupted.',
  },
  'group-by': {
    type: 'string',
    choices: ['address', 'cluster'],
    describe: 'With -w on a terminal, group hosts by image address, the default, or by Cluster and Machine.',
  },
  'watch-only': {
    type: 'boolean',
    describe: 'Watch for changes until interrupted, without listing the hosts first.',
  },
  'no-headers': { type: 'boolean', describe: 'Omit the table headers.' },
  ...colorFlag,
} as const satisfies Flags;

export type ListValues = Values<typeof listFlags & typeof connectionFlags>;
