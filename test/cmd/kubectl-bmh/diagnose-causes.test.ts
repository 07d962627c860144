import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { addDeployment } from '../../scenarios/deployments.ts';
import { ACTIVE, diagnosisScenario, QUIET } from '../../scenarios/diagnosis.ts';
import { guardsScenario } from '../../scenarios/guards.ts';
import { create, expect } from '../../scenarios/requests.ts';
import { call } from '../../support/http.ts';
import { runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

interface Item {
  metadata: { name: string };
  verdict: string;
  reason: string;
  refusals: { guard: string }[];
  hint?: string;
  next?: string;
  evidence: { about: string; label: string; text: string }[];
}

/** A cause, with the guards that refuse its fix. */
const labelOf = ({ reason, refusals }: Item): string =>
  [reason, ...refusals.map(({ guard }) => guard)].join(' ');

/** What each host of the scenario of guards comes to. */
const guarded: Record<string, string> = {
  'address-not-ip': 'address-by-name',
  argocd: 'fixed-address gitops',
  'argocd-manager-only': 'fixed-address gitops',
  'block-move': 'fixed-address block-move',
  'bmc-fault': 'bmc-fault',
  'checksum-type': 'fixed-address checksum-type image-not-served',
  'cluster-paused': 'fixed-address cluster-paused',
  'custom-deploy-changed': 'held foreign-pause custom-deploy',
  deleting: 'deleting',
  detached: 'fixed-address detached',
  'externally-provisioned': 'externally-provisioned-error',
  flux: 'fixed-address gitops',
  'flux-manager-only': 'fixed-address gitops',
  helm: 'fixed-address gitops',
  'live-iso': 'fixed-address no-checksum-image',
  'no-image': 'held unequal-urls foreign-pause no-image',
  'not-provisioned': 'healthy',
  'paused-by-capm3': 'fixed-address foreign-pause',
  'paused-by-hand': 'fixed-address foreign-pause',
  'paused-by-hostclaim': 'fixed-address foreign-pause',
  'saved-status': 'fixed-address foreign-pause status-annotation',
  'urls-differ': 'held unequal-urls foreign-pause',
};

for (const kind of servers())
  describe(`causes that kubectl bmh diagnose finds on the ${kind.name} server`, () => {
    let server: TestServer;
    const stages: Stage[] = [];
    let guards: Stage;
    let mixed: Stage;
    before(async () => {
      server = await kind.start();
      guards = await openStage(server, guardsScenario());
      stages.push(guards);
      mixed = await openStage(server, diagnosisScenario(), { active: ACTIVE, unattended: [QUIET] });
      stages.push(mixed);
    });
    after(async () => {
      for (const stage of stages) await stage.stop();
      await server?.stop();
    });

    const diagnose = async (stage: Stage, words: string[], namespace = 'metal3') => {
      const kubeconfig = await stage.kubeconfig(server.admin, stage.namespace(namespace));
      const { code, stdout, stderr } = await runCommand(program, [
        ...['diagnose', '--kubeconfig', kubeconfig, '-o', 'json'],
        ...words,
      ]);
      assert.equal(stderr, '');
      const { items, causes, verdict, exitCode } = JSON.parse(stdout);
      assert.equal(exitCode, code);
      const found: Item[] = items;
      const cut = (text: string): string =>
        text.replace(` -n ${stage.namespace(namespace)} --kubeconfig ${kubeconfig}`, '');
      return {
        code,
        verdict,
        items: found,
        causes,
        command: ({ next }: Item) => next && cut(next),
      };
    };

    test('shows the refusing guard next to the cause', async () => {
      const { items, code, verdict } = await diagnose(guards, ['--all']);
      assert.deepEqual(Object.fromEntries(items.map((item) => [item.metadata.name, labelOf(item)])), guarded);
      assert.deepEqual({ code, verdict }, { code: 1, verdict: 'degraded' });
    });

    test('diagnoses one host as it diagnoses many', async () => {
      for (const name of ['argocd', 'cluster-paused', 'urls-differ', 'not-provisioned', 'bmc-fault']) {
        const { items } = await diagnose(guards, [name]);
        assert.deepEqual(items.map(labelOf), [guarded[name]]);
      }
    });

    test('exits with 2 for a host whose cause is unknown', async () => {
      const { items, code, verdict } = await diagnose(guards, ['address-not-ip']);
      assert.deepEqual({ code, verdict }, { code: 2, verdict: 'unknown' });
      assert.equal(
        items[0]?.hint,
        'check that curl -I http://images.example.com/acme-standard-ubuntu2204.qcow2 gets 200 in a pod of the cluster',
      );
    });

    test('reports a host that needs work even beside unknown and healthy hosts', async () => {
      assert.equal((await diagnose(guards, ['address-not-ip', 'not-provisioned'])).code, 2);
      assert.equal((await diagnose(guards, ['address-not-ip', 'not-provisioned', 'bmc-fault'])).code, 1);
      assert.equal((await diagnose(guards, ['not-provisioned'])).code, 0);
    });

    test('finds the cause of a stale error by Ironic, the image server and the Events', async () => {
      const { items, command } = await diagnose(mixed, ['--all']);
      assert.deepEqual(
        items.map((item) => [item.metadata.name, labelOf(item), command(item)]),
        [
          ['kept-by-ironic', 'old-address-in-ironic', 'kubectl bmh reenroll kept-by-ironic'],
          ['missing-information', 'missing-information', undefined],
          ['not-served', 'image-not-served', undefined],
          ['tried-again', 'backing-off', 'kubectl bmh reenroll tried-again'],
        ],
      );
    });

    test('diagnoses unfinished hosts, and a healthy one at an IP address', async () => {
      const { items, code, command } = await diagnose(mixed, ['--all'], QUIET);
      assert.equal(code, 1);
      assert.deepEqual(
        items.map((item) => [item.metadata.name, item.verdict, labelOf(item), command(item)]),
        [
          ['at-risk', 'at-risk', 'at-risk', 'kubectl bmh repair at-risk'],
          ['on-its-way', 'unknown', 'preparing', 'kubectl describe baremetalhost on-its-way'],
          [
            'at-fixed-address',
            'healthy',
            'healthy-at-fixed-address',
            'kubectl bmh repair at-fixed-address --preventive',
          ],
        ],
      );
      const well = await diagnose(mixed, ['at-fixed-address'], QUIET);
      assert.deepEqual({ code: well.code, verdict: well.verdict }, { code: 0, verdict: 'healthy' });
    });

    test('shows the operator and its Ironic, and reports an operator that is down', async (context) => {
      const { admin } = server;
      const namespace = mixed.namespace(QUIET);
      const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
      await addDeployment(admin, { namespace, name: 'bmo', image: 'metal3/baremetal-operator:v0.12.0' });
      await addDeployment(admin, { namespace, name: 'ironic', image: 'metal3/ironic:v32.0' });
      context.after(async () => {
        for (const name of ['bmo', 'ironic'])
          await call(admin, { method: 'DELETE', path: `${path}/${name}` });
      });
      const pods = { template: { spec: { hostNetwork: true } } };
      await expect(admin, { method: 'PATCH', path: `${path}/ironic`, body: { spec: pods } }, 200);
      await create(admin, `/api/v1/namespaces/${namespace}/configmaps`, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'ironic' },
        data: { IRONIC_ENDPOINT: 'https://user:secret@172.22.0.2:6385/v1/' },
      });
      const down = await diagnose(mixed, ['tried-again']);
      const [item] = down.items;
      assert.ok(item);
      assert.equal(labelOf(item), 'operator-down');
      assert.match(down.command(item) ?? '', /^kubectl describe deployment bmo -n quiet-/);
      const about = (wanted: string) =>
        item.evidence.filter((one) => one.about === wanted && one.label !== 'lease').map(({ text }) => text);
      assert.deepEqual(about('operator'), [
        `baremetal-operator v0.12.0 (Deployment ${namespace}/bmo), 0 of 1 pods ready`,
      ]);
      assert.deepEqual(about('ironic'), [
        `https://***@172.22.0.2:6385/v1/ (ConfigMap ${namespace}/ironic)`,
        `ironic v32.0 (Deployment ${namespace}/ironic), on the host network: it does not use the cluster DNS, so service names do not resolve there`,
        'operators from 0.11 on do not send the image when they register a node: a node in the Ironic database keeps the old address; "kubectl bmh reenroll" replaces the node',
      ]);
      const waiting = await diagnose(mixed, ['on-its-way'], QUIET);
      assert.deepEqual(waiting.items.map(labelOf), ['operator-stopped']);
    });
  });
