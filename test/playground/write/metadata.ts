import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../http/status.ts';
import type { Meta, Obj } from '../objects/model.ts';

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const NAME_PART = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

/** What is wrong with the metadata of an object that is to be made. */
export function metadataFindings({ metadata }: Obj, nameRule: NameRule = 'subdomain'): Finding[] {
  const { name, labels, annotations, finalizers } = metadata;
  const findings: Finding[] = name
    ? nameFindings(name, nameRule)
    : [
        {
          reason: 'FieldValueRequired',
          field: 'metadata.name',
          detail: 'name or generateName is required',
        },
      ];
  return [
    ...findings,
    ...labelFindings(labels),
    ...Object.keys(annotations ?? {}).flatMap((key) =>
      keyFindings(key.toLowerCase(), 'metadata.annotations', key),
    ),
    ...(finalizers ?? []).flatMap((key) => keyFindings(key, 'metadata.finalizers', key)),
  ];
}

/** What is wrong with the metadata of an update: fields that can't change, finalizers that come too late. */
export function metadataChangeFindings(object: Obj, old: Obj): Finding[] {
  const { metadata } = object;
  const before = old.metadata;
  const findings: Finding[] = [];
  const late = (metadata.finalizers ?? []).filter((one) => !(before.finalizers ?? []).includes(one));
  if (before.deletionTimestamp !== undefined && late.length > 0) {
    findings.push({
      reason: 'FieldValueForbidden',
      field: 'metadata.finalizers',
      detail: `no new finalizers can be added if the object is being deleted, found new finalizers []string{${late
        .toSorted()
        .map((one) => JSON.stringify(one))
        .join(', ')}}`,
    });
  }
  for (const field of ['name', 'namespace', 'uid', 'creationTimestamp', 'deletionTimestamp'] as const) {
    if (!isDeepStrictEqual(metadata[field], before[field])) findings.push(immutable(field, metadata[field]));
  }
  return [...findings, ...labelFindings(metadata.labels)];
}

const immutable = (field: keyof Meta, value: unknown): Finding => ({
  reason: 'FieldValueInvalid',
  field: `metadata.${field}`,
  value: value ?? '',
  detail: 'field is immutable',
});

/** How names of a resource must look: most are DNS subdomains, those of namespaces DNS labels, those of RBAC free. */
export type NameRule = 'subdomain' | 'label' | 'path';

function nameFindings(name: string, rule: NameRule): Finding[] {
  const wrong = (detail: string): Finding[] => [
    { reason: 'FieldValueInvalid', field: 'metadata.name', value: name, detail },
  ];
  if (rule === 'path') {
    if (name === '.' || name === '..') return wrong(`may not be '${name}'`);
    const bad = ['/', '%'].find((character) => name.includes(character));
    return bad === undefined ? [] : wrong(`may not contain '${bad}'`);
  }
  const limit = rule === 'label' ? 63 : 253;
  if (name.length > limit) return wrong(`must be no more than ${limit} bytes`);
  if (rule === 'label') {
    return LABEL.test(name)
      ? []
      : wrong(
          "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
        );
  }
  return subdomainFindings('metadata.name', name);
}

const SUBDOMAIN_DETAIL =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** What is wrong with a field that holds the name of an object whose name is a DNS subdomain. */
export const subdomainFindings = (field: string, value: string): Finding[] =>
  SUBDOMAIN.test(value) ? [] : [{ reason: 'FieldValueInvalid', field, value, detail: SUBDOMAIN_DETAIL }];

function labelFindings(labels: Record<string, string> = {}): Finding[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...keyFindings(key, 'metadata.labels', key),
    ...labelValueFindings(value),
  ]);
}

function labelValueFindings(value: string): Finding[] {
  const wrong = (detail: string): Finding[] => [
    { reason: 'FieldValueInvalid', field: 'metadata.labels', value, detail },
  ];
  if (value.length > 63) return wrong('must be no more than 63 bytes');
  if (LABEL_VALUE.test(value)) return [];
  return wrong(
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
  );
}

function keyFindings(key: string, field: string, value: string): Finding[] {
  const slash = key.indexOf('/');
  const prefix = slash < 0 ? undefined : key.slice(0, slash);
  const name = key.slice(slash + 1);
  const wrong = (detail: string): Finding => ({ reason: 'FieldValueInvalid', field, value, detail });
  const findings: Finding[] = [];
  if (prefix === '') findings.push(wrong('prefix part must be non-empty'));
  else if (prefix !== undefined && !SUBDOMAIN.test(prefix)) {
    findings.push(wrong(`prefix part ${SUBDOMAIN_DETAIL}`));
  }
  if (name === '') findings.push(wrong('name part must be non-empty'));
  else if (name.length > 63) findings.push(wrong('name part must be no more than 63 bytes'));
  if (!NAME_PART.test(name)) {
    findings.push(
      wrong(
        "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      ),
    );
  }
  return findings;
}
