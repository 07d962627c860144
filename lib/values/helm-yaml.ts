import {
  boolYaml11Tag,
  constructFromEvents,
  defineScalarTag,
  FAILSAFE_SCHEMA,
  mergeTag,
  NOT_RESOLVED,
  nullYaml11Tag,
  Schema,
  YAMLException,
} from 'js-yaml';
import { DEEPEST } from '../input/json.ts';
import { YamlSyntaxError } from '../input/yaml-documents.ts';
import { asSyntaxError, eventsOf, type YamlEvents } from './yaml-events.ts';

/** A map of values. */
export type Values = Readonly<Record<string, unknown>>;

/** The documents of a file of values or manifests. Helm reads the first one of a values file. */
export interface HelmFile {
  documents: unknown[];
  /** Whether a map has a key twice: Helm takes the last one. */
  hasTwins: boolean;
}

/**
 * Reads a file as Helm does: YAML 1.1 as Go's parser knows it, and the last of several equal keys.
 *
 * @throws {YamlSyntaxError}
 */
export function readAsHelm(text: string, { events, source }: YamlEvents = eventsOf(text)): HelmFile {
  try {
    const options = { source, schema: HELM, maxAliases: MOST_ALIASES };
    const [documents, hasTwins] = withoutTwins(() => constructFromEvents(events, options)) ?? [
      constructFromEvents(events, { ...options, json: true }),
      true,
    ];
    checkSize(documents);
    return { documents, hasTwins };
  } catch (error) {
    throw asSyntaxError(error);
  }
}

/** Of one file; more than anyone writes, and too few to expand for long. */
const MOST_ALIASES = 10_000;

function withoutTwins(read: () => unknown[]): [documents: unknown[], hasTwins: false] | undefined {
  try {
    return [read(), false];
  } catch (error) {
    if (error instanceof YAMLException && error.reason === 'duplicated mapping key') return undefined;
    throw error;
  }
}

/** Aliases of aliases expand to any number of values, or never end. @throws {YamlSyntaxError} */
function checkSize(documents: unknown[]): void {
  let count = 0;
  const walk = (value: unknown, depth: number): void => {
    count += 1;
    if (count > MOST_VALUES || depth > DEEPEST)
      throw new YamlSyntaxError(`line 1, column 1: its aliases expand to more than ${MOST_VALUES} values`);
    if (typeof value === 'object' && value !== null)
      for (const child of Object.values(value)) walk(child, depth + 1);
  };
  walk(documents, 0);
}

const MOST_VALUES = 200_000;

/** Integers as Go's parser reads them: decimal, octal (`017`, `0o17`), hexadecimal and binary, with `_` between digits. */
const intTag = defineScalarTag('tag:yaml.org,2002:int', {
  implicit: true,
  implicitFirstChars: ['-', '+', ...'0123456789'],
  resolve: (source) => {
    const text = source.replaceAll('_', '');
    const [, sign = '', digits = ''] =
      /^([-+]?)(0|[1-9][0-9]*|0[0-7]+|0o[0-7]+|0x[0-9a-fA-F]+|0b[01]+)$/.exec(text) ?? [];
    if (digits === '') return NOT_RESOLVED;
    const value = Number(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
    return sign === '-' ? -value : value;
  },
  identify: () => false,
  represent: String,
});

/** Decimal fractions, with an exponent or without. */
const floatTag = defineScalarTag('tag:yaml.org,2002:float', {
  implicit: true,
  implicitFirstChars: ['-', '+', '.', ...'0123456789'],
  resolve: (source) => {
    const text = source.replaceAll('_', '');
    return /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/.test(text) ? Number(text) : NOT_RESOLVED;
  },
  identify: () => false,
  represent: String,
});

const HELM = new Schema([...FAILSAFE_SCHEMA.tags, nullYaml11Tag, boolYaml11Tag, intTag, floatTag, mergeTag]);
