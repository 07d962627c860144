import { fieldsOf } from '../objects/fields.ts';

/** The fields of a host that name the Secret with some of its data. */
const REFERENCES = ['userData', 'networkData', 'metaData'];

/** The Secrets that a host's or a claim's first boot is described in. */
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
