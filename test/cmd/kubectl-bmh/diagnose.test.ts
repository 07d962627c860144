import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { defaultScenario } from '../../scenarios/default.ts';
import { allowUser, permissions } from '../../support/allowed-user.ts';
import { startRelay } from '../../support/relay.ts';
import { inTurn } from '../../support/relay-answers.ts';
import { type Ran, runCommand } from '../../support/run-command.ts';
import type { Endpoint, TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

for (const kind of servers())
  describe(`kubectl bmh diagnose on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, defaultScenario());
      namespace = stage.namespace('metal3');
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    /** What differs from run to run is named alike. */
    const plain = (text: string): string =>
      text
        .replaceAll(namespace.replace('metal3', ''), '')
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
        .replaceAll(/2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME');
    const diagnose = async (
      words: string[],
      { endpoint = server.admin, columns }: { endpoint?: Endpoint; columns?: number } = {},
    ): Promise<Ran> => {
      const env = { KUBECONFIG: await stage.kubeconfig(endpoint, namespace) };
      const options = { env, ...(columns !== undefined && { columns }) };
      const { code, stdout, stderr } = await runCommand(program, ['diagnose', ...words], options);
      return { code, stdout: plain(stdout), stderr: plain(stderr) };
    };

    test('prints cause, three lines of evidence and the repair command of a host at an IP address', async () => {
      assert.deepEqual(await diagnose(['worker-0']), { code: 1, stderr: '', stdout: BROKEN });
    });

    test('prints all evidence with -o wide', async () => {
      const words = ['worker-0', '-o', 'wide'];
      assert.deepEqual(await diagnose(words), { code: 1, stderr: '', stdout: IN_FULL });
    });

    test('fits a terminal: evidence and sentences are wrapped between words', async () => {
      const { stdout } = await diagnose(['edge-0'], { columns: 80 });
      assert.deepEqual(
        stdout.split('\n').filter((line) => line.length > 80),
        [],
      );
      // The UUID is longer than its placeholder.
      assert.match(stdout, /\n {2}message {9}Host adoption failed: node\n {18}UUID could not be adopted:\n/);
      assert.match(
        stdout,
        /\n {18}http:\/\/172\.22\.0\.1:6180\/images\/acme-standard-ubuntu2204\.qcow2\n {18}failed: a HEAD request got HTTP 404 instead of 200\n/,
      );
      // Only a word that is too long for a line loses its middle.
      const { stdout: narrow } = await diagnose(['edge-0'], { columns: 60 });
      assert.match(narrow, /\n {18}http:\/\/172\.22\.0\.1:6\.\.\.ard-ubuntu2204\.qcow2\n {18}failed: /);
    });

    test('prints what blocks the repair of a host of a paused Cluster, and the fix', async () => {
      assert.deepEqual(await diagnose(['edge-0']), { code: 1, stderr: '', stdout: REFUSED });
    });

    test('prints a healthy host on a narrow terminal', async () => {
      assert.deepEqual(await diagnose(['worker-3', '-o', 'wide'], { columns: 50 }), {
        code: 0,
        stderr: '',
        stdout: HEALTHY,
      });
    });

    test('prints several hosts as a table, most severe first, and the commands by cause', async () => {
      assert.deepEqual(await diagnose(['--all']), { code: 1, stderr: '', stdout: SEVERAL });
    });

    test('prints all namespaces; -o wide adds messages', async () => {
      const { code, stderr, stdout } = await diagnose(['-A', '--all', '-owide']);
      assert.deepEqual({ code, stderr }, { code: 1, stderr: '' });
      assert.equal(stdout.replaceAll(/ {3,}/g, '   '), EVERYWHERE);
    });

    test('prints only rows with --no-headers, and colors with --color', async () => {
      const rows = SEVERAL.split('\n\n')[0]?.split('\n').slice(1).join('\n');
      const { stdout } = await diagnose(['--all', '--no-headers']);
      assert.deepEqual(
        stdout
          .trimEnd()
          .split('\n')
          .map((row) => row.split(/ {3,}/)),
        rows?.split('\n').map((row) => row.split(/ {3,}/)),
      );
      const coloured = await diagnose(['worker-0', '--color=always']);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
      assert.equal(coloured.stdout.replaceAll(/\x1b\[\d+m/g, ''), BROKEN);
      assert.notEqual(coloured.stdout, BROKEN);
    });

    test('exits with 0 for healthy hosts, in the order of the given names', async () => {
      assert.deepEqual(await diagnose(['worker-3', 'bmh/spare-0']), {
        code: 0,
        stderr: '',
        stdout: `NAME       VERDICT   REASON    NEXT
worker-3   healthy   healthy   <none>
spare-0    healthy   healthy   <none>

2 hosts: healthy
  nothing is wrong
`,
      });
      assert.deepEqual(await diagnose(['worker-3', 'spare-0', '-o', 'name']), {
        code: 0,
        stderr: '',
        stdout: 'baremetalhost.metal3.io/worker-3\nbaremetalhost.metal3.io/spare-0\n',
      });
    });

    test('suggests a command for the named hosts only', async () => {
      const { code, stdout } = await diagnose(['worker-0', 'worker-1', 'edge-0']);
      assert.equal(code, 1);
      assert.equal(
        stdout.split('\n\n')[1],
        `2 hosts: degraded: fixed-address
  the image or its checksum is at a fixed IP address that no longer serves it
  kubectl bmh repair worker-0 worker-1 -n metal3
1 host: blocked: fixed-address (foreign-pause, cluster-paused)
  the image or its checksum is at a fixed IP address that no longer serves it
  ${ADVICE}
`,
      );
      const labelled = await diagnose(['-l', 'infrastructure.cluster.x-k8s.io/failure-domain']);
      assert.match(
        labelled.stdout,
        /\n {2}kubectl bmh repair --old-address 172\.22\.0\.1 -l infrastructure\.cluster\.x-k8s\.io\/failure-domain -n metal3\n/,
      );
    });

    test('prints one host as JSON in the same shape as many', async () => {
      const { code, stdout } = await diagnose(['worker-1', '-o', 'json']);
      assert.equal(code, 1);
      const { items, run: record, ...rest } = JSON.parse(stdout);
      const { evidence, ...item } = items[0];
      const next = 'kubectl bmh repair worker-1 -n metal3';
      const means = 'the image or its checksum is at a fixed IP address that no longer serves it';
      const common = { verdict: 'degraded', reason: 'fixed-address' };
      assert.deepEqual(item, {
        metadata: { name: 'worker-1', namespace: 'metal3' },
        ...common,
        message: `${means}; its image is at http://[fd00:1101::3]:6180/images/acme-gpu-ubuntu2204.qcow2`,
        refusals: [],
        next,
      });
      assert.deepEqual(rest, {
        apiVersion: 'bmh.kubectl/v1',
        kind: 'DiagnosisList',
        verdict: 'degraded',
        exitCode: 1,
        causes: [
          { ...common, message: means, refusedBy: [], count: 1, hosts: ['metal3/worker-1'], next: [next] },
        ],
      });
      const [{ server, ...cluster }] = record.clusters;
      assert.deepEqual(
        { ...record, clusters: [cluster] },
        {
          command: 'kubectl bmh diagnose worker-1 -o json',
          version: program.version,
          ...{ started: '2026-01-02T03:04:05.000Z', ended: '2026-01-02T03:04:05.000Z' },
          clusters: [{ context: 'test' }],
        },
      );
      const text = (await diagnose(['worker-1', '-o', 'wide'])).stdout;
      for (const fact of evidence) assert.ok(text.includes(fact.text), fact.text);
    });

    test('prints several hosts as YAML', async () => {
      const { code, stdout } = await diagnose(['--all', '-o', 'yaml']);
      assert.equal(code, 1);
      assert.match(
        stdout,
        /\nverdict: degraded\nexitCode: 1\nitems:\n {2}- metadata:\n {6}name: control-plane-0\n {6}namespace: metal3\n/,
      );
      assert.match(stdout, /\n {4}count: 4\n/);
    });

    test('changes nothing', async () => {
      const before = await stage.host(namespace, 'worker-0');
      await diagnose(['worker-0']);
      const { metadata } = await stage.host(namespace, 'worker-0');
      assert.equal(metadata.generation, before.metadata.generation);
      assert.deepEqual(metadata.annotations, before.metadata.annotations);
      assert.deepEqual(stage.operator.wiped, []);
    });

    test('requires a host name or a selection', async () => {
      assert.deepEqual(await diagnose([]), {
        code: 1,
        stdout: '',
        stderr:
          'error: no host is named or selected\nName one or more hosts, or select them with -l or --all.\n',
      });
      assert.deepEqual(await diagnose(['-l', 'rack=nowhere']), {
        code: 0,
        stdout: '',
        stderr: 'No resources found in metal3 namespace.\n',
      });
    });

    test('reports a missing host as failed, and still diagnoses the other hosts', async () => {
      const missing = 'Error from server (NotFound): baremetalhosts.metal3.io "worker-9" not found';
      const hint = 'There is no such host in namespace "metal3". To find it: kubectl bmh list -A';
      assert.deepEqual(await diagnose(['worker-9']), {
        code: 1,
        stderr: '',
        stdout: `metal3/worker-9: failed
not-found: the host does not exist
  ${missing}

Next
  ${hint}
`,
      });
      assert.deepEqual(await diagnose(['worker-9', 'worker-3']), {
        code: 1,
        stderr: '',
        stdout: `NAME       VERDICT   REASON      NEXT
worker-9   failed    not-found   ${hint}
worker-3   healthy   healthy     <none>

1 host: failed: not-found
  the host does not exist
  ${hint}
1 host: healthy
  nothing is wrong
`,
      });
      assert.deepEqual(await diagnose(['worker-9', 'worker-0', '-o', 'name']), {
        code: 1,
        stdout: 'baremetalhost.metal3.io/worker-0\n',
        stderr: `${missing}\n`,
      });
    });

    test('suggests no command in JSON or in the table when a repair would be refused', async () => {
      const { items, causes } = JSON.parse((await diagnose(['edge-0', '-o', 'json'])).stdout);
      assert.equal(items[0].next, undefined);
      assert.equal(items[0].hint, ADVICE);
      assert.deepEqual(causes[0].next, []);
    });

    test('sends a healthy host that a user paused to that user', async () => {
      const env = { KUBECONFIG: await stage.kubeconfig(server.admin, namespace) };
      assert.equal((await runCommand(program, ['pause', 'worker-3', '-y'], { env })).code, 0);
      const { code, stdout } = await diagnose(['worker-3']);
      const [head, next] = [stdout.split('\n\n')[0], stdout.split('\n\n').at(-1)];
      assert.deepEqual(
        { code, head, next },
        {
          code: 1,
          head: `metal3/worker-3: blocked
paused-by-hand: the host is paused by hand: the operator ignores it until it is resumed
  it is paused by a user with "kubectl bmh pause"; its status (no error) is out of date`,
          next: `Next
  ask the owner of the pause whether it is still needed; only the owner should remove it
  kubectl bmh resume worker-3 -n metal3
`,
        },
      );
      assert.equal((await runCommand(program, ['resume', 'worker-3', '-y'], { env })).code, 0);
      assert.equal((await diagnose(['worker-3'])).code, 0);
    });

    test('exits with 2 without any permission, and says who can help', async () => {
      const { weak } = server;
      const one = await diagnose(['worker-0'], { endpoint: weak });
      assert.deepEqual(one, {
        code: 2,
        stderr: '',
        stdout: `metal3/worker-0: unknown
unreadable: the host could not be read
  Error from server (Forbidden): baremetalhosts.metal3.io "worker-0" is forbidden: User "weak" cannot get resource "baremetalhosts" in API group "metal3.io" in the namespace "metal3"

Next
  Ask the cluster administrator for this permission, or choose another user (--context, --user).
`,
      });
      const all = await diagnose(['--all', '-o', 'json'], { endpoint: weak });
      assert.equal(all.code, 2);
      assert.match(all.stderr, /^Error from server \(Forbidden\): baremetalhosts\.metal3\.io is forbidden: /);
      const { kind, verdict, exitCode, items, causes } = JSON.parse(all.stdout);
      assert.deepEqual(
        { kind, verdict, exitCode, items, causes },
        { kind: 'DiagnosisList', verdict: 'unknown', exitCode: 2, items: [], causes: [] },
      );
    });

    test('diagnoses with permission to read hosts only, and lists what could not be read', async () => {
      await allowUser(
        server,
        { name: 'weak', namespace },
        permissions(namespace, ['metal3.io', 'baremetalhosts'], 'get', 'list'),
      );
      const short = await diagnose(['worker-0'], { endpoint: server.weak });
      assert.match(short.stdout, new RegExp(`\\n {2}not read {3,}${UNREAD.join(', ')}\\n`));
      const wide = ['worker-0', '-o', 'wide'];
      const { code, stdout, stderr } = await diagnose(wide, { endpoint: server.weak });
      assert.deepEqual({ code, stderr }, { code: 1, stderr: '' });
      assert.match(stdout, /^metal3\/worker-0: degraded\nfixed-address: /);
      assert.match(
        stdout,
        /\n {2}same address +2 other hosts \(metal3\/control-plane-0, metal3\/edge-0\) at 172\.22\.0\.1, in namespace metal3 only\n/,
      );
      assert.deepEqual(unreadIn(stdout), UNREAD);
      assert.match(stdout, /\nNext\n {2}kubectl bmh repair worker-0 -n metal3\n$/);
    });

    for (const [early, late] of [
      ['deployments', 'daemonsets'],
      ['daemonsets', 'deployments'],
    ])
      test(`lists what could not be read in a fixed order when ${early} is refused before ${late}`, async (t) => {
        // Asked of all namespaces first, then of that one.
        const last = `/namespaces/${namespace}/${early}`;
        const hooks = inTurn(
          ({ path }) => path.includes(last),
          ({ path }) => path.includes(`/${late}`),
        );
        const relay = await startRelay(server.weak, hooks);
        t.after(() => relay.stop());
        const endpoint = relay.endpoint(server.weak);
        const { stdout } = await diagnose(['worker-0', '-o', 'wide'], { endpoint });
        assert.deepEqual(unreadIn(stdout), UNREAD);
      });
  });

/** What a user who may read hosts alone is told of. */
const UNREAD = [
  'cluster-unreadable',
  'remediation-unreadable',
  'daemonsets',
  'deployments',
  'events',
  'leases',
  'machine',
];

/** The names of what could not be read, as they are listed. */
const unreadIn = (stdout: string): (string | undefined)[] =>
  (stdout.slice(stdout.indexOf('Could not be read\n')).split('\n\n')[0] ?? '')
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/ {3,}/)[0]);

const BROKEN = `metal3/worker-0: degraded
fixed-address: the image or its checksum is at a fixed IP address that no longer serves it
  its image is at http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2

Evidence (-o wide shows all)
  message          Host adoption failed: node UUID could not be adopted: validation of image http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2 failed: a HEAD request got HTTP 404 instead of 200
  repaired image   http://httpd-http/images/acme-hpc-rocky9.qcow2: served
  current image    unknown: the address is not that of a service in the cluster

Next
  kubectl bmh repair worker-0 -n metal3
`;

const IN_FULL = `metal3/worker-0: degraded
fixed-address: the image or its checksum is at a fixed IP address that no longer serves it
  its image is at http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2

BareMetalHost
  state          provisioned
  status         error
  error          provisioned registration error
  message        Host adoption failed: node UUID could not be adopted: validation of image http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2 failed: a HEAD request got HTTP 404 instead of 200
  error count    13
  last updated   TIME
  image          http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2
  checksum       http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2.md5sum

Image server (queried from inside the cluster)
  current image       unknown: the address is not that of a service in the cluster
  current checksum    unknown: the address is not that of a service in the cluster
  repaired image      http://httpd-http/images/acme-hpc-rocky9.qcow2: served
  repaired checksum   http://httpd-http/images/acme-hpc-rocky9.qcow2.md5sum: served

Events (latest first)
  ProvisionedRegistrationError   last 0s ago, Host adoption failed: node UUID could not be adopted: validation of image http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2 failed: a HEAD request got HTTP 404 instead of 200
  Registered                     last 0s ago, Registered new host

Operator
  lease   metal3/baremetal-operator, held by baremetal-operator-controller-manager-0_UUID, renewed 0s ago by this machine's clock

Owners
  consumer   Metal3Machine metal3/worker-0
  owned by   Machine metal3/worker-0
  owned by   Cluster metal3/production

Other hosts
  same address   4 other hosts (default/node-0, default/node-1, metal3/control-plane-0, metal3/edge-0) at 172.22.0.1

Next
  kubectl bmh repair worker-0 -n metal3
`;

const REFUSED = `metal3/edge-0: blocked
fixed-address (foreign-pause, cluster-paused): the image or its checksum is at a fixed IP address that no longer serves it
  its image is at http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2; foreign-pause: the host is paused by the Cluster API provider (CAPM3), not by this tool; cluster-paused: the owning Cluster metal3/edge is paused

Evidence (-o wide shows all)
  message         Host adoption failed: node UUID could not be adopted: validation of image http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2 failed: a HEAD request got HTTP 404 instead of 200
  paused          by annotation value "metal3.io/capm3"
  current image   unknown: the address is not that of a service in the cluster

Next
  foreign-pause: ask its owner; --accept foreign-pause works under the pause and leaves it in place
  cluster-paused: resume the Cluster (spec.paused: false) or wait until its owner does, then run the repair again
`;

const HEALTHY = `metal3/worker-3: + healthy
healthy: nothing is wrong
  it is provisioned, without an error

BareMetalHost
  state: provisioned
  status: OK
  last updated: TIME
  image: http://httpd-http/images/acme-standard-ubuntu2204.qcow2
  checksum: http://httpd-http/images/acme-standard-ubuntu2204.qcow2.md5sum

Image server (queried from inside the cluster)
  current image: served
  current checksum: served

Events (latest first)
  Registered: last 0s ago, Registered new host

Operator
  lease: metal3/baremetal-operator, held by
         baremetal-operator-controller-manager-0_UUID,
         renewed 0s ago by this machine's clock

Owners
  consumer: Metal3Machine metal3/worker-3
  owned by: Machine metal3/worker-3
  owned by: Cluster metal3/production

Other hosts
  same address: no other host at httpd-http
`;

/** What a repair of the paused host needs first. */
const ADVICE =
  'foreign-pause: ask its owner; --accept foreign-pause works under the pause and leaves it in place; cluster-paused: resume the Cluster (spec.paused: false) or wait until its owner does, then run the repair again';

const CAUSES = (commands: string): string => `degraded: fixed-address
  the image or its checksum is at a fixed IP address that no longer serves it
${commands}
  kubectl bmh repair --old-address fd00:1101::3 -n metal3
  kubectl bmh repair --old-address 10.96.14.7 -n metal3
1 host: blocked: fixed-address (foreign-pause, cluster-paused)
  the image or its checksum is at a fixed IP address that no longer serves it
  ${ADVICE}
2 hosts: healthy
  nothing is wrong
`;

const SEVERAL = `NAME              VERDICT    REASON                                          NEXT
control-plane-0   degraded   fixed-address                                   kubectl bmh repair control-plane-0 -n metal3
worker-0          degraded   fixed-address                                   kubectl bmh repair worker-0 -n metal3
worker-1          degraded   fixed-address                                   kubectl bmh repair worker-1 -n metal3
worker-2          degraded   fixed-address                                   kubectl bmh repair worker-2 -n metal3
edge-0            blocked    fixed-address (foreign-pause, cluster-paused)   ${ADVICE}
spare-0           healthy    healthy                                         <none>
worker-3          healthy    healthy                                         <none>

4 hosts: ${CAUSES('  kubectl bmh repair --old-address 172.22.0.1 -n metal3')}`;

const EVERYWHERE = `NAMESPACE   NAME   VERDICT   REASON   NEXT   MESSAGE
default   node-0   degraded   fixed-address   kubectl bmh repair node-0 -n default   its image is at http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2
default   node-1   degraded   fixed-address   kubectl bmh repair node-1 -n default   its image is at http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2
metal3   control-plane-0   degraded   fixed-address   kubectl bmh repair control-plane-0 -n metal3   its image is at http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2
metal3   worker-0   degraded   fixed-address   kubectl bmh repair worker-0 -n metal3   its image is at http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2
metal3   worker-1   degraded   fixed-address   kubectl bmh repair worker-1 -n metal3   its image is at http://[fd00:1101::3]:6180/images/acme-gpu-ubuntu2204.qcow2
metal3   worker-2   degraded   fixed-address   kubectl bmh repair worker-2 -n metal3   its image is at http://10.96.14.7/images/acme-standard-ubuntu2204.qcow2
metal3   edge-0   blocked   fixed-address (foreign-pause, cluster-paused)   ${ADVICE}   its image is at http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2; foreign-pause: the host is paused by the Cluster API provider (CAPM3), not by this tool; cluster-paused: the owning Cluster metal3/edge is paused
metal3   spare-0   healthy   healthy   <none>   it is available, without an error; only a provisioned host can be repaired
metal3   worker-3   healthy   healthy   <none>   it is provisioned, without an error

6 hosts: ${CAUSES('  kubectl bmh repair --old-address 172.22.0.1 -A')}`;
