import { basename, dirname } from 'node:path';
import { type SourceMap, wholeFile } from '../../input/source-map.ts';
import type { LintFinding } from '../../lint/finding.ts';
import type { Expected, GivenContainer } from './check.ts';
import { CHECKS } from './checks/all.ts';
import { type Collector, collectorFor, type Firsts } from './findings.ts';
import { givenContainer } from './read-container.ts';
import { holdsDashboard, looksLikeDashboard, plainDashboard, readText } from './read-dashboard.ts';
import { type FileObject, jsonObjects, yamlObjects } from './read-files.ts';
import type { Query } from './read-query.ts';

/** What is the same for all files of a run. */
export interface Run extends Expected {
  /** What may be there once only: uids, titles and file names. */
  first: Firsts;
  /** Queries that were read already. */
  known: Map<string, Query | undefined>;
}

export const newRun = (expected: Expected = {}): Run => ({ ...expected, first: new Map(), known: new Map() });

/** What was found in a file, and how many dashboards and containers it has. */
interface Linted {
  dashboards: number;
  containers: number;
  findings: Omit<LintFinding, 'path'>[];
}

/**
 * The findings in a YAML or JSON file with containers, or with a dashboard as it is, by their places.
 *
 * @param path as the user calls the file.
 * @param written the file as it is written, with the offset in it of each character of the text, if that is not the file itself.
 * @throws {YamlSyntaxError}
 */
export function lintText(text: string, path: string, run: Run, written: SourceMap = wholeFile(text)): Linted {
  const collector = collectorFor({ ...written, path }, run);
  const objects = jsonObjects(text);
  const [first] = objects ?? [];
  if (first ? plainDashboard(first.value) : isBroken(text, path)) {
    const source = { name: basename(path), container: undefined, folder: `${dirname(path)}/` };
    // A Secret that is broken, or is a dashboard by its other fields, may have its content anywhere.
    const isHidden = SECRET.test(text);
    const read = readText(text, { ...source, isHidden, known: run.known });
    collector.text(read, wholeFile(text).offset, isHidden);
    return { dashboards: 1, containers: 0, findings: collector.findings() };
  }
  const all = objects ?? (mayHold(text) ? yamlObjects(text) : []);
  const counts = all.map((object) => lintObject(object, collector, run));
  return {
    dashboards: counts.reduce<number>((sum, count = 0) => sum + count, 0),
    containers: counts.filter((count) => count !== undefined).length,
    findings: collector.findings(),
  };
}

/** Whether a text is a dashboard whose JSON is broken. YAML may have braces as well. */
const isBroken = (text: string, path: string): boolean =>
  /^\ufeff?\s*\{\s*"/.test(text) && !/\.ya?ml$/.test(path) && looksLikeDashboard(text);

const SECRET = /\bkind["']?\s*:\s*["']?Secret\b|\bstringData\b/;

/** Whether a file may have a container: to read all YAML of a folder takes long, and fails at templates. */
export const mayHold = (text: string): boolean =>
  /ui_dashboard|grafana_dashboard|\.json/.test(text) && /ConfigMap|Secret/.test(text);

/** Checks a container, and returns how many dashboards it has; undefined for another object. */
function lintObject(object: FileObject, collector: Collector, run: Run): number | undefined {
  const found = givenContainer(object.value, holdsDashboard);
  if (!found) return undefined;
  const container = { ...found, repeated: object.repeated() };
  // The lines of a Secret are never shown.
  const isSecret = container.kind === 'Secret';
  for (const check of CHECKS)
    for (const fault of check.container?.(container, run) ?? []) {
      collector.add(
        check,
        fault,
        fault.isKey ? object.keyAt(fault.path) : object.valueAt(fault.path),
        isSecret,
      );
    }
  const files = container.files.filter(
    ({ key, text }) => text !== undefined && (container.dashboards.has(key) || isLoaded(key, container)),
  );
  for (const { key: name, path, text = '' } of files) {
    const read = readText(text, { name, container, isHidden: isSecret, known: run.known });
    const map = isSecret ? undefined : object.textAt(path);
    collector.text(read, map?.text === text ? map.offset : () => object.keyAt(path), isSecret);
  }
  return files.length;
}

const isLoaded = (key: string, { isLabeled }: GivenContainer): boolean => isLabeled && key.endsWith('.json');
