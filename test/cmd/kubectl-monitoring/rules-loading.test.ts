import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { PROMETHEUSES } from '../../metrics/rule-server.ts';
import { create } from '../../scenarios/requests.ts';
import type { MonitoringStage } from '../../support/monitoring-stage.ts';
import { type OwnAnswer, startRelay } from '../../support/relay.ts';
import { refusal } from '../../support/relay-answers.ts';
import type { RuleLoader } from '../../support/rule-loader.ts';
import { openRules, type RuleStage } from '../../support/rule-stage.ts';
import { plainText, type Ran, runCommand } from '../../support/run-command.ts';
import { servers } from '../../support/servers.ts';

const RULES = '/apis/monitoring.coreos.com/v1';

/** Of every rule here; it never fires. */
const QUIET = 'vector(0) > 1';
/** Two series of one name: it fails whenever it is evaluated. */
const FAILING = 'vector(1) * on () (vector(1) or label_replace(vector(1), "a", "b", "", ""))';

const group = (expr: string, more: object = {}) => ({
  name: 'shop.rules',
  rules: [{ alert: 'ShopDown', expr, for: '1m', annotations: { message: 'The shop is down.' }, ...more }],
});

for (const [kind, prometheus] of servers().flatMap((one) =>
  PROMETHEUSES[one.name].map((by) => [one, by] as const),
))
  describe(`rules list and rules doctor on the ${kind.name} server, with the Prometheus ${prometheus}`, () => {
    let opened: RuleStage | undefined;
    let select: RuleStage['select'];
    let stage: MonitoringStage;
    let loader: RuleLoader;
    let config: string;
    before(async () => {
      opened = await openRules(await kind.start(), { release: 'kps' }, { prometheus });
      ({ stage, loader, config, select } = opened);
    });
    after(() => opened?.stop());

    const rulePath = (name: string) => `${RULES}/namespaces/${stage.namespace}/prometheusrules/${name}`;
    const run = async (words: string, kubeconfig = config): Promise<Ran> => {
      const ran = await runCommand(program, ['rules', ...words.split(' '), '--kubeconfig', kubeconfig]);
      const names = { [kubeconfig]: 'KUBECONFIG', [stage.namespace]: 'NS' };
      return { code: ran.code, stdout: plainText(ran.stdout, names), stderr: plainText(ran.stderr, names) };
    };
    /** Runs commands behind a relay that answers requests whose path matches. */
    async function behind(path: RegExp, answer: OwnAnswer, ...commands: string[]): Promise<Ran[]> {
      const relay = await startRelay(stage.server.admin, {
        before: (request) => (path.test(request.path) ? answer : undefined),
      });
      try {
        const kubeconfig = await stage.kubeconfig(relay.endpoint(stage.server.admin));
        const all: Ran[] = [];
        for (const words of commands) all.push(await run(words, kubeconfig));
        return all;
      } finally {
        await relay.stop();
      }
    }
    const addRule = (name: string, { labels = { release: 'kps' } as object, groups = [group(QUIET)] } = {}) =>
      create(stage.server.admin, `${RULES}/namespaces/${stage.namespace}/prometheusrules`, {
        apiVersion: 'monitoring.coreos.com/v1',
        kind: 'PrometheusRule',
        metadata: { name, namespace: stage.namespace, labels },
        spec: { groups },
      });

    /** Asks again until the answer is right: the operator and the loader take their time, and it writes all ConfigMaps for each change. */
    async function eventually(
      ask: () => Promise<Ran | undefined>,
      isRight: (ran: Ran) => boolean,
    ): Promise<Ran> {
      for (const deadline = performance.now() + 60_000; ; ) {
        const ran = await ask();
        if (ran && isRight(ran)) return ran;
        assert.ok(performance.now() < deadline, ran && ran.stdout + ran.stderr);
      }
    }

    /** The diagnosis, once it is this one. */
    const diagnosed = (name: string, reason: string | null): Promise<Ran> =>
      eventually(
        async () => {
          const { stdout, stderr } = await run(`doctor ${name} -o json`);
          assert.equal(stderr, '');
          const { verdict, reason: seen } = JSON.parse(stdout);
          return verdict !== 'unknown' && seen === reason ? run(`doctor ${name}`) : undefined;
        },
        ({ stdout }) => stdout.includes(reason ?? `${name}: healthy`),
      );

    test('a rule that every replica has loaded is healthy', async () => {
      await addRule('shop');
      assert.deepEqual(await diagnosed('shop', null), {
        code: 0,
        stdout: 'NS/shop: healthy\n\nPrometheus NS/k8s: loaded on 2 of 2 replicas, no alert fires\n',
        stderr: '',
      });
      assert.deepEqual(
        await run(`doctor ${'NS/shop'.replace('NS', stage.namespace)}`),
        await run('doctor shop'),
      );
    });

    test('a rule may be named as "rules list -o name" prints it, and as kubectl takes it', async () => {
      const { stdout } = await run('list -o name');
      assert.equal(stdout, 'prometheusrule.monitoring.coreos.com/shop\n');
      const usual = await run('doctor shop');
      for (const name of [stdout.trim(), 'prometheusrule/shop', 'prometheusrules/shop'])
        assert.deepEqual(await run(`doctor ${name}`), usual);
      assert.match((await run('doctor metricsrule/shop')).stderr, /the server has no MetricsRule objects/);
    });

    test('a rule object without groups is loaded: Prometheus lists no group of it', async () => {
      await addRule('empty', { groups: [] });
      assert.equal((await diagnosed('empty', null)).code, 0);
      const isWritten = async (): Promise<boolean> =>
        (await stage.list(stage.path('configmaps'))).some(({ data = {} }) =>
          Object.keys(data).some((file) => file.includes('-empty-')),
        );
      await eventually(
        async () => ((await isWritten()) ? run('doctor shop') : undefined),
        ({ code }) => code === 0,
      );
    });

    test('pods that cannot be listed make a rule unknown: nothing is said about pods', async () => {
      const [doctor, list] = await behind(/\/pods$/, refusal(403, 'Forbidden', 'no'), 'doctor shop', 'list');
      assert.deepEqual(doctor, {
        code: 2,
        stdout:
          'NS/shop: unknown\n\nPrometheus NS/k8s: loaded on 0 of 0 replicas\n  Could not be read: pods in namespace NS\n',
        stderr: 'Warning: pods in namespace NS could not be read: no\n',
      });
      assert.match(list?.stdout ?? '', /^shop +unknown /m);
    });

    test('rules list exits with 2 if a pod does not answer, and does not say that there are no rules it cannot read', async () => {
      const forbidden = refusal(403, 'Forbidden', 'no');
      const [silent] = await behind(/\/(proxy|portforward)/, forbidden, 'list');
      assert.equal(silent?.code, 2);
      const [unread] = await behind(/\/prometheusrules$/, forbidden, 'list');
      assert.deepEqual(unread, {
        code: 2,
        stdout: '',
        stderr: 'Warning: prometheusrules in namespace NS could not be read: no\n',
      });
    });

    test('a selector of another shape is an answer that cannot be read', async () => {
      for (const ruleSelector of ['all', { matchExpressions: 'a' }, { matchExpressions: [{}] }]) {
        const items = [{ metadata: { name: 'k8s', namespace: stage.namespace }, spec: { ruleSelector } }];
        const [ran] = await behind(
          /\/prometheuses$/,
          { status: 200, body: { metadata: {}, items } },
          'doctor shop',
        );
        assert.deepEqual([ran?.code, ran?.stdout], [2, 'NS/shop: unknown\n']);
        assert.match(ran?.stderr ?? '', /spec\.ruleSelector.*: expected /);
      }
      const spec = { ruleSelector: { matchLabels: null, matchExpressions: null } };
      const items = [{ metadata: { name: 'k8s', namespace: stage.namespace }, spec }];
      const answer = { status: 200, body: { metadata: {}, items } };
      await eventually(
        async () => (await behind(/\/prometheuses$/, answer, 'doctor shop'))[0],
        ({ code }) => code === 0,
      );
    });

    test('a rejection in the status, which newer operators write for each Prometheus, is named', async () => {
      const rule = await stage.get(rulePath('shop'));
      const rejectedBy = async (name: string) => {
        const message = 'group "a" has a wrong expression';
        const conditions = [{ type: 'Accepted', status: 'False', reason: 'InvalidConfiguration', message }];
        const status = {
          bindings: [{ resource: 'prometheuses', name, namespace: stage.namespace, conditions }],
        };
        // Of this uid, the operator has written nothing.
        const body = { ...rule, metadata: { ...rule.metadata, uid: 'new' }, status };
        const [ran] = await behind(/\/prometheusrules\/shop$/, { status: 200, body }, 'doctor shop');
        return ran?.stdout ?? '';
      };
      assert.match(
        await rejectedBy('k8s'),
        /rejected\n {2}The operator rejected the rule: group "a" has a wrong/i,
      );
      assert.match(await rejectedBy('other'), /: not-written\n/);
    });

    test('labels that Prometheus does not select are named, and the command sets them', async () => {
      await addRule('strange', { labels: { prometheus: 'k8s' } });
      const { code, stdout } = await diagnosed('strange', 'labels-not-selected');
      assert.equal(code, 1);
      assert.equal(
        stdout,
        `NS/strange: degraded

Prometheus NS/k8s: labels-not-selected
  Prometheus k8s selects release=kps; the rule has prometheus=k8s.
  Add the labels, also where the rule is kept in git.
  kubectl label prometheusrule strange --overwrite release=kps -n NS --kubeconfig KUBECONFIG
`,
      );
      await stage.patch(rulePath('strange'), { metadata: { labels: { release: 'kps' } } });
      assert.equal((await diagnosed('strange', null)).code, 0);
    });

    test('a namespace that Prometheus does not select is named', async () => {
      await addRule('placed');
      await diagnosed('placed', null);
      await select({ ruleNamespaceSelector: { matchLabels: { watched: 'yes' } } });
      try {
        const { stdout } = await diagnosed('placed', 'namespace-not-selected');
        assert.match(stdout, /selects namespaces with watched=yes; namespace NS has /);
        assert.match(
          stdout,
          /\n {2}kubectl label namespace NS --overwrite watched=yes --kubeconfig KUBECONFIG\n/,
        );
      } finally {
        await select({ ruleNamespaceSelector: null });
      }
    });

    test('a rule that is too large is named with its size', async () => {
      const long = { annotations: { message: 'x'.repeat(3_000) } };
      const groups = Array.from({ length: 180 }, (_, at) => ({ ...group(QUIET, long), name: `group-${at}` }));
      await addRule('large', { groups });
      const { stdout } = await diagnosed('large', 'too-large');
      assert.match(stdout, /\n {2}the rule has 5\d{5} bytes; the operator accepts 524288\.\n/i);
    });

    test('a rule that the operator rejects is named, and the command lints it', async () => {
      await addRule('wrong', { groups: [group('sum(')] });
      const { stdout } = await diagnosed('wrong', 'rejected');
      assert.match(stdout, /The operator rejected the rule: .*invalid/i);
      assert.match(
        stdout,
        /kubectl get prometheusrule wrong -o yaml -n NS --kubeconfig KUBECONFIG \| kubectl monitoring rules lint - --kubeconfig KUBECONFIG\n/,
      );
    });

    test('a Prometheus that is paused is named', async () => {
      await select({ paused: true });
      try {
        await addRule('late');
        assert.match((await diagnosed('late', 'prometheus-paused')).stdout, /is paused \(spec\.paused\)/);
      } finally {
        await select({ paused: null });
      }
      await diagnosed('late', null);
    });

    // The embedded server counts no ConfigMaps.
    const skip = kind.name === 'embedded';
    test('a rule that the operator could not write to a ConfigMap is named', { skip }, async () => {
      const quotas = `/api/v1/namespaces/${stage.namespace}/resourcequotas`;
      await create(stage.server.admin, quotas, {
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { name: 'full', namespace: stage.namespace },
        spec: { hard: { configmaps: '0' } },
      });
      // What the controller of quotas would write, which does not run here.
      const status = { hard: { configmaps: '0' }, used: { configmaps: '0' } };
      await stage.patch(`${quotas}/full/status`, { status });
      try {
        await addRule('unwritten');
        assert.match(
          (await diagnosed('unwritten', 'not-written')).stdout,
          /the operator has not written the rule to a ConfigMap of Prometheus k8s/i,
        );
      } finally {
        await stage.remove(`${quotas}/full`);
      }
      await diagnosed('unwritten', null);
    });

    test('a replica that has not loaded a rule yet, or an earlier version of it, is named', async () => {
      await loader.hold(true);
      try {
        await addRule('held');
        assert.match(
          (await diagnosed('held', 'not-loaded')).stdout,
          /prometheus-k8s-0 has not loaded the rule/,
        );
        await loader.hold(false);
        await diagnosed('held', null);
        await loader.hold(true);
        await stage.patch(rulePath('held'), { spec: { groups: [group(QUIET, { for: '5m' })] } });
        assert.match(
          (await diagnosed('held', 'outdated')).stdout,
          /prometheus-k8s-0 has loaded an earlier version/,
        );
      } finally {
        await loader.hold(false);
      }
      await diagnosed('held', null);
    });

    test('a replica that could not load its configuration is named', async () => {
      await loader.put({ 'spoiled.yaml': 'groups: 5\n' });
      try {
        await addRule('beside');
        const { stdout } = await diagnosed('beside', 'reload-failed');
        assert.match(
          stdout,
          /kubectl logs prometheus-k8s-0 -c prometheus --tail=50 -n NS --kubeconfig KUBECONFIG\n/,
        );
      } finally {
        await loader.put({});
      }
      await diagnosed('beside', null);
    });

    test('an expression that cannot be evaluated is named with the error of Prometheus', async () => {
      await addRule('failing', { groups: [group(FAILING)] });
      const { stdout } = await diagnosed('failing', 'evaluation-failed');
      assert.match(stdout, /cannot evaluate ShopDown in group shop\.rules: found duplicate series/i);
    });

    test('a field that the version of Prometheus does not have is named', async () => {
      await select({ version: 'v2.41.0' });
      try {
        await addRule('newer', { groups: [group(QUIET, { keep_firing_for: '5m' })] });
        const { code, stdout } = await diagnosed('newer', 'fields-dropped');
        assert.equal(code, 1);
        assert.match(stdout, /keep_firing_for needs Prometheus 2\.42 or later, and k8s is v2\.41\.0/);
      } finally {
        await select({ version: null });
      }
      await diagnosed('newer', null);
    });

    test('a selector that is not set selects nothing, and the operator writes nothing', async () => {
      await select({ ruleSelector: null });
      try {
        assert.match(
          (await diagnosed('shop', 'labels-not-selected')).stdout,
          /its spec\.ruleSelector is not set/,
        );
      } finally {
        await select({ ruleSelector: { matchLabels: { release: 'kps' } } });
      }
      await diagnosed('shop', null);
    });

    test('a rule that is not there is not found', async () => {
      const { code, stdout, stderr } = await run('doctor nothing');
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(
        stderr,
        /^Error from server \(NotFound\): prometheusrules\.monitoring\.coreos\.com "nothing" not found\n/,
      );
    });

    test('rules lint --with-prometheus names what the Prometheus of the cluster cannot read', async () => {
      const words = ['rules', 'lint', '-', '-n', stage.namespace, '--kubeconfig', config];
      const text =
        'groups:\n  - name: a\n    rules:\n      - record: a:avg\n        expr: histogram_avg(a)\n';
      const lint = (...flags: string[]) =>
        runCommand(program, [...words, ...flags], { stdin: Readable.from([text]) });
      assert.equal((await lint()).code, 0);
      const { code, stdout, stderr } = await lint('--with-prometheus');
      assert.deepEqual([code, stderr], [prometheus === 'newest' ? 0 : 1, '']);
      // It came with Prometheus 2.51.
      if (prometheus === 'newest') return;
      assert.match(
        stdout,
        /^stdin:5:15: critical prometheus: 1:1: parse error: unknown function with name "histogram_avg"\n/,
      );
    });

    test('rules list shows where each rule is loaded, the degraded ones first', async () => {
      await addRule('zebra', { labels: {} });
      await diagnosed('zebra', 'labels-not-selected');
      const { code, stdout, stderr } = await eventually(
        () => run('list'),
        (ran) => /^shop +healthy /m.test(ran.stdout),
      );
      assert.deepEqual([code, stderr], [0, '']);
      const rows = stdout
        .trimEnd()
        .split('\n')
        .map((row) => row.split(/ {2,}/));
      assert.deepEqual(rows[0], ['NAME', 'VERDICT', 'REASON', 'PROMETHEUS', 'LOADED', 'FIRING', 'AGE']);
      const of = (name: string) => rows.find(([first]) => first === name)?.slice(1, 6);
      assert.deepEqual(of('shop'), ['healthy', '<none>', 'NS/k8s', '2/2', '0']);
      assert.deepEqual(of('zebra'), ['degraded', 'labels-not-selected', '<none>', '<none>', '0']);
      const verdicts = rows.slice(1).map(([, verdict]) => verdict);
      assert.deepEqual(verdicts, verdicts.toSorted());
    });

    test('rules list -A shows the files that come from no rule object', async () => {
      await loader.put({
        'by-hand.yaml': 'groups: [{ name: by-hand, rules: [{ alert: Always, expr: vector(1) }] }]\n',
      });
      try {
        for (const deadline = performance.now() + 60_000; ; ) {
          const { items } = JSON.parse((await run('list -A -o json')).stdout);
          const file = items.find(
            ({ metadata }: { metadata: { name: string } }) => metadata.name === 'by-hand.yaml',
          );
          assert.ok(performance.now() < deadline, JSON.stringify(items, null, 1));
          // Prometheus evaluates a rule some time after it has loaded it.
          if (!file?.firing) continue;
          assert.deepEqual(file, {
            metadata: { name: 'by-hand.yaml', namespace: '' },
            verdict: 'healthy',
            reason: null,
            message: null,
            prometheus: { namespace: 'NS', name: 'k8s' },
            loaded: 2,
            replicas: 2,
            firing: 1,
            rules: 1,
          });
          return;
        }
      } finally {
        await loader.put({});
      }
    });
  });
