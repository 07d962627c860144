import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parse as shellWords } from 'shell-quote';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { type BlockPart, tellReady, usualParts } from '../../scenarios/monitoring-block.ts';
import { startRelay } from '../../support/relay.ts';
import { type Ran, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { type Looking, openLooking } from './looking.ts';

/** The cluster-state metrics as a user installs them by hand, so that their replicas are changed in the cluster. */
const HAND_MADE: BlockPart = {
  kind: 'Deployment',
  name: 'kube-state-metrics',
  image: 'kube-state-metrics/kube-state-metrics:v2.16.0',
  replicas: 2,
};

/** What `status` finds, the command that it prints, and that the finding is gone after it. */
interface Situation {
  reason: string;
  title: string;
  /** Brings the block there. */
  make(play: Play): Promise<unknown>;
  next: string;
}

interface Play extends Looking {
  /** Runs a command that is interrupted after a request like this. */
  interruptedAt(words: string[], at: RegExp): Promise<Ran>;
}

const STOP = /^PATCH .*\/prometheuses\//;
const MARK = /^PATCH .*\/configmaps\//;
const resize = (size: string) => ['resize-pvc', size, 'k8s', '-y'];

const situations: Situation[] = [
  {
    reason: 'cluster-state-replicas',
    title: 'cluster-state metrics with two replicas',
    make: async () => {},
    next: 'kubectl scale deployment kube-state-metrics --replicas=1',
  },
  {
    reason: 'paused',
    title: 'a paused instance',
    make: ({ patch, path }) => patch(path('prometheuses', 'k8s'), { spec: { paused: true } }),
    next: `kubectl patch prometheus k8s --type merge -p '{"spec":{"paused":false}}'`,
  },
  {
    reason: 'alerts-down',
    title: 'an instance that was scaled to 0',
    async make({ patch, path, waitFor }) {
      await patch(path('alertmanagers', 'main'), { spec: { replicas: 0 } });
      await waitFor(path('pods', 'alertmanager-main-0'), (pod) => pod === undefined);
    },
    next: `kubectl patch alertmanager main --type merge -p '{"spec":{"replicas":2}}'`,
  },
  {
    reason: 'claim-sizes',
    title: 'a claim that was resized by hand',
    async make({ patch, path, waitFor }) {
      const claim = path('persistentvolumeclaims', 'prometheus-k8s-db-prometheus-k8s-0');
      await patch(claim, { spec: { resources: { requests: { storage: '60Gi' } } } });
      await waitFor(claim, ({ status }) => status.capacity.storage === '60Gi');
    },
    next: 'kubectl monitoring resize-pvc 60Gi k8s',
  },
  {
    reason: 'unfinished-resize',
    title: 'a resize that was interrupted',
    make: ({ interruptedAt }) => interruptedAt([...resize('70Gi'), '--mode=online'], STOP),
    next: 'kubectl monitoring resize-pvc 70Gi k8s --mode online',
  },
  {
    reason: 'metrics-down',
    title: 'an instance that an interrupted resize has stopped',
    make: ({ interruptedAt }) => interruptedAt(resize('80Gi'), STOP),
    next: 'kubectl monitoring resize-pvc 80Gi k8s',
  },
  {
    reason: 'unfinished-resize',
    title: 'an undo that was interrupted',
    async make({ interruptedAt }) {
      await interruptedAt([...resize('90Gi'), '--mode=online'], STOP);
      await interruptedAt(['undo', 'k8s', '-y'], MARK);
    },
    next: 'kubectl monitoring undo prometheus/k8s',
  },
];

for (const kind of servers())
  describe(`commands that kubectl monitoring status prints, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Looking;
    before(async () => {
      server = await kind.start();
      stage = await openLooking(server, {
        parts: [...usualParts('').filter(({ name }) => name !== HAND_MADE.name), HAND_MADE],
      });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const interruptedAt = async (words: string[], at: RegExp): Promise<Ran> => {
      const interruption = new AbortController();
      const relay = await startRelay(server.admin, {
        after: ({ method, path }, status) => {
          if (status === 200 && at.test(`${method} ${path}`) && !path.includes('dryRun'))
            interruption.abort();
          return undefined;
        },
      });
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin));
        const argv = [...words, '--kubeconfig', config, '-n', stage.namespace];
        return await runCommand(program, argv, { interrupted: interruption.signal });
      } finally {
        await relay.stop();
      }
    };

    /** Runs a printed command of the plugin. */
    const follow = async (on: Looking, words: string[]): Promise<Ran> => {
      const config = await on.kubeconfig();
      return runCommand(program, [...words, '-y', '-n', on.namespace, '--kubeconfig', config]);
    };

    /** What a printed command of kubectl does. */
    async function byKubectl([verb = '', type = '', name = '', ...flags]: string[]): Promise<void> {
      const resource = (
        { prometheus: 'prometheuses', alertmanager: 'alertmanagers', deployment: 'deployments' } as const
      )[type];
      assert.ok(resource, type);
      const body = verb === 'patch' ? flags.at(-1) : undefined;
      const [, replicas] = /^--replicas=(\d+)$/.exec(flags[0] ?? '') ?? [];
      const change = body ? JSON.parse(body) : { spec: { replicas: Number(replicas) } };
      assert.equal((await stage.patch(stage.path(resource, name), change)).status, 200);
      // The stage has no controller of Deployments.
      if (verb === 'scale')
        await tellReady(server.admin, stage.namespace, { part: HAND_MADE, ready: Number(replicas) });
    }

    const reasons = async (): Promise<string[]> =>
      (await stage.findings()).findings.map((finding) => (finding as { reason: string }).reason);

    for (const { reason, title, make, next } of situations)
      test(`${title}: ${next} works`, async () => {
        await make({ ...stage, interruptedAt });
        const { findings } = await stage.findings();
        const finding = findings.find((one) => (one as { reason: string }).reason === reason) as
          | { next: string }
          | undefined;
        assert.ok(finding, JSON.stringify(findings, null, 1));
        assert.equal(finding.next.replace(' -n NS --kubeconfig KUBECONFIG', ''), next);
        const [, ...words] = shellWords(next).map(String);
        if (words[0] === 'monitoring') {
          const { code, stderr } = await follow(stage, words.slice(1));
          assert.equal(code, 0, stderr);
        } else await byKubectl(words);
        await stage.ready();
        assert.ok(!(await reasons()).includes(reason), 'the finding is gone');
      });

    test('a full disk: the resize that is printed grows every volume of the instance', async () => {
      const full = await openLooking(server, { recording: 'full' });
      try {
        const [finding] = (await full.findings()).findings as { reason: string; next: string }[];
        assert.equal(finding?.reason, 'disk-full');
        const words = shellWords(finding.next.replace(' -n NS --kubeconfig KUBECONFIG', '')).map(String);
        assert.deepEqual(words, ['kubectl', 'monitoring', 'resize-pvc', '406Gi', 'k8s']);
        const { code, stderr } = await follow(full, words.slice(2));
        assert.equal(code, 0, stderr);
        const claims = Object.entries(await full.claims()).filter(([name]) => name.includes('k8s'));
        assert.deepEqual(
          claims.map(([, { capacity }]) => capacity),
          ['406Gi', '406Gi'],
        );
      } finally {
        await full.stop();
      }
    });
  });
