import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { repairPayloads } from '../../../lib/hosts/payloads.ts';
import { brokenHost, healthyHost, image, paused, STANDARD, served } from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { RECORD } from '../../support/records.ts';
import { plainText, type Ran, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: [
    brokenHost('broken', 1),
    brokenHost('kept', 2, { annotations: paused('metal3.io/capm3') }),
    healthyHost('well', 3),
    brokenHost('at-risk', 5, { namespace: 'idle', spec: { image: image(served(STANDARD)) } }),
    brokenHost('unfinished', 6, {
      annotations: { ...paused('true'), 'kubectl-bmh/repair': JSON.stringify(RECORD) },
    }),
    brokenHost('on-target', 4, { namespace: 'idle', image: image(served(STANDARD)) }),
  ],
  images: [served(STANDARD)],
  deadBmcs: [],
});

for (const kind of servers())
  describe(`kubectl bmh payload on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let folder: string;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, scenario(), { unattended: ['idle'] });
      folder = mkdtempSync(join(stage.folder, 'payload-'));
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    /** What it says has `NS`, `CONFIG` and `DIR` in it. */
    async function payload(words: string[], namespace = 'metal3'): Promise<Ran> {
      const config = await stage.kubeconfig(server.admin, stage.namespace(namespace));
      const directory = ['--output-directory', folder, '--kubeconfig', config];
      const ran = await runCommand(program, ['payload', ...words, ...directory]);
      const plain = (text: string) =>
        plainText(text, { [stage.namespace(namespace)]: 'NS', [config]: 'CONFIG', [folder]: 'DIR' });
      return { code: ran.code, stdout: plain(ran.stdout), stderr: plain(ran.stderr) };
    }

    const target = { url: served(STANDARD), checksum: `${served(STANDARD)}.md5sum` };
    const read = (part: string): unknown =>
      JSON.parse(readFileSync(join(folder, `broken-${part}.json`), 'utf8'));

    test('writes what a repair would send, readable only by the owner', async () => {
      const { code, stderr } = await payload(['broken']);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      const { status, spec } = repairPayloads(target);
      assert.deepEqual([read('status'), read('spec')], [status, spec]);
      for (const part of ['status', 'spec'])
        assert.equal(statSync(join(folder, `broken-${part}.json`)).mode & 0o777, 0o600);
    });

    test('prints the documented steps as commands, each with its safety check', async () => {
      const { stdout } = await payload(['broken', '--proxy-port=8123']);
      const host = 'baremetalhosts.metal3.io broken -n NS --kubeconfig CONFIG';
      const curl = "curl --noproxy '*' --fail --silent --output /dev/null";
      const paused = '{.metadata.annotations.baremetalhost\\.metal3\\.io/paused}';
      const pause = (value: string) =>
        `kubectl patch ${host} --type=merge -p '{"metadata":{"annotations":{"baremetalhost.metal3.io/paused":${value}}}}'`;
      assert.equal(
        stdout,
        `# Repairs host NS/broken by hand. New image: ${target.url}
# Run it line by line, or all of it with sh. If a check fails, the command that it guards does not run: stop there.
# Never remove the pause while the two addresses differ: the operator would wipe the disk of the host.

# 1. Verify access
host() { kubectl get ${host} -o "jsonpath=$1"; }
kubectl get nodes --kubeconfig CONFIG
kubectl get baremetalhosts.metal3.io --all-namespaces --kubeconfig CONFIG

# 2. Start the API proxy
kubectl proxy --port=8123 --kubeconfig CONFIG &
PROXY=$!
${curl} --retry 20 --retry-delay 1 --retry-connrefused http://127.0.0.1:PORT/version ||
  echo 'kubectl proxy does not answer at http://127.0.0.1:PORT' >&2

# 3. Pause reconciliation
test -z "$(host '${paused}')" && ${pause('"true"')}

# 4. Create the payload files
ls -l DIR/broken-status.json DIR/broken-spec.json

# 5. Validate the payload files
kubectl bmh validate DIR/broken-status.json DIR/broken-spec.json

# 6. Patch status
kill -0 "$PROXY" && test "$(host '${paused}')" = true &&
  ${curl} --show-error -X PATCH -H 'Accept: application/json' -H 'Content-Type: application/merge-patch+json' --data-binary @DIR/broken-status.json http://127.0.0.1:PORT/apis/metal3.io/v1alpha1/namespaces/NS/baremetalhosts/broken/status

# 7. Patch spec
test "$(host '${paused} {.status.provisioning.image.url}')" = 'true ${target.url}' &&
  kubectl patch ${host} --type=merge --patch-file=DIR/broken-spec.json

# 8. Resume reconciliation, only if both addresses are the new one
test "$(host '{.spec.image.url} {.status.provisioning.image.url}')" = '${target.url} ${target.url}' &&
  ${pause('null')}

# 9. Stop the API proxy
kill "$PROXY"

# 10. Verification
host '{.status.errorCount} "{.status.errorMessage}" {.spec.image.url}{"\\n"}'
kubectl bmh wait broken -n NS --kubeconfig CONFIG
`,
      );
    });

    test('prints paths, payloads and commands as JSON', async () => {
      const { stdout } = await payload(['broken', '-o', 'json']);
      const [{ verdict, exitCode, files, payloads, commands }] = JSON.parse(stdout).items;
      assert.deepEqual(
        { verdict, exitCode, files },
        {
          verdict: 'applied',
          exitCode: 0,
          files: { status: 'DIR/broken-status.json', spec: 'DIR/broken-spec.json' },
        },
      );
      assert.deepEqual(payloads, repairPayloads(target));
      assert.deepEqual(
        commands.map(({ step }: { step: number }) => step),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      );
    });

    test('takes the image flags of a repair, and prints its warnings', async () => {
      const url = 'http://images.infra/acme-standard-ubuntu2204.qcow2';
      const words = [
        'broken',
        `--image-url=${url}`,
        `--checksum-url=${url}.sha256sum`,
        '--checksum-type=sha256',
      ];
      const { code, stderr } = await payload(words);
      assert.equal(code, 0);
      assert.match(
        stderr,
        /^Warning: cannot check whether the new address serves the image: .* \(image-unprobed\)\n$/,
      );
      const image = { url, checksum: `${url}.sha256sum`, checksumType: 'sha256' };
      assert.deepEqual(read('spec'), { spec: { image } });
    });

    const elsewhere = 'http://images.infra/acme-standard-ubuntu2204.qcow2';
    for (const [words, end] of [
      [
        ['kept'],
        `error: host NS/kept cannot be repaired; no files were written
  foreign-pause: the host is paused by the Cluster API provider (CAPM3), not by this tool
    ask the owner of the pause: the manual recovery ends by removing it, no matter who set it
`,
      ],
      [
        ['unfinished'],
        `error: an unfinished repair holds host NS/unfinished; no files were written
Next: kubectl bmh repair unfinished -n NS --kubeconfig CONFIG
`,
      ],
      [['well'], 'error: host NS/well needs no repair; no files were written\n'],
      [
        ['nowhere'],
        'Error from server (NotFound): baremetalhosts.metal3.io "nowhere" not found\nThere is no such host in namespace "NS". To find it: kubectl bmh list -A --kubeconfig CONFIG\n',
      ],
      [
        ['broken', `--image-url=${elsewhere}`, '--checksum-url=http://images.infra/SUMS'],
        `error: the payloads do not have the documented shape: spec.image.checksum: "http://images.infra/SUMS" does not start with the image address
Use a --checksum-url that starts with the image address, or let "kubectl bmh repair" send it.
`,
      ],
    ] as const)
      test(`writes no files for ${words.join(' ')}`, async () => {
        rmSync(folder, { recursive: true, force: true });
        const { code, stdout, stderr } = await payload([...words]);
        assert.equal(stderr.replaceAll(/^Warning: .*\n/gm, ''), end);
        assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
        assert.ok(!existsSync(folder));
      });

    test('refuses a host that is about to be wiped', async () => {
      const { code, stderr } = await payload(['at-risk'], 'idle');
      assert.equal(
        stderr,
        `error: host NS/at-risk is about to be wiped: there is no time for a manual repair; no files were written
Next: kubectl bmh repair at-risk -n NS --kubeconfig CONFIG
`,
      );
      assert.equal(code, 1);
    });

    test('suggests kubectl bmh wait for a host that already has the new address', async () => {
      const { code, stderr } = await payload(['on-target'], 'idle');
      assert.equal(
        stderr,
        `error: host NS/on-target already has the new address; no files were written
Next: kubectl bmh wait on-target -n NS --kubeconfig CONFIG
`,
      );
      assert.equal(code, 1);
    });
  });

test('kubectl bmh payload requires --output-directory', async () => {
  assert.deepEqual(await runCommand(program, ['payload', 'worker-0']), {
    code: 1,
    stdout: '',
    stderr:
      'error: --output-directory is required\nSet it to the folder to write the two payload files to.\n',
  });
});
