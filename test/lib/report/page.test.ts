import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reportPage } from '../../../lib/report/page.ts';
import { pageOf, shownIn, textOf } from './page-text.ts';
import {
  audit,
  capacity,
  diagnosis,
  failed,
  fewHosts,
  fleet,
  interrupted,
  RESULTS,
  repaired,
  resized,
  run,
  status,
  undone,
} from './results.ts';

/** What the page of each result shows, in this order. */
const SHOWN: [string, object, string[]][] = [
  [
    'a repair that went well',
    repaired(),
    [
      'Repair of host metal3/worker-0 repaired Run Command kubectl bmh repair worker-0 -n metal3 -y',
      'User jane@example.com Context production Server https://10.9.8.7:6443 Version v0.1.0',
      'Started 2026-01-02 03:04:05 UTC Ended 2026-01-02 03:06:18 UTC Duration 2m13s',
      'Left to do Warning image-not-probed: metal3/worker-0 The image server could not be asked Check that it serves the image',
      'image-not-probed : the image server could not be asked check that it serves the image',
      'status.errorCount passed 0',
      'baremetalhost.metal3.io/worker-0 -n metal3',
      'spec.image.url http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2 http://httpd-http/images/acme-standard-ubuntu2204.qcow2',
      'spec.image.checksumType absent md5',
      'metadata.annotations["example.com/reviewed"] no removed',
      'Timeline (times in UTC) of 2026-01-02 Step Result Ended Took Validate the host done 03:04:05 Start kubectl proxy done 03:04:08 3s',
      'Made by kubectl bmh v0.1.0. This page loads nothing from elsewhere.',
    ],
  ],
  [
    'a repair that was interrupted',
    interrupted(),
    [
      'Repair of host metal3/worker-1 interrupted The run was interrupted before it finished.',
      'User unknown',
      'Left to do Interrupted: metal3/worker-1 kubectl bmh repair worker-1 -n metal3 --context production',
      'Current state: host metal3/worker-1 is paused, and its status has the new address Before, and what was written Field Before Written',
      'Patch the spec of the host the API server did not answer in 30s failed 03:04:23 3s Resume the host not reached Stop the proxy not reached',
    ],
  ],
  [
    'a repair of a few hosts',
    fewHosts(),
    [
      'Repair of 3 hosts blocked',
      'Summary 1 blocked 2 repaired 3 hosts: 2 repaired, 1 blocked',
      'Left to do Blocked: metal3/worker-2 image-not-served: upload the file, or use --image-name',
      'foreign-pause: ask its owner; --accept foreign-pause works under the pause and leaves it in place Once this is done, run: kubectl bmh repair worker-2 -n metal3',
      'metal3/worker-2 blocked host metal3/worker-2 was not repaired; nothing was changed Refused by image-not-served : the image server returns 404',
      'metal3/worker-0 repaired Before and after',
    ],
  ],
  [
    'a repair of many hosts',
    fleet(20, { failing: 4, verdict: 'interrupted' }),
    [
      'Repair of 20 hosts interrupted The run was interrupted before it finished: 2 hosts failed.',
      '2 failed 2 blocked 16 repaired',
      'All are in namespace metal3. Host Message failed 2 hosts rack00-compute-node-0000 was not repaired',
      'failed at: Patch the status of the host: the API server did not answer in 30s',
      'Before and after 16 hosts Field Before After baremetalhost.metal3.io/* -n metal3 spec.image.url http://172.22.0.1:6180/images/* http://httpd-http/images/* spec.image.checksum http://172.22.0.1:6180/images/*.md5sum http://httpd-http/images/*.md5sum',
      'Host * in spec.image.url rack04-compute-node-0004 acme-hpc-ubuntu2204-build4.qcow2',
      'Before, and what was written 2 hosts Field Before Written',
      'Order of the run (times in UTC) of 2026-01-02 Host Result Validate the host Start kubectl proxy',
      'Canary rack00-compute-node-0000 failed 03:04:05 03:04:08 03:04:11 03:04:14 03:04:17 03:04:20 failed Wave 1 of 2 rack02-compute-node-0002 failed 03:04:07',
      'Wave 2 of 2 rack06-compute-node-0006 repaired 03:04:11 03:04:14',
    ],
  ],
  [
    'an undo in two clusters',
    undone(),
    [
      'Undo of the repair of 12 hosts failed',
      'Context Server User east https://10.1.0.1:6443 jane@example.com west https://api.west.production.example.com:6443 unknown',
      'Could not be read west : Unable to connect to the server',
      'To continue with all that is left, run the same command again kubectl bmh undo --all -A --contexts east,west -y',
      'undone 12 hosts All the repair is undone worker-0, worker-1,',
      'Before and after 12 hosts',
      'spec.image.checksumType md5 removed',
      'worker-11 undone 03:04:27',
    ],
  ],
  [
    'a diagnosis of one host',
    diagnosis(1),
    [
      'Diagnosis of host metal3/rack00-compute-node-0000 degraded',
      'Left to do The image or its checksum is at a fixed IP address that no longer serves it: metal3/rack00-compute-node-0000 kubectl bmh repair rack00-compute-node-0000 -n metal3 --kubeconfig /home/jane/production.yaml',
      'Evidence What Found BareMetalHost state provisioned',
      'Other hosts same address 4 other hosts at 172.22.0.1',
    ],
  ],
  [
    'a diagnosis of many hosts',
    diagnosis(20),
    [
      'Diagnosis of 20 hosts degraded',
      '12 degraded 2 blocked 6 healthy',
      'Hosts by cause Host Found degraded Fixed address: 12 hosts the image or its checksum is at a fixed IP address that no longer serves it metal3/rack00-compute-node-0000 its image is at http://172.22.0.1:6180/images/acme-hpc-rocky9-build0.qcow2',
      'blocked Fixed address, image-not-served: 2 hosts',
      'healthy Healthy: 6 hosts nothing is wrong',
    ],
  ],
  [
    'an audit',
    audit(6),
    [
      'Audit of addresses findings',
      'Audited 9 objects of all namespaces',
      '19 errors 1 note',
      'Left to do 172.22.0.1:6180: ip-address, 18 findings: BareMetalHost rack00-compute-node-0000, rack01-compute-node-0001, rack02-compute-node-0002 and 3 more Never change spec.image.url alone: that wipes the host kubectl bmh repair rack00-compute-node-0000 rack01-compute-node-0001 rack02-compute-node-0002 rack03-compute-node-0003 rack04-compute-node-0004 rack05-compute-node-0005 -n metal3 --preventive',
      'httpd-http: service-not-ready, 1 finding: Service httpd-http Check the pods behind it kubectl describe service httpd-http -n metal3',
      'Findings by address 172.22.0.1:6180 error ip-address 18 findings the address names its host by IP: 172.22.0.1 Field Value New address BareMetalHost rack00-compute-node-0000 in metal3 spec.image.url http://172.22.0.1:6180/images/acme-hpc-build0.qcow2 http://httpd-http/images/acme-hpc-build0.qcow2 spec.image.checksum',
      'httpd-http error service-not-ready 1 finding',
      '172.22.0.2 note ip-address 1 finding',
      'Could not be read hostclaims.metal3.io : forbidden ask for the right to list them',
      'Notes secrets in metal3 : Secrets were not read',
    ],
  ],
  [
    'a resize',
    resized(),
    [
      'Resize of prometheus monitoring-system/main to 100Gi resized',
      'Mode offline',
      'spec.resources.requests.storage 50Gi 100Gi',
      'prometheus-main-db-prometheus-main-0 50Gi 100Gi 100Gi has 100Gi',
    ],
  ],
  [
    'the capacity of volumes',
    capacity(),
    [
      'Capacity of the volumes at risk',
      'Growth measured over 14 days Sized for 180 days Metrics of monitoring-system pod prometheus-k8s-0 through the API server',
      'Left to do Grow the volumes of Prometheus monitoring-system/k8s from 50Gi to 70Gi kubectl monitoring resize-pvc 70Gi k8s -n monitoring-system',
      'prometheus-k8s-db-prometheus-k8s-0 at risk disk filling Prometheus k8s 50Gi 31.2Gi (63%) 926Mi (907Mi to 945Mi) in 19d',
      '31.2Gi of 48.9Gi used, grows 926Mi \u00b1 19Mi a day, full in 19 days, about 2026-01-21.',
      'Used Expected use Range of expected use Limit by retention Full use would only level off near 55.2Gi',
      'Use stays below 5% of the volume until 2026-01-30.',
      'Prometheus monitoring-system/volatile none: data is on emptyDir',
      'Alertmanager monitoring-system/main 10Gi enough',
      'grafana in monitoring-system : the kubelets do not measure it',
    ],
  ],
  [
    'the status of the monitoring',
    status(),
    [
      'Status of the monitoring in monitoring-system at risk',
      'Nodes 12',
      '1 critical 1 warning 1 info',
      'Left to do Critical: pvc/prometheus-k8s-db-prometheus-k8s-0: it will be full in 19 days kubectl monitoring resize-pvc 70Gi k8s Warning: deployment/grafana: 1 of 2 pods is not ready',
      'Findings Severity Object Found critical pvc/prometheus-k8s-db-prometheus-k8s-0 Disk filling it will be full in 19 days',
      'grafana degraded Pod not ready grafana-1: CrashLoopBackOff ui 12.1.0 1 of 2 Flux HelmRelease "flux-system/monitoring"',
      'k8s healthy metrics v3.5.0 2 of 2',
      'receiver degraded its route leads to a receiver without integrations',
      'nodes : nodes is forbidden',
    ],
  ],
  [
    'a run that failed before there was anything to report',
    failed(),
    [
      'Repair failed The run failed before it finished.',
      'This result has no record of who ran the command, and when.',
      'Error from server (NotFound): baremetalhosts.metal3.io "worker-9" not found',
      'Left to do Before you run it again It is in namespace "edge": use -n edge.',
    ],
  ],
  [
    'a run that was killed',
    {
      ...{ apiVersion: 'bmh.kubectl/v1', kind: 'RepairList', verdict: 'in-progress', exitCode: 1, items: [] },
      ...{ message: 'The run has not finished.', run: run('kubectl bmh repair --all') },
    },
    [
      'Repair in progress The run had not finished when this page was written.',
      'To continue with all that is left, run the same command again kubectl bmh repair --all',
    ],
  ],
];

describe('the page of a result', () => {
  for (const [title, result, texts] of SHOWN)
    test(`shows ${title}`, () => {
      const shown = textOf(result);
      for (const text of texts) assert.ok(shown.includes(text), `"${text}" is not in: ${shown}`);
    });

  test('has the same parts in the same order, whatever it is about', () => {
    for (const [form, make] of Object.entries(RESULTS)) {
      const headings = [...pageOf(make()).matchAll(/<h([12])>([^<]*)/g)].map(
        ([, level, text]) => `${level} ${text}`,
      );
      assert.match(headings.join('\n'), /^1 .+\n2 Run\n(2 Summary\n)?2 Left to do(\n2 .+)*$/, form);
    }
  });

  test('has each command once', () => {
    for (const [form, make] of Object.entries(RESULTS)) {
      const commands = [...pageOf(make()).matchAll(/<pre[^>]*><code>(.*?)<\/code>/gs)].flatMap(
        ([, text = '']) => text.split('\n'),
      );
      assert.equal(new Set(commands).size, commands.length, form);
    }
  });

  test('has one policy that allows its style alone, and neither scripts nor links to elsewhere', () => {
    for (const make of Object.values(RESULTS)) {
      const page = pageOf(make());
      assert.match(
        page,
        /content="default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'"/,
      );
      assert.doesNotMatch(page, /<script|\sstyle=|\ssrc=|\son\w+=|href="[^#]|@import|url\(/);
    }
  });

  test('names the time of a step on another day', () => {
    const late = (time: string) => ({ title: '1/1 Wait', state: 'done', time });
    const shown = textOf({
      ...repaired(),
      items: [
        {
          metadata: { name: 'a' },
          steps: [
            late('2026-01-02T23:59:59Z'),
            late('2026-01-03T00:00:01+01:00'),
            late('2026-01-03T00:00:09Z'),
            late('noon'),
          ],
        },
      ],
    });
    assert.match(
      shown,
      /Wait done 23:59:59 Wait done 23:00:01 Wait done 2026-01-03 00:00:09 60m Wait done noon/,
    );
  });

  test('is the same in every time zone', () => {
    const before = process.env.TZ;
    const pages = ['UTC', 'Asia/Kolkata'].map((zone) => {
      process.env.TZ = zone;
      return pageOf(repaired());
    });
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
    assert.equal(pages[0], pages[1]);
  });

  for (const [what, value] of Object.entries({
    nothing: undefined,
    null: null,
    'a list': [repaired()],
    'a text': 'RepairList',
    'a Kubernetes object': { apiVersion: 'v1', kind: 'RepairList', items: [] },
    'a result without a page': { apiVersion: 'bmh.kubectl/v1', kind: 'HostList', items: [] },
    'a kind of the prototype': { apiVersion: 'bmh.kubectl/v1', kind: 'constructor', items: [] },
  }))
    test(`there is none of ${what}`, () => {
      assert.equal(reportPage(value), undefined);
    });

  test('has every host of a diagnosis, also those with the same name or none', () => {
    const items = ['a', 'a', undefined, undefined].map((name, at) => ({
      metadata: { name },
      message: `found ${at}`,
    }));
    const causes = [{ reason: 'fixed-address', hosts: ['a', 'a'] }];
    const many = [...items, ...Array.from({ length: 8 }, (_, at) => ({ metadata: { name: `b${at}` } }))];
    const shown = textOf({ apiVersion: 'bmh.kubectl/v1', kind: 'DiagnosisList', items: many, causes });
    assert.match(shown, /Fixed address: 2 hosts a found 0 a found 1 /);
    for (const { message } of items) assert.equal(shown.split(message).length, 2, message);
  });

  test('does not say of a volume that it is never full where that is unknown', () => {
    const { items, ...rest } = capacity() as unknown as { items: object[] };
    const [volume] = items;
    for (const [daysToFull, text] of [
      [{}, 'unknown'],
      [{ likely: 'soon', soonest: 1, latest: 2 }, 'unknown'],
      [{ likely: -1, soonest: 1, latest: 2 }, 'unknown'],
      [{ likely: 1e12, soonest: 1e11, latest: null }, 'after 1000d'],
    ] as const) {
      const shown = textOf({ ...rest, items: [{ ...volume, daysToFull }], instances: [], missing: [] });
      assert.ok(shown.includes(`(907Mi to 945Mi) ${text} prometheus`), shown);
      assert.doesNotMatch(shown, /never/);
    }
  });

  test('says how many hosts a run did not get to', () => {
    const items = ['repaired', 'not-started', 'not-started', 'timed-out'].map((what, index) => ({
      metadata: { name: `worker-${index}` },
      verdict: what === 'not-started' ? 'unchanged' : what,
      ...(what === 'not-started' && { reason: what }),
    }));
    const shown = shownIn(pageOf({ ...repaired(), verdict: 'timed-out', items }));
    assert.match(
      shown,
      /The run did not succeed on all 4 hosts: 1 host timed out, 2 hosts were not started\./,
    );
    assert.match(shown, /1 timed out 2 not started 1 repaired/);
    assert.match(shown, /run the same command again kubectl bmh repair worker-0/);
  });
});
