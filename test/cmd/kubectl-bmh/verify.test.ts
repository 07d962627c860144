import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { brokenHost, healthyHost, image, paused, STANDARD, served } from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { plainText, type Ran, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

const rack = (labels: string) => ({ labels: { rack: labels } });
const spare = {
  spec: { image: undefined, online: false },
  provisioning: { state: 'available', image: { url: '' } },
};

const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: [
    healthyHost('well', 1, rack('r1')),
    healthyHost('held', 2, { ...rack('r1'), annotations: paused('metal3.io/capm3') }),
    healthyHost('kept', 6, { annotations: paused('kubectl-bmh') }),
    brokenHost('broken', 3, { ...rack('r1'), status: { errorCount: 12, errorMessage: 'adoption failed' } }),
    healthyHost('spare', 4, { ...rack('r2'), ...spare }),
    healthyHost('numbered', 5, { image: image('http://10.96.14.7/images/a.qcow2'), ...rack('r3') }),
  ],
  images: [served(STANDARD), 'http://10.96.14.7/images/a.qcow2'],
  deadBmcs: [],
});

for (const kind of servers())
  describe(`kubectl bmh verify on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let config: string;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, scenario());
      config = await stage.kubeconfig(server.admin, stage.namespace('metal3'));
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    /** What it says has `NS` and `CONFIG` in it. */
    async function verify(...words: string[]): Promise<Ran> {
      const ran = await runCommand(program, ['verify', ...words, '--kubeconfig', config]);
      const plain = (text: string) =>
        plainText(text, { [stage.namespace('metal3')]: 'NS', [config]: 'CONFIG' });
      return { code: ran.code, stdout: plain(ran.stdout), stderr: plain(ran.stderr) };
    }

    const see = (words: string, what: string): string =>
      `To see what ${words}, run: kubectl bmh diagnose ${what} -n NS --kubeconfig CONFIG\n`;

    test('prints a named host check by check', async () => {
      const url = 'http://httpd-http/images/acme-standard-ubuntu2204.qcow2';
      assert.deepEqual(await verify('well'), {
        code: 0,
        stdout: `CHECK                           VERDICT   FOUND
status.errorCount               healthy   0
status.errorMessage             healthy   empty
spec.image.url                  healthy   ${url}
status.provisioning.image.url   healthy   ${url}
status.provisioning.state       healthy   provisioned
status.operationalStatus        healthy   OK
status.errorType                healthy   absent
spec.image.checksum             healthy   ${url}.md5sum
pause                           healthy   absent
kubectl-bmh/repair              healthy   absent
metadata.deletionTimestamp      healthy   absent
`,
        stderr: '',
      });
    });

    test('fails a host without an error whose image is at an IP address', async () => {
      const { code, stdout, stderr } = await verify('numbered', '--no-headers');
      assert.deepEqual(stdout.split('\n').slice(0, 4), [
        'spec.image.url                  degraded   http://10.96.14.7/images/a.qcow2 (expected http://httpd-http/images/a.qcow2)',
        'status.provisioning.image.url   degraded   http://10.96.14.7/images/a.qcow2 (expected http://httpd-http/images/a.qcow2)',
        'spec.image.checksum             degraded   http://10.96.14.7/images/a.qcow2.md5sum',
        'status.errorCount               healthy    0',
      ]);
      assert.equal(
        stderr,
        `error: host NS/numbered is not healthy: spec.image.url, status.provisioning.image.url, spec.image.checksum\n${see('it needs', 'numbered')}`,
      );
      assert.equal(code, 1);
    });

    test('prints several hosts as a table, and skips a host without an image unless it is named', async () => {
      assert.deepEqual(await verify('--all'), {
        code: 1,
        stdout: `NAME       VERDICT    REASON             ADDRESS
broken     degraded   error-count (+6)   http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2
held       degraded   pause              http://httpd-http/images/acme-standard-ubuntu2204.qcow2
kept       degraded   pause              http://httpd-http/images/acme-standard-ubuntu2204.qcow2
numbered   degraded   image-url (+2)     http://10.96.14.7/images/a.qcow2
well       healthy    <none>             http://httpd-http/images/acme-standard-ubuntu2204.qcow2
`,
        stderr: `Skipped 1 spare host: it has no image to verify\nerror: 4 of 5 hosts are not healthy\n${see('they need', '--all')}`,
      });
      assert.deepEqual(await verify('-l', 'rack=r2'), {
        code: 0,
        stdout: '',
        stderr: 'Skipped 1 spare host: it has no image to verify\n',
      });
      assert.deepEqual(await verify('-l', 'rack=r9'), {
        code: 0,
        stdout: '',
        stderr: 'No resources found\n',
      });
      assert.match((await verify('-l', 'rack=r1')).stderr, /: kubectl bmh diagnose -l rack=r1 -n NS /);
      const alone = await verify('spare');
      assert.deepEqual(
        [alone.code, alone.stderr],
        [2, 'error: host NS/spare has nothing to verify: its state is "available", and it has no image\n'],
      );
      const { stdout } = await verify('-l', 'rack=r3', '-o', 'wide');
      assert.equal(
        stdout.replaceAll(/ {3,}/g, '  '),
        `NAME  VERDICT  REASON  ADDRESS  EXPECTED  STATE
numbered  degraded  image-url, provisioning-image-url, image-checksum  http://10.96.14.7/images/a.qcow2  http://httpd-http/images/a.qcow2  provisioned
`,
      );
    });

    for (const columns of [60, 80, 120, 200])
      test(`fits a terminal of ${columns} columns`, async () => {
        for (const words of [['--all'], ['--all', '-o', 'wide'], ['numbered']]) {
          const { stdout } = await runCommand(program, ['verify', ...words, '--kubeconfig', config], {
            columns,
          });
          const lines = stdout.split('\n');
          assert.match(stdout, / x degraded/);
          assert.deepEqual(
            lines.filter((line) => line.length > columns),
            [],
          );
        }
      });

    test('prints the namespace column with -A', async () => {
      const { stdout, stderr } = await verify('-A', '--all');
      assert.match(stdout, /^NAMESPACE +NAME +VERDICT +REASON +ADDRESS\n/);
      assert.match(stdout, /^NS +well +healthy +<none> +http:\/\/httpd-http\/images\/\S+$/m);
      assert.match(stderr, /Skipped \d+ spare hosts?: /);
      assert.match(
        stderr,
        /\nTo see what they need, run: kubectl bmh diagnose --all -A --kubeconfig CONFIG\n$/,
      );
    });

    test('prints the names of passing hosts with -o name, and every check as data', async () => {
      const names = await verify('well', 'broken', '-o', 'name');
      assert.deepEqual(names, {
        code: 1,
        stdout: 'baremetalhost.metal3.io/well\n',
        stderr: `error: 1 of 2 hosts is not healthy\n${see('it needs', 'broken')}`,
      });
      const { stdout } = await verify('held', '-o', 'json');
      const { items, ...result } = JSON.parse(stdout);
      assert.deepEqual(result, {
        apiVersion: 'bmh.kubectl/v1',
        kind: 'VerificationList',
        verdict: 'degraded',
        exitCode: 1,
      });
      const [{ metadata, verdict, reason, message, failing, checks }] = items;
      assert.equal(metadata.name, 'held');
      assert.deepEqual(
        { verdict, reason, message, failing },
        {
          verdict: 'degraded',
          reason: 'pause',
          message: '1 of 11 checks fail: pause',
          failing: ['pause'],
        },
      );
      assert.deepEqual(
        checks.find(({ name }: { name: string }) => name === 'pause'),
        { name: 'pause', ok: false, found: 'value "metal3.io/capm3"' },
      );
    });

    test('points a host that a user paused to its diagnosis', async () => {
      assert.deepEqual((await verify('kept')).stderr.split('\n'), [
        'error: host NS/kept is not healthy: pause',
        ...see('it needs', 'kept').split('\n'),
      ]);
    });

    test('checks the service or the address of the flags', async () => {
      assert.equal((await verify('well', '--service=httpd-http')).code, 0);
      assert.equal((await verify('well', '--service=other')).code, 1);
      assert.equal((await verify('well', `--image-url=${served(STANDARD)}`)).code, 0);
      assert.deepEqual(await verify('well', '--image-url=http://10.0.0.1/a'), {
        code: 1,
        stdout: '',
        stderr:
          'error: --image-url uses an IP address, which breaks again when the network changes\nGive a stable service name.\n',
      });
    });

    test('reports a missing host as failed and an unreadable one as unknown, and still verifies the other hosts', async () => {
      const missing =
        'Error from server (NotFound): baremetalhosts.metal3.io "nowhere" not found\nThere is no such host in namespace "NS". To find it: kubectl bmh list -A --kubeconfig CONFIG\n';
      assert.deepEqual(await verify('nowhere'), { code: 1, stdout: '', stderr: missing });
      assert.deepEqual(await verify('well', 'nowhere'), {
        code: 1,
        stdout: `NAME      VERDICT   REASON      ADDRESS
nowhere   failed    not-found   <none>
well      healthy   <none>      http://httpd-http/images/acme-standard-ubuntu2204.qcow2
`,
        stderr: missing,
      });
      assert.equal((await verify('held', 'nowhere')).code, 1);
      const { code, stdout, stderr } = await verify('well', '--server=https://127.0.0.1:1', '-o', 'json');
      assert.match(stderr, /^The connection to the server 127\.0\.0\.1:PORT was refused/);
      const { verdict, exitCode, items } = JSON.parse(stdout);
      assert.deepEqual(
        { code, verdict, exitCode, items },
        { code: 2, verdict: 'unknown', exitCode: 2, items: [] },
      );
    });
  });
