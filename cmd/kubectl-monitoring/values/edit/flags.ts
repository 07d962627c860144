import type { Flags, Values } from '../../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../../lib/cli/flags.ts';
import { editFlags } from '../../shared/values/edit-flags.ts';

export const receiverFlags = {
  webhook: {
    type: 'string',
    describe: 'Address of the webhook that gets the alerts (- to read it from stdin); required.',
  },
  'send-resolved': { type: 'boolean', describe: 'Also tell it when an alert is resolved.' },
  route: {
    type: 'list',
    hasCommas: true,
    describe:
      'Matcher of the alerts that it gets, such as severity=critical; may be repeated: all must match.',
  },
  'repeat-interval': {
    type: 'string',
    describe:
      'How often it is notified again while an alert fires, such as 5m; as the route above if not set.',
  },
  ...editFlags,
} as const satisfies Flags;

export const ingressFlags = {
  issuer: { type: 'string', describe: 'ClusterIssuer of cert-manager that issues the certificate.' },
  'tls-secret': { type: 'string', describe: 'Secret with the certificate.' },
  ...editFlags,
} as const satisfies Flags;

export const passwordFlags = {
  'existing-secret': {
    type: 'string',
    describe: 'Keep the password in this Secret, which is created if it does not exist.',
  },
  generate: { type: 'boolean', describe: 'Make a password of random letters, digits, - and _.' },
  ...editFlags,
} as const satisfies Flags;

export const storageFlags = {
  component: {
    type: 'string',
    choices: ['metrics', 'alerts', 'ruler'],
    default: 'metrics',
    describe: 'Whose volumes: Prometheus (metrics), Alertmanager (alerts) or ThanosRuler (ruler).',
  },
  ...editFlags,
} as const satisfies Flags;

export const replicasFlags = editFlags;

type Connecting<F extends Flags> = Values<F & typeof connectionFlags>;

export type ReceiverValues = Values<typeof receiverFlags>;
export type IngressValues = Values<typeof ingressFlags>;
export type PasswordValues = Connecting<typeof passwordFlags>;
export type StorageValues = Connecting<typeof storageFlags>;
export type ReplicasValues = Connecting<typeof replicasFlags>;
