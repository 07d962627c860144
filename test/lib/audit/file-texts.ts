import { type FileFindings, findingsOfFile } from '../../../lib/audit/file-findings.ts';
import type { Expectation } from '../../../lib/audit/judge.ts';

const NAME = 'node-std-ubuntu.qcow2';

/** The marks for addresses in test files: `$image` and `$sum` are fixed, `$kept` is not. */
const ADDRESSES: Record<string, [from: string, to: string]> = {
  $image: [`http://10.0.0.1/images/${NAME}`, `http://httpd-http/images/${NAME}`],
  $sum: [`http://10.0.0.1/images/${NAME}.md5sum`, `http://httpd-http/images/${NAME}.md5sum`],
  $kept: [`http://10.0.0.1/images/${NAME}`, `http://10.0.0.1/images/${NAME}`],
};

/** A text before and after the fix. */
export const beforeAndAfter = (marked: string): [before: string, after: string] => [
  marked.replaceAll(/\$(image|sum|kept)/g, (mark) => ADDRESSES[mark]?.[0] ?? ''),
  marked.replaceAll(/\$(image|sum|kept)/g, (mark) => ADDRESSES[mark]?.[1] ?? ''),
];

export const EXPECTATION: Expectation = { service: 'httpd-http', flavors: [], from: 'file' };

export const judgedText = (text: string, { secrets = false } = {}): FileFindings =>
  findingsOfFile(text, { name: 'a.yaml', expectation: EXPECTATION, secrets });

/** A machine template with these two values. Fixing it harms no host. */
export const template = (
  url: string,
  checksum = 'http://httpd-http/images/node-std-ubuntu.qcow2.md5sum',
): string =>
  `apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
kind: Metal3MachineTemplate
metadata: {name: workers, namespace: metal}
spec:
  template:
    spec:
      image:
        url: ${url}
        checksum: ${checksum}
`;

/** A host. */
export const host = (url: string): string =>
  `apiVersion: metal3.io/v1alpha1
kind: BareMetalHost
metadata: {name: worker-0, namespace: metal}
spec:
  online: true
  bmc: {address: "redfish://10.0.0.9/redfish/v1/Systems/1"}
  image:
    url: ${url}
    checksum: 900150983cd24fb0d6963f7d28e17f72
`;
