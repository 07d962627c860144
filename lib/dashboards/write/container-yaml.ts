import { printableJson } from '../../words/text.ts';
import { yamlScalar } from '../../words/yaml-scalar.ts';
import type { Container } from '../container.ts';

/** A container with one dashboard, to be written. */
export interface NewContainer {
  kind: Container['kind'];
  name: string;
  namespace: string | undefined;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  /** The name of the file in it: `shop.json`. */
  file: string;
  /** The dashboard, as `blockJson` writes it. */
  json: string;
}

/** The field with the files, as text: that of a Secret is readable as well. */
export const fieldOf = (kind: Container['kind']): 'data' | 'stringData' =>
  kind === 'Secret' ? 'stringData' : 'data';

/** The most that a ConfigMap or a Secret can have, in bytes. */
export const LARGEST = 1024 * 1024;

/**
 * The container as YAML, in the form of §2.3. The dashboard is in a block of JSON that is indented, so that a diff shows what has
 * changed in it.
 */
export function containerYaml(container: NewContainer): string {
  const { kind, name, namespace, labels, annotations, file, json } = container;
  const lines = [
    'apiVersion: v1',
    `kind: ${kind}`,
    'metadata:',
    `  name: ${yamlScalar(name)}`,
    ...(namespace === undefined ? [] : [`  namespace: ${yamlScalar(namespace)}`]),
    ...mapping('labels', labels),
    ...mapping('annotations', annotations),
    `${fieldOf(kind)}:`,
    `  ${yamlScalar(file)}: |-`,
    ...json.split('\n').map((line) => `    ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * A dashboard as JSON that a block of YAML may contain: every line break and every character in it is one for YAML, too. It is
 * indented unless it is too large for that.
 */
export function blockJson(dashboard: Record<string, unknown>): string {
  const pretty = printableJson(JSON.stringify(dashboard, null, 2));
  return Buffer.byteLength(pretty) > LARGEST ? printableJson(JSON.stringify(dashboard)) : pretty;
}

const mapping = (field: string, entries: Record<string, string>): string[] =>
  Object.keys(entries).length === 0
    ? []
    : [
        `  ${field}:`,
        ...Object.entries(entries).map(([key, value]) => `    ${yamlScalar(key)}: ${yamlScalar(value)}`),
      ];
