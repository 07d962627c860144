import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a source file loads. Paths are absolute. */
export interface Imports {
  text: string;
  /** Files of this project. */
  files: string[];
  /** Everything else, as it is written: packages, Node's own modules, and `import(…)` of what is known at run time alone. */
  others: Other[];
}

export interface Other {
  specifier: string;
  /** What is taken of it; undefined where that is not written down: a default, a namespace, `import()`. */
  names?: string[];
}

/** What `import()` of anything but a string is called in `others`. */
const COMPUTED = '(computed)';

/** Reads each file once, however often it is asked for. Types alone are no imports: nothing is loaded for them. */
export function importGraph(read = readSource) {
  const known = new Map<string, Imports>();

  const importsOf = (file: string): Imports => {
    const found = known.get(file) ?? parse(file, read(file));
    known.set(file, found);
    return found;
  };

  return {
    importsOf,
    /** Every file that `file` can load, itself included, with the least number of imports in between. */
    reach(file: string): Map<string, number> {
      const reached = new Map([[file, 0]]);
      // Iterating a Map includes entries that are added meanwhile.
      for (const [one, distance] of reached)
        for (const next of importsOf(one).files) if (!reached.has(next)) reached.set(next, distance + 1);
      return reached;
    },
  };
}

const readSource = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

const STATEMENT = /^(?:import|export) (?!type )(?:([^'";]*?) from )?'([^']+)'/gm;
const CALL = /\bimport\((?:\s*'([^']+)'\s*\))?/g;

function parse(file: string, text: string): Imports {
  const all: Other[] = [
    ...[...text.matchAll(STATEMENT)].map(([, what, specifier = '']) => ({
      specifier,
      names: what === undefined ? undefined : namesIn(what),
    })),
    ...[...text.matchAll(CALL)].map(([, specifier = COMPUTED]) => ({ specifier })),
  ];
  return {
    text,
    files: all.flatMap(({ specifier }) => (isSource(specifier) ? [join(dirname(file), specifier)] : [])),
    others: all.filter(({ specifier }) => !isSource(specifier)),
  };
}

const isSource = (specifier: string): boolean => /^\..*\.(ts|mjs|cjs)$/.test(specifier);

function namesIn(what: string): string[] | undefined {
  const list = /^\{([\s\S]*)\}$/.exec(what)?.[1];
  return list
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.replace(/ as .*$/, ''));
}
