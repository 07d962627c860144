import type { HostContext } from '../../../../lib/hosts/observed.ts';
import type { Remediation } from '../../../../lib/hosts/remediation.ts';
import { annotations } from '../../../support/records.ts';
import type { Row, Rows } from './row.ts';

const broken: Row = { what: 'a broken host' };
const annotated = (key: string, like: string): Rows[string] => ({
  holds: [
    { what: 'there, without a value', patch: annotations({ [key]: '' }) },
    { what: 'there, with a value', patch: annotations({ [key]: 'x' }) },
  ],
  nearly: [
    { what: 'a broken host' },
    { what: 'a key alike', patch: annotations({ [like]: '' }) },
    { what: 'a label', patch: { metadata: { labels: { [key]: '' } } } },
  ],
});
const remediated = (given: Omit<Remediation, 'machine'>): HostContext => ({
  cluster: undefined,
  remediation: { machine: { namespace: 'metal', name: 'worker-0' }, ...given },
});

/** Rows of the guards about moves, other requests to the host, and its context. */
export const contextRows: Rows = {
  'cluster-paused': {
    holds: [{ what: 'paused', context: { cluster: { namespace: 'metal', name: 'prod', paused: true } } }],
    nearly: [
      broken,
      { what: 'not paused', context: { cluster: { namespace: 'metal', name: 'prod', paused: false } } },
    ],
  },
  'block-move': annotated('clusterctl.cluster.x-k8s.io/block-move', 'clusterctl.cluster.x-k8s.io/move'),
  detached: annotated('baremetalhost.metal3.io/detached', 'baremetalhost.metal3.io/detach'),
  'status-annotation': annotated('baremetalhost.metal3.io/status', 'baremetalhost.metal3.io/state'),
  offline: {
    holds: [{ what: 'online false', patch: { spec: { online: false } } }],
    nearly: [broken, { what: 'not said', patch: { spec: { online: null } } }],
  },
  'pending-reboot': {
    holds: [
      { what: 'one', patch: annotations({ 'reboot.metal3.io': '' }) },
      { what: 'a named one', patch: annotations({ 'reboot.metal3.io/me': '{}' }) },
    ],
    nearly: [broken, { what: 'a key alike', patch: annotations({ 'reboot.metal3.iox': '' }) }],
  },
  'missing-rights': {
    holds: [
      {
        what: 'one write is not allowed',
        context: {
          cluster: undefined,
          denied: { what: ['patch baremetalhosts/status'], rule: '- verbs: ["patch"]' },
        },
      },
    ],
    nearly: [broken],
  },
  'machine-health-check': {
    holds: [
      { what: 'watched', context: remediated({ by: 'workers-unhealthy', underway: false }) },
      { what: 'under way', context: remediated({ underway: true }) },
    ],
    nearly: [broken],
  },
};
