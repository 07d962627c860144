import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** A CustomResourceDefinition, as far as a test reads one. */
export interface Definition {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    group: string;
    names: { kind: string; plural: string };
    versions: { name: string; schema: { openAPIV3Schema: Record<string, unknown> } }[];
  };
}

const HOSTS = ['baremetalhosts', 'clusters', 'machinehealthchecks', 'machines', 'metal3machines'];
const AUDITED = [
  'dataimages',
  'hostclaims',
  'hostfirmwarecomponents',
  'ironics',
  'metal3machinetemplates',
  'preprovisioningimages',
];
const MONITORING = ['alertmanagers', 'prometheusagents', 'prometheuses', 'prometheusrules', 'thanosrulers'];

/**
 * The definitions that the scenarios with hosts use. They are slim: of each field that we or the operator use they
 * have the real definition's type, enum, default and requirements; other fields they leave out.
 */
export const definitions = (): Promise<Definition[]> => read(HOSTS);

/** The same of the other kinds that hold addresses of images. */
export const auditedDefinitions = (): Promise<Definition[]> => read(AUDITED);

/** The same of the monitoring building block. */
export const monitoringDefinitions = (): Promise<Definition[]> => read(MONITORING);

const read = (files: string[]): Promise<Definition[]> =>
  Promise.all(
    files.map(async (name) => parse(await readFile(new URL(`${name}.yaml`, import.meta.url), 'utf8'))),
  );

/** Path of a definition's collection: of one namespace, or of all of them. */
export function collection({ spec: { group, names, versions } }: Definition, namespace?: string): string {
  const scope = namespace === undefined ? '' : `/namespaces/${namespace}`;
  return `/apis/${group}/${versions[0]?.name}${scope}/${names.plural}`;
}
