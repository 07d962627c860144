import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, type TestContext, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { findControllerPrograms } from '../../cluster/controller-programs.ts';
import { applyDefinitions } from '../../cluster/operator-definitions.ts';
import { ensure, expect } from '../../scenarios/requests.ts';
import { folderWith } from '../../support/folder.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import { RULE_WEBHOOK, startRuleWebhook } from '../../support/rule-webhook.ts';
import { plainText, type Ran, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';

const manifest = (name: string, message = 'It is down.') => `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: ${name}
  labels:
    release: kps
spec:
  groups:
    - name: ${name}.rules
      rules:
        - alert: Down
          expr: up == 0
          for: 1m
          annotations:
            message: '${message}'
`;

/** The checks of "rules lint" do not know the functions of templates. */
const UNKNOWN_FUNCTION = '{{ $value | humanise }} are down.';

const REJECTED = `error: the rule "good" is not applied, because another rule is refused
error: the server rejects the rule "wrong"; nothing was applied: Error from server (Invalid): admission webhook "${RULE_WEBHOOK}" denied the request: Rules are not valid: group "wrong.rules", rule 1, "Down": annotation "message": template: __alert_Down:1: function "humanise" not defined
This is not a missing permission: an admission webhook rejected the request. Do what it says, or ask its owner.
`;

/** What ended the connection depends on when. */
const NOT_TRIED = new RegExp(
  `^error: the server could not try the rule "shop"; nothing was applied: Error from server \\(InternalError\\): Internal error occurred: failed calling webhook "${RULE_WEBHOOK}": failed to call webhook: Post "https://127\\.0\\.0\\.1:PORT/.+\nCheck that the webhook's service is running, or ask its owner\\. Then run the same command again\\.\n$`,
);

const ACCEPTS_ANYTHING =
  'Warning: the server accepts a rule that Prometheus cannot read: the webhook of prometheus-operator is not installed, or not reachable and ignored\n';

// The embedded server calls no webhooks.
for (const kind of servers().filter(({ name }) => name === 'real'))
  describe('rules apply with the real admission webhook', () => {
    let server: TestServer;
    before(async () => {
      server = await kind.start();
      await applyDefinitions(server.admin, (await findControllerPrograms()).definitions);
    });
    after(() => server?.stop());

    /** A namespace for one test, so that it meets no webhook of another. */
    async function open(t: TestContext) {
      const { admin } = server;
      const namespace = `rules-${randomBytes(3).toString('hex')}`;
      await ensure(admin, '/api/v1/namespaces', {
        ...{ apiVersion: 'v1', kind: 'Namespace' },
        metadata: { name: namespace },
      });
      const config = join(await folderWith(t, {}), 'kubeconfig.yaml');
      await writeKubeconfig(config, admin, { namespace });
      return {
        async webhook(options: Omit<Parameters<typeof startRuleWebhook>[1], 'namespace'>) {
          const webhook = await startRuleWebhook(server, { ...options, namespace });
          t.after(webhook.stop);
          return webhook;
        },
        async stored(): Promise<string[]> {
          const path = `/apis/monitoring.coreos.com/v1/namespaces/${namespace}/prometheusrules`;
          const { items } = (await expect(admin, { path }, 200)).json;
          return items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
        },
        async apply(text: string, ...words: string[]): Promise<Ran> {
          const argv = ['rules', 'apply', '-', ...words, '--kubeconfig', config];
          const ran = await runCommand(program, argv, { stdin: Readable.from([text]) });
          const names = { [config]: 'KUBECONFIG', [namespace]: 'NS' };
          return {
            code: ran.code,
            stdout: plainText(ran.stdout, names),
            stderr: plainText(ran.stderr, names),
          };
        },
      };
    }

    test('a dry run of a good rule warns of nothing, and leaves neither the rule nor the probe', async (t) => {
      const { webhook, apply, stored } = await open(t);
      await webhook({ failurePolicy: 'Ignore' });
      const { code, stdout, stderr } = await apply(manifest('shop'), '--dry-run=server');
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(
        stdout,
        /^# Step 1: Apply prometheusrule\.monitoring\.coreos\.com\/shop in namespace NS\n/,
      );
      assert.deepEqual(await stored(), []);
    });

    test('a good rule is applied through the webhook', async (t) => {
      const { webhook, apply, stored } = await open(t);
      await webhook({ failurePolicy: 'Fail' });
      const { code, stdout } = await apply(manifest('shop'), '-y', '--no-wait');
      assert.deepEqual([code, stdout], [0, 'prometheusrule.monitoring.coreos.com/shop created\n']);
      assert.deepEqual(await stored(), ['shop']);
    });

    for (const words of [['-y'], ['--dry-run=server']])
      test(`${words}: if the webhook rejects one rule, its words are printed, and none is applied`, async (t) => {
        const { webhook, apply, stored } = await open(t);
        await webhook({ failurePolicy: 'Fail' });
        const both = `${manifest('good')}---\n${manifest('wrong', UNKNOWN_FUNCTION)}`;
        assert.deepEqual(await apply(both, ...words), { code: 1, stdout: '', stderr: REJECTED });
        assert.deepEqual(await stored(), []);
      });

    for (const [what, lose] of [
      ['is gone', 'end'],
      ['hangs', 'hang'],
    ] as const) {
      test(`a webhook that ${what} and is ignored: a dry run warns that any rule is accepted`, async (t) => {
        const { webhook, apply, stored } = await open(t);
        await (await webhook({ failurePolicy: 'Ignore', timeoutSeconds: 1 }))[lose]();
        const { code, stderr } = await apply(manifest('shop'), '--dry-run=server');
        assert.deepEqual([code, stderr], [0, ACCEPTS_ANYTHING]);
        assert.deepEqual(await stored(), []);
      });

      for (const words of [['-y'], ['--dry-run=server']])
        test(`${words}: a webhook that ${what} and must answer is named, and nothing is applied`, async (t) => {
          const { webhook, apply, stored } = await open(t);
          await (await webhook({ failurePolicy: 'Fail', timeoutSeconds: 1 }))[lose]();
          const { code, stdout, stderr } = await apply(manifest('shop'), ...words);
          assert.deepEqual([code, stdout], [1, '']);
          assert.match(stderr, NOT_TRIED);
          assert.deepEqual(await stored(), []);
        });
    }
  });
