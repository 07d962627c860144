import { NEW } from '../world/running.ts';
import { both, claim, DELETED, growth, orphaned, type Rows, sized, spec, stopped } from './row.ts';

const BIGGER = { spec: { resources: { requests: { storage: '200Gi' } } } };
const condition = (type: string, status = 'True') => claim({ status: { conditions: [{ type, status }] } });

/** Rows of the guards that look at claims. */
export const claimRows: Rows = {
  'claim-missing': {
    holds: [
      { what: 'one of two', since: (its) => void its.claims.pop() },
      { what: 'that of a replica that was added and has none yet', since: spec({ replicas: 3 }) },
      { what: 'that of a stopped instance that had it', since: stopped, known: { given: 3 } },
    ],
    nearly: [
      { what: 'all there' },
      { what: 'an orphaned claim', since: spec({ replicas: 1 }) },
      { what: 'a stopped instance with as many replicas', since: stopped, known: { given: 2 } },
    ],
  },
  'claim-deleting': {
    holds: [{ what: 'one of two', since: claim(DELETED) }],
    nearly: [{ what: 'none' }, { what: 'an orphaned claim that is not asked for', since: orphaned(DELETED) }],
  },
  'resize-infeasible': {
    holds: [
      { what: 'the volume', since: growth('ControllerResizeInfeasible') },
      { what: 'the file system', since: growth('NodeResizeInfeasible') },
    ],
    nearly: [
      { what: 'not yet', since: growth('ControllerResizeInProgress') },
      { what: 'one that may come right', since: condition('ControllerResizeError') },
    ],
  },
  'claim-unbound': {
    holds: [{ what: 'pending', since: claim({ status: { phase: 'Pending' } }) }],
    nearly: [
      { what: 'Bound' },
      { what: 'an orphaned claim', since: orphaned({ status: { phase: 'Pending' } }) },
    ],
  },
  'not-expandable': {
    holds: [
      { what: 'its class does not allow it', given: { expandable: false } },
      { what: 'there is no such class', since: claim({ spec: { storageClassName: 'gone' } }) },
      { what: 'it has no class', since: claim({ spec: { storageClassName: null } }) },
      {
        what: 'it has no class, and classes may not be read',
        given: { context: { classes: undefined } },
        since: claim({ spec: { storageClassName: '' } }),
      },
    ],
    nearly: [
      { what: 'classes may not be read', given: { context: { classes: undefined } } },
      {
        what: 'its claim has the size already',
        since: both(sized(NEW), claim({ spec: { storageClassName: 'gone' } })),
      },
    ],
  },
  'resize-in-flight': {
    holds: [
      { what: 'to another size', since: both(sized('70Gi', '50Gi'), growth('ControllerResizeInProgress')) },
      {
        what: 'whose file system is to follow',
        since: both(sized('70Gi'), condition('FileSystemResizePending')),
      },
    ],
    nearly: [
      {
        what: 'to the size that is asked for',
        since: both(sized(NEW, '50Gi'), growth('ControllerResizeInProgress')),
      },
      { what: 'a condition that does not hold', since: condition('Resizing', 'False') },
      { what: 'another condition', since: condition('Available') },
      { what: 'another size, and nothing under way', since: sized('70Gi') },
    ],
  },
  'bigger-claim': {
    holds: [
      { what: 'it asks for more', since: sized('200Gi', '50Gi') },
      { what: 'it has more', since: sized('50Gi', '200Gi') },
      {
        what: 'an orphaned claim that is to grow',
        since: orphaned(BIGGER),
        target: { includeOrphaned: true },
      },
    ],
    nearly: [
      { what: 'as big', since: sized(NEW) },
      { what: 'an orphaned claim', since: orphaned(BIGGER) },
    ],
  },
  'unlabelled-claim': {
    holds: [
      { what: 'no labels', since: claim({ metadata: { labels: null } }) },
      {
        what: 'those of another instance',
        since: claim({ metadata: { labels: { 'app.kubernetes.io/instance': 'other' } } }),
      },
    ],
    nearly: [
      { what: 'those of this one' },
      { what: 'and others', since: claim({ metadata: { labels: { team: 'metrics' } } }) },
    ],
  },
  'retention-size': {
    holds: [
      { what: 'more than 85 % of the size', target: { retentionSize: '86GB' } },
      {
        what: 'less than it has',
        since: spec({ retentionSize: '40GB' }),
        target: { retentionSize: '39.9GB' },
      },
      { what: 'less than the volumes may hold', target: { retentionSize: '49GB' } },
      {
        what: 'the same of a limit of none',
        since: spec({ retentionSize: '0' }),
        target: { retentionSize: '49GB' },
      },
    ],
    nearly: [
      { what: 'none', since: spec({ retentionSize: '90GB' }) },
      { what: '85 % of the size', target: { retentionSize: '85GB' } },
      {
        what: 'as much as it has',
        since: spec({ retentionSize: '40GB' }),
        target: { retentionSize: '40GiB' },
      },
      { what: 'as much as the volumes may hold', target: { retentionSize: '50GB' } },
    ],
  },
  quota: {
    holds: [
      { what: 'no room for any', given: { quota: '100Gi' } },
      { what: 'room for one of two', given: { quota: '150Gi' } },
      {
        what: 'of their class',
        given: quotaOf('gold.storageclass.storage.k8s.io/requests.storage', '150Gi'),
      },
    ],
    nearly: [
      { what: 'just enough', given: { quota: '200Gi' } },
      {
        what: 'of another class',
        given: quotaOf('iron.storageclass.storage.k8s.io/requests.storage', '1Gi'),
      },
      {
        what: 'of how many claims a class may have',
        given: quotaOf('gold.storageclass.storage.k8s.io/persistentvolumeclaims', '2'),
      },
      { what: 'of something else', given: quotaOf('pods', '2') },
      { what: 'nothing is to grow', given: { quota: '100Gi' }, target: { size: '50Gi' } },
    ],
  },
};

function quotaOf(limit: string, most: string) {
  return {
    context: { quotas: [{ name: 'storage', hard: { [limit]: most }, used: { [limit]: most } }] },
  };
}
