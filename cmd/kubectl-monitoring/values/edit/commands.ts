import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { ingressFlags, passwordFlags, receiverFlags, replicasFlags, storageFlags } from './flags.ts';

const group = 'Values Commands';

/** What every command that changes values files does. */
const EDITS = `
    The files are changed in place, and no other byte of them changes. The command shows the diff and asks first. It refuses to change a
    value that a template fills in, that is shared through an anchor, or that several of the files set, and any change after which
    "kubectl monitoring values check" would find something new.`;

export const addReceiverCommand = defineCommand({
  name: 'values add-receiver',
  summary: 'Add a receiver of alerts to the values',
  description: `
    Adds a receiver with a webhook to the alert manager's configuration. Helm replaces lists, so the whole list of receivers is written
    into the last file, with the receiver "null", to which routes of the chart lead; a comment says where its entries come from.

    With --route, alerts that match are sent to it: the new route is the first, and alerts continue to the routes after it. Give the
    address of the webhook as - to read it from stdin, because whoever knows it can use it.
${EDITS}`,
  group,
  examples: [
    {
      comment: 'Add a receiver, and send it critical alerts',
      command:
        'kubectl monitoring values add-receiver pager -f monitoring-system --webhook https://pager.example.com/alerts --route severity=critical',
    },
    {
      comment: 'Show what would be written',
      command:
        'kubectl monitoring values add-receiver pager -f monitoring-system --webhook - --diff < webhook-url',
    },
  ],
  args: ['NAME'],
  complete: [[]],
  flags: receiverFlags,
  connects: false,
  load: async () => (await import('./handlers.ts')).addReceiver,
});

export const setIngressCommand = defineCommand({
  name: 'values set-ingress',
  summary: 'Expose the dashboard UI through an ingress',
  description: `
    Enables the ingress of the dashboard UI for a host name, and sets its certificate and root_url to match. With --issuer, cert-manager
    issues the certificate into the Secret of --tls-secret, which is named after the host if that is not set. Without both, there is no TLS.
    Several replicas of the UI get sticky sessions, as ingress-nginx has them.
${EDITS}`,
  group,
  examples: [
    {
      comment: 'With a certificate from a ClusterIssuer',
      command:
        'kubectl monitoring values set-ingress grafana.example.com -f monitoring-system --issuer letsencrypt',
    },
    {
      comment: 'With a certificate that is in a Secret',
      command:
        'kubectl monitoring values set-ingress grafana.example.com -f monitoring-system --tls-secret grafana-tls',
    },
  ],
  args: ['HOST'],
  complete: [[]],
  flags: ingressFlags,
  connects: false,
  load: async () => (await import('./handlers.ts')).setIngress,
});

export const setPasswordCommand = defineCommand({
  name: 'values set-admin-password',
  summary: 'Set the admin password of the dashboard UI',
  description: `
    Sets the admin password of the dashboard UI, which otherwise changes on each CI run. The password is read from a prompt or from stdin,
    or --generate makes one. It is never printed, and never on the command line.

    With --existing-secret, it is kept in that Secret of the namespace monitoring-system (-n selects another), which is created or changed,
    and the values name the Secret. A Secret that has a password keeps it, unless you give another one. Without --existing-secret, the
    password is written into the values file, which is refused for a file that git tracks.

    The UI reads the password when its pods start.
${EDITS}`,
  group,
  examples: [
    {
      comment: 'Keep a new password in a Secret',
      command:
        'kubectl monitoring values set-admin-password -f monitoring-system --existing-secret grafana-admin --generate',
    },
    {
      comment: 'Give the password on stdin',
      command:
        'kubectl monitoring values set-admin-password -f monitoring-system --existing-secret grafana-admin --yes < password',
    },
  ],
  args: [],
  flags: passwordFlags,
  connects: true,
  load: async () => (await import('./handlers.ts')).setAdminPassword,
});

export const setStorageCommand = defineCommand({
  name: 'values set-storage',
  summary: 'Set the size of volumes in the values',
  description: `
    Sets the size of the volumes of the metrics server, or of another --component, for a release that is not installed yet. retentionSize
    keeps its share of the volume.

    The command refuses if the cluster has an instance with another size, because a release with another claim template has the StatefulSet
    made again: "kubectl monitoring resize-pvc" grows those volumes and changes the values. If the cluster cannot be read, it says that
    this was not checked.
${EDITS}`,
  group,
  examples: [
    {
      comment: 'Give the metrics server volumes',
      command: 'kubectl monitoring values set-storage 100Gi -f monitoring-system',
    },
    {
      comment: 'Give the alert manager volumes',
      command: 'kubectl monitoring values set-storage 10Gi -f monitoring-system --component alerts',
    },
  ],
  args: ['SIZE'],
  complete: [[]],
  flags: storageFlags,
  connects: true,
  load: async () => (await import('./handlers.ts')).setStorage,
});

export const setReplicasCommand = defineCommand({
  name: 'values set-replicas',
  summary: 'Set the replicas of a component in the values',
  description: `
    Sets the replicas of a component: metrics, alerts, ruler, ui or cluster-state, by the same rules as "kubectl monitoring scale", which
    also changes the cluster. It refuses a change that would delete claims or break a rule of scaling. If the cluster cannot be read, it
    says that this was not checked.
${EDITS}`,
  group,
  examples: [
    {
      comment: 'Run three alert managers',
      command: 'kubectl monitoring values set-replicas alerts 3 -f monitoring-system',
    },
  ],
  args: ['COMPONENT', 'REPLICAS'],
  complete: [['metrics', 'alerts', 'ruler', 'ui', 'cluster-state'], []],
  flags: replicasFlags,
  connects: true,
  load: async () => (await import('./handlers.ts')).setReplicas,
});
