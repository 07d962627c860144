import type { Evidence } from '../../../../lib/hosts/diagnosis/evidence.ts';
import { RECORD_ANNOTATION, REENROLL_ANNOTATION } from '../../../../lib/objects/names.ts';
import type { Verdict } from '../../../../lib/words/verdict.ts';
import {
  all,
  annotations,
  MOVED,
  NEW,
  OLD,
  PAUSED,
  RECORD,
  recorded,
  specImage,
  statusImage,
} from '../../../support/records.ts';
import { started } from '../reenroll/records.ts';
import { ABSENT, evidence, failed, ironic, operator, operators, SERVED, UNTOLD } from './evidence.ts';

/** The evidence of a host, and its diagnosis: the cause with the guards that refuse its fix, and the command, if any. */
export interface Row {
  name: string;
  seen: Evidence;
  cause: string;
  verdict: Verdict;
  next?: string;
}

const DETACHED = 'baremetalhost.metal3.io/detached';
const SAVED = 'baremetalhost.metal3.io/status';
const BLOCKED = 'clusterctl.cluster.x-k8s.io/block-move';

const noError = { status: { errorType: null, errorMessage: '', errorCount: 0, operationalStatus: 'OK' } };
const named = all(specImage(NEW), statusImage(NEW));
const healthy = all(noError, named);
const error = (errorType: string | null, errorMessage = 'it failed') => ({
  status: { errorType, errorMessage },
});
const says = (errorMessage: string, errorCount = 3) => ({ status: { errorMessage, errorCount } });
const missing = says("Cannot validate image information for node a. Missing are: ['image_source']");
const deployed = (method: string, now: string) => ({
  spec: { customDeploy: { method: now } },
  status: { provisioning: { customDeploy: { method } } },
});
const methodAlone = all(deployed('a', 'a'), specImage(null), statusImage(null));
const state = (value: string) => ({ status: { provisioning: { state: value } } });
const status = (operationalStatus: string) => ({ status: { operationalStatus } });
const deleting = { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } };
const paused = (value: string) => annotations({ [PAUSED]: value });
const stale = { present: SERVED, operators: operators(), events: [] };
const undo = { ...RECORD, goal: 'undo' };
const pausedCluster = { cluster: { namespace: 'metal', name: 'edge', paused: true } };

const reset = all(named, says('', 0));
/** Who wrote which status field when: a user the error fields, at one minute, and the operator its own. */
const savedAt = (time: string) => ({
  metadata: {
    managedFields: [
      ['kubectl-bmh', '00:01:00', 'f:errorMessage'] as const,
      ['baremetal-operator', time, 'f:lastUpdated'] as const,
    ].map(([manager, at, field]) => ({
      manager,
      operation: 'Update',
      subresource: 'status',
      time: `2026-01-01T${at}Z`,
      fieldsV1: { 'f:status': { [field]: {} } },
    })),
  },
});

/** The command that gives a host its status back. */
const GIVING_BACK = `kubectl patch baremetalhosts.metal3.io worker-0 --subresource=status --type=merge -p ${JSON.stringify(
  {
    metadata: { resourceVersion: '7' },
    status: {
      errorCount: 0,
      errorMessage: '',
      operationalStatus: '',
      poweredOn: true,
      provisioning: { ID: '', state: 'provisioned', image: OLD },
    },
  },
)}`;

const row = (name: string, seen: Evidence, [cause, verdict, next]: [string, Verdict, string?]): Row => ({
  name,
  seen,
  cause,
  verdict,
  ...(next !== undefined && { next }),
});

export const rows: Row[] = [
  row('being deleted', evidence(deleting), ['deleting', 'unknown']),
  row('being deleted under a pause', evidence(all(deleting, paused('true'))), ['deleting', 'blocked']),
  row('another state in the middle of a run', evidence(all(recorded(), state('deprovisioning'))), [
    'lost',
    'failed',
  ]),
  row('another state without a run', evidence(all(noError, state('deprovisioning'))), [
    'deprovisioning',
    'unknown',
    'kubectl describe baremetalhost worker-0',
  ]),
  row('moved while it was paused', evidence(all(MOVED, paused('kubectl-bmh'))), [
    'moved',
    'blocked',
    GIVING_BACK,
  ]),
  row('moved, half repaired', evidence(all(MOVED, recorded())), ['moved', 'blocked', GIVING_BACK]),
  row('a record of another version', evidence(annotations({ [RECORD_ANNOTATION]: '{"v":9}' })), [
    'unreadable-record',
    'blocked',
  ]),
  row('an unfinished reenroll', evidence(started()), [
    'unfinished-reenroll',
    'in-progress',
    'kubectl bmh reenroll worker-0',
  ]),
  row(
    'a reenroll of another version',
    evidence(annotations({ [REENROLL_ANNOTATION]: '{}', [DETACHED]: '' })),
    ['unfinished-reenroll (foreign-detach, unreadable-reenroll)', 'blocked'],
  ),
  row('an unfinished undo', evidence(recorded(undo)), [
    'unfinished-undo',
    'in-progress',
    'kubectl bmh undo worker-0',
  ]),
  row('an unfinished repair', evidence(recorded()), [
    'unfinished-repair',
    'in-progress',
    'kubectl bmh repair worker-0',
  ]),
  row('an unfinished repair without its pause', evidence(recorded(RECORD, null)), [
    'unfinished-repair',
    'in-progress',
    'kubectl bmh repair worker-0',
  ]),
  row('an unfinished repair under another pause', evidence(recorded(RECORD, 'metal3.io/capm3')), [
    'unfinished-repair (foreign-pause)',
    'blocked',
  ]),
  row('addresses that differ, and no pause', evidence(specImage(NEW)), [
    'at-risk',
    'at-risk',
    'kubectl bmh repair worker-0',
  ]),
  row('the same without an error', evidence(all(noError, specImage(NEW))), [
    'at-risk',
    'at-risk',
    'kubectl bmh repair worker-0',
  ]),
  row('no image, and no pause', evidence(specImage(null)), [
    'at-risk',
    'at-risk',
    'kubectl bmh pause worker-0',
  ]),
  row('addresses that differ under a pause', evidence(all(specImage(NEW), paused('true'))), [
    'held (unequal-urls, foreign-pause)',
    'blocked',
  ]),
  row(
    'addresses that differ under a pause, before the host is provisioned',
    evidence(all(specImage(NEW), paused('true'), state('provisioning'))),
    ['other-error', 'degraded', 'kubectl describe baremetalhost worker-0'],
  ),
  row('no image under a pause', evidence(all(specImage(null), paused('true'))), [
    'held (unequal-urls, foreign-pause, no-image)',
    'blocked',
  ]),
  row(
    'no image where none was written',
    evidence(all(healthy, specImage(null), statusImage(null), state('available'))),
    ['healthy', 'healthy'],
  ),

  row('an IP address that does not answer', evidence(), [
    'fixed-address',
    'degraded',
    'kubectl bmh repair worker-0',
  ]),
  row('the same under a pause', evidence(paused('metal3.io/capm3')), [
    'fixed-address (foreign-pause)',
    'blocked',
  ]),
  row('the same of a paused Cluster', evidence({}, { context: pausedCluster }), [
    'fixed-address (cluster-paused)',
    'blocked',
  ]),
  row('the same in a move', evidence(annotations({ [BLOCKED]: '' })), [
    'fixed-address (block-move)',
    'blocked',
  ]),
  row('the same with a saved status', evidence(annotations({ [SAVED]: '{}' })), [
    'fixed-address (status-annotation)',
    'blocked',
  ]),
  row(
    'the same with no image at the new address',
    evidence({}, { context: { cluster: undefined, probe: ABSENT } }),
    ['fixed-address (image-not-served)', 'blocked'],
  ),
  row(
    'a checksum alone at an IP address',
    evidence(all(named, { spec: { image: { checksum: 'http://10.96.14.7/x.md5sum' } } })),
    ['fixed-address', 'degraded', 'kubectl bmh repair worker-0'],
  ),
  row('information that is missing', evidence(all(named, missing)), [
    'missing-information',
    'degraded',
    'kubectl bmh reenroll worker-0',
  ]),
  row('the same at an IP address', evidence(missing), ['missing-information', 'degraded']),
  row('information that is not missing', evidence(says('Cannot validate image information: HTTP 404')), [
    'fixed-address',
    'degraded',
    'kubectl bmh repair worker-0',
  ]),
  row(
    'the error where others provisioned',
    evidence(all(state('externally provisioned'), { spec: { externallyProvisioned: true } })),
    ['externally-provisioned-error', 'degraded', 'kubectl describe baremetalhost worker-0'],
  ),
  row('a name, and its server says 404', evidence(named, { ...stale, present: ABSENT }), [
    'image-not-served',
    'degraded',
  ]),
  row(
    'a name, and its server says 404 for the checksum',
    evidence(named, { ...stale, present: { ...SERVED, checksum: { kind: 'absent' } } }),
    ['image-not-served', 'degraded'],
  ),
  row('a name that could not be probed', evidence(named, { ...stale, present: UNTOLD }), [
    'address-by-name',
    'unknown',
    'kubectl describe baremetalhost worker-0',
  ]),

  row(
    'a name, and the operator has no pods',
    evidence(named, { ...stale, operators: operators({ operators: [operator({ ready: 0 })] }) }),
    ['operator-down', 'degraded', 'kubectl describe deployment controller'],
  ),
  row(
    'a name, and no operator holds the lease',
    evidence(named, {
      ...stale,
      operators: operators({
        operators: [],
        leases: [{ namespace: 'bmo', holder: undefined, renewTime: undefined }],
      }),
    }),
    ['operator-down', 'degraded', 'kubectl get pods'],
  ),
  row(
    'a name, and leases that could not be read',
    evidence(named, { ...stale, operators: operators({ operators: [], leases: undefined }) }),
    ['operator-unknown', 'unknown', 'kubectl bmh version'],
  ),
  row('an error that was reset', evidence(all(named, says('', 0)), stale), [
    'not-retried',
    'degraded',
    'kubectl bmh wait worker-0',
  ]),
  row(
    'an error that was reset, and a save within the minute',
    evidence(all(reset, savedAt('00:02:00')), stale),
    ['not-retried', 'degraded', 'kubectl bmh wait worker-0'],
  ),
  row('an error that was reset, and saves since', evidence(all(reset, savedAt('00:02:01')), stale), [
    'node-active',
    'degraded',
    'kubectl patch baremetalhost worker-0 --subresource=status --type=merge -p {"status":{"errorType":null,"operationalStatus":"OK"}}',
  ]),
  row(
    'an error about the old address',
    evidence(
      all(
        named,
        says(`validation of image ${'http://10.96.14.7/images/metal-std-ubuntu.qcow2'} failed: 404`),
      ),
      stale,
    ),
    ['old-address-in-ironic', 'degraded', 'kubectl bmh reenroll worker-0'],
  ),
  row(
    'an error about the present address',
    evidence(all(named, says(`validation of image ${NEW.url} failed: 404`)), stale),
    ['backing-off', 'degraded', 'kubectl bmh reenroll worker-0'],
  ),
  row(
    'an error about the present checksum',
    evidence(all(named, says(`validation of ${NEW.checksum}: 404`)), stale),
    ['backing-off', 'degraded', 'kubectl bmh reenroll worker-0'],
  ),
  row(
    'a short name, and Ironic on the host network',
    evidence(named, {
      ...stale,
      operators: operators({ ironics: [ironic('metal', { hostNetwork: true, clusterDns: false })] }),
    }),
    [
      'short-name',
      'degraded',
      'kubectl bmh repair worker-0 --service httpd-http.metal.svc.cluster.local --accept address-not-ip',
    ],
  ),
  row(
    'a short name, and Ironic on the pod network',
    evidence(named, { ...stale, operators: operators({ ironics: [ironic('metal')] }) }),
    ['backing-off', 'degraded', 'kubectl bmh reenroll worker-0'],
  ),
  row(
    'an error that came again and again',
    evidence(all(named, says('404', 1)), { ...stale, events: [failed(1), failed(2)] }),
    ['flapping', 'degraded', 'kubectl bmh reenroll worker-0'],
  ),
  row('an error that came once', evidence(all(named, says('404', 1)), { ...stale, events: [failed(1)] }), [
    'backing-off',
    'degraded',
    'kubectl bmh reenroll worker-0',
  ]),
  row(
    'an error that came often, the last time long ago',
    evidence(all(named, says('404', 9)), { ...stale, events: [failed(9)] }),
    ['backing-off', 'degraded', 'kubectl bmh reenroll worker-0'],
  ),
  row('a name, the error, and a pause', evidence(all(named, paused('true')), stale), [
    'paused-by-hand',
    'blocked',
  ]),

  row('a BMC that does not answer', evidence(error('registration error')), [
    'bmc-fault',
    'degraded',
    'kubectl describe baremetalhost worker-0',
  ]),
  ...(
    [
      ['inspection error', 'inspection-error'],
      ['preparation error', 'preparation-error'],
      ['provisioning error', 'provisioning-error'],
      ['power management error', 'power-fault'],
      ['servicing error', 'servicing-error'],
      ['detach error', 'other-error'],
    ] as const
  ).map(([type, cause]) =>
    row(`the error "${type}"`, evidence(error(type)), [
      cause,
      'degraded',
      'kubectl describe baremetalhost worker-0',
    ]),
  ),
  row('an error of no type', evidence(all(named, error(null))), [
    'other-error',
    'degraded',
    'kubectl describe baremetalhost worker-0',
  ]),
  row('the registration error in another state', evidence(state('preparing')), [
    'other-error',
    'degraded',
    'kubectl describe baremetalhost worker-0',
  ]),

  row('paused by the Cluster API provider', evidence(all(healthy, paused('metal3.io/capm3'))), [
    'paused',
    'unknown',
  ]),
  row(
    'a name, the error, and a pause of its HostClaim',
    evidence(all(named, paused('metal3.io/hostclaim')), stale),
    ['paused', 'blocked'],
  ),
  row('paused by this tool', evidence(all(healthy, paused('kubectl-bmh'))), [
    'paused-by-hand',
    'blocked',
    'kubectl bmh resume worker-0',
  ]),
  row('paused by hand', evidence(all(healthy, paused('true'))), ['paused-by-hand', 'blocked']),
  row('paused without a value', evidence(all(healthy, paused(''))), ['paused-by-hand', 'blocked']),
  row('paused with an unknown value', evidence(all(healthy, paused('toString'))), [
    'paused-by-hand',
    'blocked',
  ]),
  row('detached', evidence(all(healthy, annotations({ [DETACHED]: '' }))), ['detached', 'unknown']),
  row('in a move', evidence(all(healthy, annotations({ [SAVED]: '{}' }))), ['saved-status', 'unknown']),
  row('held for a move', evidence(all(healthy, annotations({ [BLOCKED]: '' }))), ['block-move', 'unknown']),

  ...(
    [
      ['', 'new', 'unknown'],
      ['registering', 'registering', 'unknown'],
      ['inspecting', 'inspecting', 'unknown'],
      ['match profile', 'matching-profile', 'unknown'],
      ['preparing', 'preparing', 'unknown'],
      ['provisioning', 'provisioning', 'unknown'],
      ['deprovisioning', 'deprovisioning', 'unknown'],
      ['powering off before delete', 'powering-off', 'unknown'],
      ['deleting', 'deleting-node', 'unknown'],
      ['unmanaged', 'unmanaged', 'blocked'],
    ] as const
  ).map(([value, cause, verdict]) =>
    row(`the state "${value}"`, evidence(all(healthy, state(value)), { operators: operators() }), [
      cause,
      verdict,
      'kubectl describe baremetalhost worker-0',
    ]),
  ),
  ...(
    [
      ['discovered', 'discovered', 'blocked'],
      ['delayed', 'delayed', 'unknown'],
      ['servicing', 'servicing', 'unknown'],
      ['detached', 'attaching', 'unknown'],
      ['', 'no-status', 'unknown'],
    ] as const
  ).map(([value, cause, verdict]) =>
    row(
      `the operational status "${value}"`,
      evidence(all(healthy, status(value)), { operators: operators() }),
      [cause, verdict, 'kubectl describe baremetalhost worker-0'],
    ),
  ),
  row(
    'on its way, and no operator',
    evidence(all(healthy, state('preparing')), {
      operators: operators({ operators: [operator({ wanted: 0, ready: 0 })] }),
    }),
    ['operator-stopped', 'blocked', 'kubectl describe deployment controller'],
  ),

  row('well, at an IP address', evidence(noError), [
    'healthy-at-fixed-address',
    'healthy',
    'kubectl bmh repair worker-0 --preventive',
  ]),
  row('well, at an IP address, and nothing is deployed there', evidence(all(noError, state('available'))), [
    'healthy',
    'healthy',
  ]),
  row(
    'well, at an IP address that its source holds',
    evidence(all(noError, annotations({ 'meta.helm.sh/release-name': 'hosts' }))),
    ['healthy-at-fixed-address (gitops)', 'healthy'],
  ),
  row('well', evidence(healthy), ['healthy', 'healthy']),
  row('without an error, with errors counted', evidence(all(healthy, { status: { errorCount: 4 } })), [
    'errors-counted',
    'unknown',
    'kubectl patch baremetalhost worker-0 --subresource=status --type=merge -p {"status":{"errorCount":0}}',
  ]),
  row(
    'without an error at an IP address, with errors counted',
    evidence(all(noError, { status: { errorCount: 1 } })),
    ['between-errors', 'unknown', 'kubectl bmh repair worker-0 --preventive'],
  ),
  row(
    'healthy, and no operator manages it',
    evidence(healthy, { operators: operators({ operators: [operator({ ready: 0 })] }) }),
    ['healthy', 'healthy'],
  ),
  ...['available', 'ready', 'externally provisioned'].map((value) =>
    row(`well and ${value}`, evidence(all(healthy, state(value))), ['healthy', 'healthy']),
  ),
  row('a deploy method that was changed, and no pause', evidence(all(healthy, deployed('a', 'b'))), [
    'at-risk',
    'at-risk',
    'kubectl bmh pause worker-0',
  ]),
  row('the deploy method that was used', evidence(all(healthy, deployed('a', 'a'))), ['healthy', 'healthy']),
  row('the deploy method that was used, without an image', evidence(all(healthy, methodAlone)), [
    'healthy',
    'healthy',
  ]),
  row(
    'a deploy method without an image that was changed',
    evidence(all(healthy, methodAlone, deployed('a', 'b'))),
    ['at-risk', 'at-risk', 'kubectl bmh pause worker-0'],
  ),
  row('the error of a deploy method without an image', evidence(methodAlone), [
    'custom-deploy-error',
    'degraded',
    'kubectl describe baremetalhost worker-0',
  ]),
  row('a live ISO at an IP address', evidence({ spec: { image: { format: 'live-iso' } } }), [
    'fixed-address (no-checksum-image)',
    'blocked',
  ]),
  row(
    'a checksum of another type at an IP address',
    evidence({ spec: { image: { checksumType: 'sha256' } } }),
    ['fixed-address (checksum-type)', 'blocked', 'kubectl bmh repair worker-0 --checksum-type sha256'],
  ),
  row(
    'a name, and a lease that was not renewed for hours',
    evidence(named, { ...stale, operators: operators({ readAt: new Date('2026-01-01T01:00:01Z') }) }),
    ['operator-down', 'degraded', 'kubectl describe deployment controller'],
  ),
  row(
    'a name, and a lease that was renewed within the hour',
    evidence(named, { ...stale, operators: operators({ readAt: new Date('2026-01-01T00:59:59Z') }) }),
    ['backing-off', 'degraded', 'kubectl bmh reenroll worker-0'],
  ),
  row(
    'a short name, and Ironic on the host network with the DNS of the cluster',
    evidence(named, {
      ...stale,
      operators: operators({ ironics: [ironic('metal', { hostNetwork: true })] }),
    }),
    ['backing-off', 'degraded', 'kubectl bmh reenroll worker-0'],
  ),
  row(
    'a short name, and Ironic in another namespace',
    evidence(named, { ...stale, operators: operators({ ironics: [ironic('bmo')] }) }),
    [
      'short-name',
      'degraded',
      'kubectl bmh repair worker-0 --service httpd-http.metal.svc.cluster.local --accept address-not-ip',
    ],
  ),
];
