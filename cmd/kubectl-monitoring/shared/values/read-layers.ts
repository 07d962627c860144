import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Host } from '../../../../lib/cli/command.ts';
import { readGivenFile } from '../../../../lib/input/given-file.ts';
import type { Unread } from '../../../../lib/lint/finding.ts';
import { MONITORING_NAMESPACE } from '../../../../lib/objects/names.ts';
import { type FileLayer, NoLayer, readLayer } from '../../../../lib/values/read-layer.ts';
import { readStdin } from '../../../shared/read-stdin.ts';
import { parsedFile } from '../parsed-file.ts';

/** The layers of `-f`, the lowest first. */
export interface GivenLayers {
  layers: FileLayer[];
  unread: Unread[];
  /** Values files beside those of a folder, which are not read: their order is unknown. */
  others: string[];
}

/** A file of `-f`, as the user would call it. */
interface GivenFile {
  name: string;
  read(): Buffer | Promise<Buffer>;
  /** Whether it is the values.yaml of a chart. */
  isChart: boolean;
}

/** Reads the files of `-f`; without any, those of the current folder. */
export async function readLayers(names: readonly string[], host: Host): Promise<GivenLayers> {
  const given: GivenLayers = { layers: [], unread: [], others: [] };
  for (const name of names.length > 0 ? names : ['.']) {
    const file =
      name === '-' ? { name: 'stdin', read: () => readStdin(host), isChart: false } : fileOf(name, host);
    if ('reason' in file) {
      given.unread.push(file);
      continue;
    }
    const { name: path, isChart } = file;
    let isTemplated = false;
    const read = await parsedFile({ path, hint: READABLE, invalid: VALID }, file.read, (text) => {
      isTemplated = text.includes('{{');
      return layerOf(path, text, isChart);
    });
    if ('reason' in read && isTemplated) read.hint = TEMPLATE;
    if ('reason' in read) given.unread.push(read);
    else given.layers.push(read);
    if (path !== name && names.every((other) => resolve(host.cwd(), other) !== resolve(host.cwd(), path)))
      given.others.push(...(await othersBeside(path, names, host)));
  }
  return given;
}

/** That files have no values of the chart, and what to pass. */
export const NO_VALUES = {
  reason: 'no values of the monitoring chart found',
  hint: 'pass files with keys such as prometheus, alertmanager and grafana, or metrics, alerts and ui',
};

const READABLE = 'pass a file that you may read, or - for stdin';
const VALID = 'correct it, or pass another file';
const TEMPLATE = 'it looks like a template: pass the values file that it is rendered with';

function layerOf(path: string, text: string, isChart: boolean): FileLayer | Unread {
  try {
    return readLayer(path, text, { isChart });
  } catch (error) {
    if (error instanceof NoLayer) return { path, reason: error.message, hint: VALID };
    throw error;
  }
}

/** A file itself, or the values.yaml of a folder. */
function fileOf(name: string, host: Host): GivenFile | Unread {
  const path = resolve(host.cwd(), name);
  // Whether it is there at all is found when it is read.
  if (!isFolder(path)) return { name, read: () => readGivenFile(path), isChart: false };
  const block = join(name, MONITORING_NAMESPACE);
  for (const folder of [name, block])
    for (const base of ['values.yaml', 'values.yml']) {
      const file = join(folder, base);
      if (!existsSync(resolve(host.cwd(), file))) continue;
      const isChart = existsSync(resolve(host.cwd(), folder, 'Chart.yaml'));
      return { name: file, read: () => readGivenFile(resolve(host.cwd(), file)), isChart };
    }
  return {
    path: name,
    reason: 'has no values.yaml',
    hint: 'pass the values files with -f, in the order of Helm',
  };
}

/** A path that cannot be looked at is read as a file, which says why not. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Values files of an environment, such as values-prod.yaml, that no -f names. */
async function othersBeside(path: string, names: readonly string[], host: Host): Promise<string[]> {
  const folder = join(path, '..');
  const entries = await readdir(resolve(host.cwd(), folder)).catch(() => []);
  const given = new Set(names.map((name) => resolve(host.cwd(), name)));
  return entries
    .filter((entry) => /^(values[-._].+|.+[-._]values)\.ya?ml$/.test(entry) && entry !== basename(path))
    .toSorted()
    .map((entry) => join(folder, entry))
    .filter((file) => !given.has(resolve(host.cwd(), file)));
}
