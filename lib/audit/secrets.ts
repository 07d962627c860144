import { fieldsOf } from '../objects/fields.ts';

/** The fields of a host that refer to Secrets. */
const REFERENCES = ['userData', 'networkData', 'metaData'];

/** The Secrets with the first-boot data of a host or a claim. */
export function secretsOf(object: unknown): { namespace: string; name: string }[] {
  const { kind, metadata, spec } = fieldsOf(object) ?? {};
  if (kind !== 'BareMetalHost' && kind !== 'HostClaim') return [];
  const own = fieldsOf(metadata)?.namespace;
  const fields = fieldsOf(spec) ?? {};
  const references = [
    ...REFERENCES.map((key) => fieldsOf(fields[key])),
    fieldsOf({ name: fields.preprovisioningNetworkDataName }),
  ];
  return references.flatMap((reference) => {
    const name = reference?.name;
    const namespace = reference?.namespace || own;
    return typeof name === 'string' && name && typeof namespace === 'string' ? [{ namespace, name }] : [];
  });
}
