import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { PROMETHEUSES } from '../../metrics/rule-server.ts';
import { folderWith } from '../../support/folder.ts';
import { call } from '../../support/http.ts';
import type { MonitoringStage } from '../../support/monitoring-stage.ts';
import { type RelayOptions, startRelay } from '../../support/relay.ts';
import { refusal } from '../../support/relay-answers.ts';
import type { RuleLoader } from '../../support/rule-loader.ts';
import { openRules, type RuleStage } from '../../support/rule-stage.ts';
import { plainText, type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import { servers } from '../../support/servers.ts';

interface Rule {
  name: string;
  namespace?: string;
  release?: string;
  expr?: string;
  message?: string;
}

const manifest = ({ name, namespace, release = 'kps', expr = 'up == 0', message = 'It is down.' }: Rule) =>
  `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: ${name}
${namespace ? `  namespace: ${namespace}\n` : ''}  labels:
    release: ${release}
spec:
  groups:
    - name: ${name}.rules
      rules:
        - alert: Down
          expr: ${expr}
          for: 1m
          annotations:
            message: ${message}
`;

for (const [kind, prometheus] of servers().flatMap((one) =>
  PROMETHEUSES[one.name].map((by) => [one, by] as const),
))
  describe(`rules apply on the ${kind.name} server, with the Prometheus ${prometheus}`, () => {
    let opened: RuleStage | undefined;
    let stage: MonitoringStage;
    let loader: RuleLoader;
    let config: string;
    before(async () => {
      opened = await openRules(await kind.start(), { release: 'kps' }, { prometheus });
      ({ stage, loader, config } = opened);
    });
    after(() => opened?.stop());

    const rulePath = (name: string) =>
      `/apis/monitoring.coreos.com/v1/namespaces/${stage.namespace}/prometheusrules/${name}`;
    const stored = async (name: string) =>
      (await stage.list(rulePath('').slice(0, -1))).find(({ metadata }) => metadata.name === name);
    const apply = async (
      text: string,
      words = '-y',
      { kubeconfig = config, ...options }: RunOptions & { kubeconfig?: string } = {},
    ): Promise<Ran> => {
      const ran = await runCommand(
        program,
        ['rules', 'apply', '-', ...words.split(' ').filter(Boolean), '--kubeconfig', kubeconfig],
        { stdin: Readable.from([text]), ...options },
      );
      const names = { [kubeconfig]: 'KUBECONFIG', [stage.namespace]: 'NS' };
      return { code: ran.code, stdout: plainText(ran.stdout, names), stderr: plainText(ran.stderr, names) };
    };

    /** Applies behind a relay. */
    async function applyBehind(relayed: RelayOptions, text: string, words?: string): Promise<Ran> {
      const relay = await startRelay(stage.server.admin, relayed);
      try {
        return await apply(text, words, {
          kubeconfig: await stage.kubeconfig(relay.endpoint(stage.server.admin)),
        });
      } finally {
        await relay.stop();
      }
    }

    test('a new rule is created, and the run ends when every replica has loaded it', async () => {
      const ran = await apply(manifest({ name: 'shop' }));
      assert.deepEqual(
        [ran.code, ran.stdout],
        [
          0,
          'prometheusrule.monitoring.coreos.com/shop created, loaded on 2 of 2 replicas of Prometheus NS/k8s\n',
        ],
      );
      assert.match(ran.stderr, /^NAMESPACE +NAME +CHANGE +MANAGED BY\nNS +shop +created +<none>\n/);
    });

    test('a rule that is as in the file is unchanged, and nothing is asked', async () => {
      await apply(manifest({ name: 'same' }));
      const before = await stored('same');
      const { code, stdout, stderr } = await apply(manifest({ name: 'same' }), '');
      const loaded = 'loaded on 2 of 2 replicas of Prometheus NS/k8s';
      assert.deepEqual(
        [code, stdout],
        [0, `prometheusrule.monitoring.coreos.com/same unchanged, ${loaded}\n`],
      );
      assert.ok(stderr.endsWith(`NS/same: done (${loaded})\n`), stderr);
      assert.deepEqual(await stored('same'), before);
    });

    test('a change of the expression alone is waited for, too', async () => {
      await apply(manifest({ name: 'changed' }));
      await loader.hold(true);
      const said = Promise.withResolvers<void>();
      const running = apply(manifest({ name: 'changed', expr: 'up > 0' }), '-y -o json', {
        // It has looked at the rule, and goes on waiting.
        onStderr: (text) => text.includes('changed: loaded on') && said.resolve(),
      });
      const isHeld = await Promise.race([running.then(() => false), said.promise.then(() => true)]);
      await loader.hold(false);
      assert.ok(isHeld);
      const { code, stdout } = await running;
      assert.equal(code, 0, stdout);
      assert.equal(JSON.parse(stdout).verdict, 'applied');
      assert.equal((await stored('changed')).spec.groups[0].rules[0].expr, 'up > 0');
    });

    test('a field that is no longer in the file is removed, one of another user stays', async () => {
      await apply(
        manifest({ name: 'fields' }).replace('  labels:', '  annotations: { mine: "yes" }\n  labels:'),
      );
      await stage.patch(rulePath('fields'), { metadata: { annotations: { other: 'user' } } });
      assert.equal((await apply(manifest({ name: 'fields' }))).code, 0);
      assert.deepEqual((await stored('fields')).metadata.annotations, { other: 'user' });
    });

    test('a rule that no Prometheus selects is applied, and the run ends at once with the reason', async () => {
      const { code, stdout, stderr } = await apply(manifest({ name: 'lost', release: 'other' }));
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(
        stderr,
        /created, not loaded: Prometheus k8s selects release=kps; the rule has release=other/,
      );
      assert.match(stderr, /kubectl monitoring rules doctor lost -n NS --kubeconfig KUBECONFIG/);
    });

    test('a rule that is not loaded in time is named with the reason, and the exit code is 124', async () => {
      await loader.hold(true);
      try {
        const { code, stderr } = await apply(manifest({ name: 'slow' }), '-y --timeout=4s');
        assert.equal(code, 124);
        assert.match(
          stderr,
          /created, not loaded in time: (?:prometheus-k8s-0 has not loaded the rule, which is in a ConfigMap|the operator has not written)/,
        );
      } finally {
        await loader.hold(false);
      }
    });

    test('--no-wait ends after the rule is applied', async () => {
      const { code, stdout } = await apply(manifest({ name: 'fast' }), '-y --no-wait');
      assert.deepEqual([code, stdout], [0, 'prometheusrule.monitoring.coreos.com/fast created\n']);
    });

    test('a wrong expression is found before anything is sent', async () => {
      const { code, stdout, stderr } = await apply(manifest({ name: 'wrong', expr: 'sum(' }));
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(
        stderr,
        /^stdin:12:\d+: critical promql: .*\nerror: rules with critical findings are not applied\n/s,
      );
      assert.equal(await stored('wrong'), undefined);
    });

    test('if one rule is rejected by the server, none is applied', async () => {
      const wrong = manifest({ name: 'typed' }).replace('for: 1m', 'for: 1m\n          labels: { a: 5 }');
      const { code, stderr } = await apply(`${manifest({ name: 'good' })}---\n${wrong}`);
      assert.equal(code, 1);
      assert.match(stderr, /^error: the rule "good" is not applied, because another rule is refused\n/);
      assert.match(
        stderr,
        /\nerror: the server rejects the rule "typed"; nothing was applied: .*labels\.a: expected string/,
      );
      assert.match(stderr, /\nCorrect the value named above; the API server changed nothing\.\n$/);
      assert.equal(await stored('good'), undefined);
    });

    test('a rule that a GitOps source manages is only applied if the user agrees, or with --accept=gitops', async () => {
      await apply(manifest({ name: 'owned' }));
      const labels = {
        'kustomize.toolkit.fluxcd.io/name': 'apps',
        'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
      };
      await stage.patch(rulePath('owned'), { metadata: { labels } });
      const changed = manifest({ name: 'owned', message: 'Another text.' });
      const refused = await apply(changed);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /gitops: Flux Kustomization "flux-system\/apps" will revert the change/);
      const file = join(stage.folder, 'owned.yaml');
      writeFileSync(file, changed);
      const asked = await runCommand(program, ['rules', 'apply', file, '--kubeconfig', config], {
        stdin: Readable.from(['n\n']),
        interactive: true,
      });
      assert.equal(asked.code, 1);
      assert.match(
        asked.stderr,
        /Flux Kustomization "flux-system\/apps" will revert the change\. Apply this rule anyway\? \[y\/N\] /,
      );
      assert.match((await apply(changed, '--diff')).stdout, /Another text\./);
      assert.equal((await apply(changed, '-y --accept=gitops')).code, 0);
      assert.equal((await stored('owned')).spec.groups[0].rules[0].annotations.message, 'Another text.');
    });

    test('a user who declines changes nothing', async () => {
      const folder = stage.folder;
      writeFileSync(join(folder, 'asked.yaml'), manifest({ name: 'asked' }));
      const ran = await runCommand(
        program,
        ['rules', 'apply', join(folder, 'asked.yaml'), '--kubeconfig', config],
        { stdin: Readable.from(['n\n']), interactive: true },
      );
      assert.equal(ran.code, 1);
      assert.match(ran.stderr, /Apply this rule\? \[y\/N\] /);
      assert.equal(await stored('asked'), undefined);
    });

    test('a dry run and a diff show what would change, and change nothing', async () => {
      await apply(manifest({ name: 'tried' }));
      const before = await stored('tried');
      const changed = manifest({ name: 'tried', expr: 'up >= 1' });
      const diff = await apply(changed, '--diff');
      assert.equal(diff.code, 0, diff.stderr);
      assert.equal(
        diff.stdout,
        `prometheusrule.monitoring.coreos.com/tried -n NS
- spec.groups[0].rules[0].expr: up == 0
+ spec.groups[0].rules[0].expr: up >= 1
`,
      );
      const server = await apply(changed, '--dry-run=server');
      assert.equal(server.code, 0, server.stderr);
      assert.match(
        server.stdout,
        /^# Step 1: Apply prometheusrule\.monitoring\.coreos\.com\/tried in namespace NS\nPATCH /,
      );
      assert.match(server.stderr, /^Warning: the server accepts a rule that Prometheus cannot read/);
      assert.equal((await apply(manifest({ name: 'tried' }), '--diff')).stdout, 'Nothing would change.\n');
      assert.deepEqual(await stored('tried'), before);
    });

    test('an interruption of the wait says what was applied', async () => {
      await loader.hold(true);
      const interruption = new AbortController();
      try {
        const running = apply(manifest({ name: 'cut' }), '-y', {
          interrupted: interruption.signal,
          onStderr: (text) => text.includes('cut:') && interruption.abort(),
        });
        const { code, stderr } = await running;
        assert.equal(code, 130, stderr);
        assert.match(stderr, /Interrupted: created, and not known to be loaded/);
        assert.ok(await stored('cut'));
      } finally {
        await loader.hold(false);
      }
    });

    test('a wait for a rule that cannot be listed, or is deleted meanwhile, ends with --timeout', async () => {
      const isList = (path: string) => path.endsWith('/prometheusrules');
      const forbidden = refusal(403, 'Forbidden', 'no');
      const unread = await applyBehind(
        { before: ({ path }) => (isList(path) ? forbidden : undefined) },
        manifest({ name: 'unseen' }),
        '-y --timeout=0s',
      );
      assert.equal(unread.code, 124);
      assert.match(unread.stderr, /created, not seen in time: prometheusrules: no\n/);
      const gone = await applyBehind(
        {
          before: async ({ path }) => {
            if (isList(path)) await call(stage.server.admin, { method: 'DELETE', path: rulePath('gone') });
            return undefined;
          },
        },
        manifest({ name: 'gone' }),
        '-y --timeout=0s',
      );
      assert.equal(gone.code, 124);
      assert.match(gone.stderr, /created, not seen in time: it is not among the rules of the cluster\n/);
    });

    test('a rule on pods that cannot be asked is not loaded in time, with the reason', async () => {
      // The operator has written it by now.
      await apply(manifest({ name: 'unasked' }));
      const { code, stderr } = await applyBehind(
        {
          before: ({ path }) =>
            /\/(proxy|portforward)/.test(path) ? refusal(403, 'Forbidden', 'no') : undefined,
        },
        manifest({ name: 'unasked' }),
        '-y --timeout=0s',
      );
      assert.equal(code, 124);
      assert.match(stderr, /not loaded in time: pod prometheus-k8s-0: .*no/);
    });

    test('a change is only loaded if each replica says when it loaded its configuration', async () => {
      await apply(manifest({ name: 'undated' }));
      const { code, stderr } = await applyBehind(
        {
          before: ({ path }) => (path.endsWith('/runtimeinfo') ? refusal(403, 'Forbidden', 'no') : undefined),
        },
        manifest({ name: 'undated', expr: 'up < 1' }),
        `-y --timeout=${kind.name === 'real' ? 12 : 2}s`,
      );
      assert.equal(code, 124);
      assert.match(stderr, /it is not known whether every replica has loaded the change/);
    });

    test('of several rules, the one that fails is named', async () => {
      const { code, stderr } = await applyBehind(
        {
          before: ({ path, method }) =>
            method === 'PATCH' && path.includes('/second?') && !path.includes('dryRun')
              ? refusal(403, 'Forbidden', 'no')
              : undefined,
        },
        `${manifest({ name: 'first' })}---\n${manifest({ name: 'second' })}`,
        '-y --no-wait',
      );
      assert.equal(code, 1);
      assert.match(stderr, /\nerror: NS\/second: Error from server \(Forbidden\): no\n/);
    });

    test('two objects of one name are refused, also in one namespace given twice', async () => {
      const { code, stderr } = await apply(
        `${manifest({ name: 'twin' })}---\n${manifest({ name: 'twin', namespace: stage.namespace })}`,
      );
      assert.equal(code, 1);
      assert.equal(stderr, 'error: the files have several rule objects NS/twin\nKeep one of them.\n');
      assert.equal(await stored('twin'), undefined);
    });

    test('an object without a name or apiVersion is refused', async () => {
      const nameless = await apply(manifest({ name: 'x' }).replace('name: x\n', 'name:\n'));
      assert.equal(nameless.code, 1);
      assert.match(nameless.stderr, /^error: invalid resource name ""/);
      const bare = await apply(manifest({ name: 'bare' }).replace(/^apiVersion.*\n/, ''));
      assert.match(bare.stderr, /^error: PrometheusRule "bare" is of no apiVersion; this cluster serves /);
    });

    test('a field that the schema does not have is not called a fault of the API server', async () => {
      const { stderr } = await apply(manifest({ name: 'odd' }).replace('spec:', 'spec:\n  foo: bar'));
      assert.match(stderr, /\.spec\.foo: field not declared in schema\nCorrect the value named above; /);
    });

    test('a rule that is being deleted is not applied', async () => {
      const held = manifest({ name: 'leaving' }).replace(
        '  labels:',
        '  finalizers: [a.example/b]\n  labels:',
      );
      assert.equal((await apply(held, '-y --no-wait')).code, 0);
      await call(stage.server.admin, { method: 'DELETE', path: rulePath('leaving') });
      try {
        const { code, stderr } = await apply(held.replace('up == 0', 'up < 1'));
        assert.equal(code, 1);
        assert.match(
          stderr,
          /^error: the rule "leaving" is being deleted; nothing was applied\nWait until it is gone/,
        );
      } finally {
        await stage.patch(rulePath('leaving'), { metadata: { finalizers: null } });
      }
    });

    test('a plain rule file is refused with what to make of it', async () => {
      const { code, stderr } = await apply('groups: []\n');
      assert.equal(code, 1);
      assert.equal(
        stderr,
        'error: no rule objects found in stdin\nPass MetricsRule or PrometheusRule objects. To load a plain rule file, put its groups in the spec of one.\n',
      );
      const { stderr: broken } = await apply('{{ if }}\n: {');
      assert.match(broken, /\nFix it, or pass the rendered output of a chart: helm template CHART\.\n$/);
    });

    test('a template of a chart is refused, and nothing is sent', async (t) => {
      const template = manifest({ name: 'raw', message: '{{`{{ $value }}`}}' });
      const cwd = await folderWith(t, { 'Chart.yaml': 'name: chart\n', 'templates/a.yaml': template });
      const words = ['rules', 'apply', 'templates/a.yaml', '-y', '--kubeconfig', config];
      assert.deepEqual(await runCommand(program, words, { cwd }), {
        code: 1,
        stdout: '',
        stderr:
          'error: templates/a.yaml is a template of a chart\nPass the rendered output of the chart: helm template CHART.\n',
      });
      assert.equal(await stored('raw'), undefined);
    });

    test('a rule of another namespace than -n is refused', async () => {
      const { code, stderr } = await apply(
        manifest({ name: 'far', namespace: 'elsewhere' }),
        `-y -n ${stage.namespace}`,
      );
      assert.equal(code, 1);
      assert.equal(
        stderr,
        `error: the namespace from the provided object "elsewhere" does not match the namespace "NS"\nYou must pass '--namespace=elsewhere' to perform this operation.\n`,
      );
    });
  });
