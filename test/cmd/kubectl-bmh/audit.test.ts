import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import type { Finding } from '../../../lib/audit/finding.ts';
import { installAround, installHosts } from '../../scenarios/audited.ts';
import { allowUser, permissions } from '../../support/allowed-user.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import { type Ran, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';

/** A finding as data. */
type Item = Pick<Finding, 'kind' | 'value' | 'path' | 'message' | 'hint'> & {
  metadata: { name: string; namespace?: string };
  reason: string;
};

const FOUND = `RULE                   LEVEL     RESOURCE                          FIELD                                             VALUE
ip-address             error     baremetalhost/worker-0            spec.image.url                                    http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2
ip-address             error     baremetalhost/worker-0            spec.image.checksum                               http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2.md5sum
ip-address             error     baremetalhost/worker-0            status.provisioning.image.url                     http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2
ip-address             error     baremetalhost/worker-0            status.provisioning.image.checksum                http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2.md5sum
pinned-to-service-ip   error     baremetalhost/worker-2            spec.image.url                                    http://10.0.0.77/images/acme-hpc-rocky9.qcow2
pinned-to-service-ip   error     baremetalhost/worker-2            spec.image.checksum                               http://10.0.0.77/images/acme-hpc-rocky9.qcow2.md5sum
pinned-to-service-ip   error     baremetalhost/worker-2            status.provisioning.image.url                     http://10.0.0.77/images/acme-hpc-rocky9.qcow2
pinned-to-service-ip   error     baremetalhost/worker-2            status.provisioning.image.checksum                http://10.0.0.77/images/acme-hpc-rocky9.qcow2.md5sum
ip-address             error     baremetalhost/worker-5            spec.image.url                                    http://[fd00:1101::3]:6180/images/rescue.iso
ip-address             error     baremetalhost/worker-5            status.provisioning.image.url                     http://[fd00:1101::3]:6180/images/rescue.iso
ip-address             error     hostclaim/claim-0                 spec.image.url                                    http://172.22.0.1:6180/images/acme-gpu-ubuntu2204.qcow2
ip-address             error     hostclaim/claim-0                 spec.image.checksum                               http://172.22.0.1:6180/images/acme-gpu-ubuntu2204.qcow2.md5sum
ip-address             error     metal3machinetemplate/workers     spec.template.spec.image.url                      http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2
pinned-to-service-ip   error     dataimage/worker-1                spec.url                                          http://10.244.3.9/images/tools.iso
ip-address             warning   baremetalhost/worker-3            last-applied-configuration: spec.image.url        http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2
ip-address             warning   baremetalhost/worker-3            last-applied-configuration: spec.image.checksum   http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2.md5sum
image-name             warning   baremetalhost/worker-4            spec.image.url                                    http://httpd-http/images/acme-rescue-ubuntu2204.qcow2
ip-address             warning   metal3machine/worker-0            spec.image.url                                    http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2
ip-address             warning   metal3machine/worker-0            spec.image.checksum                               http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2.md5sum
ip-address             warning   hostfirmwarecomponents/worker-1   spec.updates[1].url                               http://172.22.0.1/bmc.bin
ip-address             warning   configmap/ironic-bmo-configmap    data.CACHEURL                                     http://172.22.0.1/images
ip-address             note      preprovisioningimage/worker-1     status.imageUrl                                   http://172.22.0.1/ipa.initramfs
ip-address             note      ironic/ironic                     spec.networking.ipAddress                         172.22.0.2
ip-address             note      configmap/ironic-bmo-configmap    data.PROVISIONING_IP                              172.22.0.2
`;

for (const kind of servers())
  describe(`kubectl bmh audit on the ${kind.name} server`, () => {
    let server: TestServer;
    let folder: string;
    let admin: string;
    let weak: string;
    let early: Ran;
    const audit = (kubeconfig: string, ...words: string[]): Promise<Ran> =>
      runCommand(program, ['audit', '--kubeconfig', kubeconfig, ...words]);

    before(async () => {
      server = await kind.start();
      folder = await mkdtemp(join(tmpdir(), 'bmh-audit-'));
      [admin, weak] = [join(folder, 'admin.yaml'), join(folder, 'weak.yaml')];
      await writeKubeconfig(admin, server.admin, { namespace: 'metal3' });
      await writeKubeconfig(weak, server.weak, { namespace: 'metal3' });
      await installHosts(server);
      early = await audit(admin, '-o', 'json');
      await allowUser(server, { name: 'weak', namespace: 'edge' }, [
        ...permissions('edge', ['metal3.io', 'baremetalhosts'], 'list'),
        ...permissions('edge', ['', 'services'], 'list'),
      ]);
      await installAround(server);
    });
    after(async () => {
      await server?.stop();
      if (folder) await rm(folder, { recursive: true, force: true });
    });

    const found = async (...words: string[]): Promise<Item[]> =>
      JSON.parse((await audit(admin, '-o', 'json', ...words)).stdout).items;

    test('lists every violation in the namespace, and nothing that follows all rules', async () => {
      assert.deepEqual(await audit(admin), {
        code: 1,
        stderr:
          '24 findings in 14 objects of namespace metal3: 14 errors, 7 warnings, 3 notes (-o wide shows how to fix each).\n',
        stdout: FOUND,
      });
    });

    test('skips kinds that are not installed, and reports a service that does not exist', async () => {
      const { apiVersion, kind, verdict, exitCode, unread, items } = JSON.parse(early.stdout);
      assert.deepEqual([apiVersion, kind], ['bmh.kubectl/v1', 'AuditReport']);
      assert.deepEqual(
        { code: early.code, stderr: early.stderr, verdict, exitCode, unread },
        { code: 1, stderr: '', verdict: 'findings', exitCode: 1, unread: [] },
      );
      assert.deepEqual(items[0], {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'httpd-http' },
        verdict: 'findings',
        reason: 'service-missing',
        level: 'error',
        path: [],
        value: 'httpd-http',
        message: 'no namespace has a service httpd-http',
        hint: 'restore it, or pass its name here with --service; httpd-http must keep its name across updates',
        document: 'rule 3',
        resource: 'service/httpd-http',
        field: '',
      });
      const kinds = new Set(items.map((item: Item) => item.kind));
      assert.deepEqual([...kinds], ['Service', 'BareMetalHost', 'Metal3Machine']);
    });

    test('-o wide shows the message and the hint, and prefers the service of the namespace', async () => {
      const images = 'http://images.example.com/acme-gpu-ubuntu2204.qcow2';
      const { code, stdout, stderr } = await audit(admin, '-n', 'edge', '-o', 'wide', '--no-headers');
      assert.deepEqual(
        { code, stderr },
        { code: 1, stderr: '5 findings in 1 object of namespace edge: 1 error, 4 warnings.\n' },
      );
      const [service, host] = stdout.split('\n').map((line) => line.split(/ {3,}/));
      assert.deepEqual(service, [
        'service-not-ready',
        'error',
        'service/httpd-http',
        '<none>',
        'httpd-http',
        'the service has no ready endpoint: nothing serves the images',
        'check the pods behind it: kubectl describe service httpd-http -n edge',
      ]);
      assert.deepEqual(host, [
        'outside-service',
        'warning',
        'baremetalhost/edge-0',
        'spec.image.url',
        images,
        'images.example.com is not the stable service httpd-http',
        `check that httpd-http serves this image, then run kubectl bmh repair edge-0 -n edge --kubeconfig ${admin} --preventive --accept address-not-ip; never change spec.image.url alone: that wipes the host`,
      ]);
    });

    test('groups equal findings on a terminal, with the command that repairs their hosts', async () => {
      const { code, stdout, stderr } = await runCommand(program, ['audit', '--kubeconfig', admin], {
        columns: 80,
      });
      assert.deepEqual(
        { code, stderr },
        {
          code: 1,
          stderr:
            '24 findings in 14 objects of namespace metal3: 14 errors, 7 warnings, 3 notes\n(--details lists each; -o wide shows how to fix it).\n',
        },
      );
      assert.equal(
        stdout.replaceAll(admin, 'CONFIG'),
        `ADDRESS              LEVEL       RULE                 FOUND IN            FIELDS
172.22.0.1:6180      x error     ip-address           2 hosts, 3 others   11
  kubectl bmh repair worker-0 --preventive -n metal3 --kubeconfig CONFIG
10.0.0.77            x error     pinned-to-servi...   bmh/worker-2        4
  kubectl bmh repair worker-2 --preventive -n metal3 --kubeconfig CONFIG
[fd00:1101::3]:...   x error     ip-address           bmh/worker-5        2
10.244.3.9           x error     pinned-to-servi...   dataimage/work...   1
172.22.0.1           ! warning   ip-address           3 objects           3
acme-rescue-ubu...   ! warning   image-name           bmh/worker-4        1
172.22.0.2           - note      ip-address           2 objects           2
`,
      );
    });

    test('prints a block per finding with --details on a terminal that is too narrow for the table', async () => {
      const { stdout } = await runCommand(
        program,
        ['audit', '--kubeconfig', admin, '-A', '--details', '--no-headers'],
        { columns: 80 },
      );
      const rows = stdout.trimEnd().split('\n');
      assert.equal(stdout.split('\n\n').length, 29);
      assert.deepEqual(
        rows.filter((row) => row.length > 80),
        [],
      );
      assert.ok(
        stdout.includes(`NAMESPACE:  metal3
RULE:       ip-address
LEVEL:      error
RESOURCE:   baremetalhost/worker-0
FIELD:      spec.image.url
VALUE:      http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2
`),
        stdout,
      );
    });

    test('-o wide prints blocks on a terminal that is too narrow for the table', async () => {
      const { stdout } = await runCommand(
        program,
        ['audit', '--kubeconfig', admin, '-n', 'edge', '-o', 'wide'],
        { columns: 71 },
      );
      assert.equal(
        stdout.split('\n\n')[0],
        `RULE:      service-not-ready
LEVEL:     error
RESOURCE:  service/httpd-http
FIELD:     <none>
VALUE:     httpd-http
MESSAGE:   the service has no ready endpoint: nothing serves the images
FIX:       check the pods behind it:
             kubectl describe service httpd-http -n edge`,
      );
      assert.ok(stdout.split('\n').every((line) => line.length <= 71));
    });

    test('hints never name a repair that would refuse, or a running machine', async () => {
      const hints = new Map(
        (await found()).map(({ kind: one, metadata, hint }) => [`${one}/${metadata.name}`, hint]),
      );
      assert.equal(
        hints.get('BareMetalHost/worker-0'),
        `run kubectl bmh repair worker-0 -n metal3 --kubeconfig ${admin} --preventive; never change spec.image.url alone: that wipes the host`,
      );
      assert.equal(
        hints.get('Metal3Machine/worker-0'),
        'repair its host, which does not use this image again, and fix the Metal3MachineTemplate that new machines are created from',
      );
    });

    test('-A audits all namespaces and shows them in the first column', async () => {
      const { code, stdout, stderr } = await audit(admin, '-A');
      const [header = '', ...rows] = stdout.trimEnd().split('\n');
      assert.match(header, /^NAMESPACE +RULE +LEVEL +RESOURCE +FIELD +VALUE$/);
      assert.deepEqual([...new Set(rows.map((row) => row.split(' ')[0]))], ['edge', 'metal3']);
      assert.equal(rows.length, 29);
      assert.deepEqual(
        { code, stderr },
        {
          code: 1,
          stderr:
            '29 findings in 15 objects of all namespaces: 15 errors, 11 warnings, 3 notes (-o wide shows how to fix each).\n',
        },
      );
    });

    test('finds nothing in a namespace without hosts, even if the service is missing', async () => {
      assert.deepEqual(await audit(admin, '-n', 'empty'), {
        code: 0,
        stdout: '',
        stderr: 'No findings in 0 objects of namespace empty (-A: all namespaces).\n',
      });
    });

    test('accepts another --service, --flavor and --level', async () => {
      const elsewhere = await found('--service', 'httpd-http.empty.svc');
      assert.deepEqual(
        elsewhere.slice(0, 1).map(({ reason, metadata, message }) => [reason, metadata.namespace, message]),
        [['service-missing', 'empty', 'namespace empty has no service httpd-http']],
      );
      const rescue = (await found('--flavor', 'rescue')).filter(({ reason }) => reason === 'image-name');
      assert.deepEqual(rescue, []);
      assert.equal(
        (await audit(admin, '-n', 'edge', '--service', 'images.example', '--level', 'error')).code,
        1,
      );
    });

    test('--secrets audits Secrets without showing their contents', async () => {
      const { stdout, stderr } = await audit(admin, '--secrets', '-o', 'yaml');
      const secrets = (await found('--secrets')).filter(({ kind: one }) => one === 'Secret');
      assert.deepEqual(
        secrets.map(({ metadata: { name }, value, path, reason }) => ({ name, value, path, reason })),
        [
          {
            name: 'worker-1-user-data',
            value: '<not shown>',
            path: ['data', 'userData'],
            reason: 'ip-address',
          },
        ],
      );
      assert.doesNotMatch(stdout + stderr, /hunter2|setup\.sh/);
    });

    test('-o name prints resources, and -o sarif the field in the object', async () => {
      const names = await audit(admin, '-n', 'edge', '-o', 'name');
      assert.deepEqual(names, {
        code: 1,
        stdout: 'service/httpd-http\nbaremetalhost.metal3.io/edge-0\n',
        stderr: '',
      });
      const { stdout } = await audit(admin, '-n', 'edge', '-o', 'sarif');
      const [run] = JSON.parse(stdout).runs;
      assert.match(run.tool.driver.semanticVersion, /^\d+\.\d+\.\d+/);
      assert.deepEqual(
        run.results.map(({ locations }: { locations: object[] }) => locations).slice(0, 2),
        ['edge/service/httpd-http', 'edge/baremetalhost.metal3.io/edge-0/spec.image.url'].map(
          (fullyQualifiedName) => [{ logicalLocations: [{ fullyQualifiedName, kind: 'member' }] }],
        ),
      );
    });

    test('exits with 2 and names every collection if the user may read nothing', async () => {
      const { code, stdout, stderr } = await audit(weak);
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      const lines = stderr.trimEnd().split('\n');
      assert.equal(lines.at(-1), 'Nothing could be read.');
      assert.deepEqual(
        lines.slice(0, -1),
        [
          'services in all namespaces',
          'endpointslices.discovery.k8s.io in all namespaces',
          'baremetalhosts.metal3.io in namespace metal3',
          'hostclaims.metal3.io in namespace metal3',
          'metal3machinetemplates.infrastructure.cluster.x-k8s.io in namespace metal3',
          'metal3machines.infrastructure.cluster.x-k8s.io in namespace metal3',
          'dataimages.metal3.io in namespace metal3',
          'hostfirmwarecomponents.metal3.io in namespace metal3',
          'preprovisioningimages.metal3.io in namespace metal3',
          'ironics.ironic.metal3.io in namespace metal3',
          'configmaps in namespace metal3',
        ].map((what) => `Warning: ${what}: access denied; ask for permission to list it`),
      );
    });

    test('reports findings and unread collections if the user may read some', async () => {
      const { code, stdout } = await audit(weak, '-n', 'edge', '--secrets', '-o', 'json');
      const { items, unread, verdict } = JSON.parse(stdout);
      assert.deepEqual({ code, verdict }, { code: 1, verdict: 'findings' });
      assert.equal(items.length, 4);
      assert.deepEqual(unread.at(0), {
        resource: 'endpointslices.discovery.k8s.io',
        namespace: 'edge',
        reason: 'access denied',
        hint: 'ask for permission to list it',
      });
      assert.deepEqual(unread.at(-1), {
        resource: 'secrets/edge-0-user-data',
        namespace: 'edge',
        reason: 'access denied',
        hint: 'ask for permission to get it',
      });
      assert.equal((await audit(weak, '-n', 'edge', '--level', 'error')).code, 2);
    });

    test('exits with 2 if the cluster cannot be reached', async () => {
      assert.deepEqual(await audit(admin, '--server', 'https://127.0.0.1:1'), {
        code: 2,
        stdout: '',
        stderr:
          'Warning: The connection to the server 127.0.0.1:1 was refused - did you specify the right host or port? Check that the API server is running and that the kubeconfig has its address (--kubeconfig, --context).\nNothing could be read.\n',
      });
    });
  });

const refused: [string[], string][] = [
  [['-f', 'a.yaml', '-A'], '--filename (-f) and --all-namespaces (-A) cannot be used together'],
  [['-f', 'a.yaml', '--shard', '0/2'], '--shard divides the objects of a cluster, not files'],
  [['--shard', '2/2'], 'invalid value "2/2" for --shard'],
  [['--fix'], '--fix works on files (-f): objects in a cluster are fixed at their source'],
  [['-f', '-', '--fix'], '--fix cannot rewrite stdin'],
  [['-f', 'a.yaml', '--diff'], '--diff, --yes and --accept require --fix'],
  [['-f', 'a.yaml', '--yes'], '--diff, --yes and --accept require --fix'],
  [['--service', 'http://a'], '--service "http://a" is not a valid service name'],
];

for (const [words, message] of refused)
  test(`refuses audit ${words.join(' ')} before it reads anything`, async () => {
    const { code, stdout, stderr } = await runCommand(program, ['audit', ...words]);
    assert.deepEqual(
      { code, stdout, said: stderr.split('\n')[0] },
      { code: 1, stdout: '', said: `error: ${message}` },
    );
  });
