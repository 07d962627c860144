import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PAUSED } from '../operators/host.ts';
import { brokenScenario, nameOf } from '../scenarios/broken.ts';
import { create } from '../scenarios/requests.ts';
import { call } from '../support/http.ts';
import { packedFile, runPacked } from '../support/packed.ts';
import { PATIENCE } from '../support/patience.ts';
import { makePod, noPods, type Pod } from '../support/pod.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { openStage, type Stage } from '../support/stage.ts';

/** Enough for a third wave of whole repairs when two runs have been killed. */
const COUNT = 10;

/**
 * After how many patches of its run the container is killed, four for each host, and the waves that are over by then: first the
 * canary, then waves of two and four.
 */
const KILLS = [
  { patches: 2, over: [] },
  { patches: 6, over: ['Canary'] },
  { patches: 14, over: ['Canary', 'Wave 2'] },
];

const RBAC = '/apis/rbac.authorization.k8s.io/v1';

for (const kind of servers())
  describe(`the Job that kubectl bmh job prints, on the ${kind.name} server`, { skip: noPods() }, () => {
    let server: TestServer;
    let stage: Stage;
    let relay: Relay;
    let pod: Pod;
    let namespace: string;
    /** What its container runs. */
    let args: string[];
    let onPatch: () => Promise<void> | void = () => {};
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, brokenScenario(COUNT));
      namespace = stage.namespace('metal3');
      relay = await startRelay(server.admin, {
        after: async ({ method, path }) => {
          if (method !== 'PATCH' || path.includes('dryRun')) return undefined;
          await onPatch();
          return undefined;
        },
      });
      pod = await makePod(packedFile('kubectl-bmh'), { endpoint: relay.endpoint(server.admin), namespace });
      args = await apply(await stage.kubeconfig(server.admin, namespace));
      await pod.writeToken(server.admin.token ?? '');
    });
    after(async () => {
      await pod?.remove();
      await relay?.stop();
      await stage?.stop();
      await server?.stop();
    });

    /** Creates what is printed, and gives the arguments of the container. The embedded server has neither accounts nor Jobs. */
    async function apply(config: string): Promise<string[]> {
      const words = [
        'job',
        'repair',
        '--all',
        '--stable-for=0',
        '--wave-size=2',
        '--wave-growth=2',
        '--concurrency=3',
        '--image=kubectl-bmh',
        '-o=json',
      ];
      const { stdout, stderr } = await runPacked('kubectl-bmh', words, { env: { KUBECONFIG: config } });
      assert.equal(stderr, '');
      const { items } = JSON.parse(stdout);
      for (const item of items) {
        const scope = item.metadata.namespace ? `/namespaces/${item.metadata.namespace}` : '';
        const put = (api: string, body = item) =>
          create(server.admin, `${api}${scope}/${item.kind.toLowerCase()}s`, body);
        if (item.kind.endsWith('Binding') && server.name === 'embedded')
          await put(RBAC, {
            ...item,
            subjects: [{ apiGroup: RBAC.split('/')[2], kind: 'User', name: 'weak' }],
          });
        else if (item.apiVersion.startsWith('rbac.')) await put(RBAC);
        else if (server.name === 'real') await put(item.kind === 'Job' ? '/apis/batch/v1' : '/api/v1');
      }
      const [container] = items.at(-1).spec.template.spec.containers;
      return container.args;
    }

    /** A token of the service account, once the server knows of its rights. */
    async function token(): Promise<string> {
      const made =
        server.name === 'embedded'
          ? server.weak.token
          : (
              await create(
                server.admin,
                `/api/v1/namespaces/${namespace}/serviceaccounts/kubectl-bmh/token`,
                {
                  apiVersion: 'authentication.k8s.io/v1',
                  kind: 'TokenRequest',
                  spec: {},
                },
              )
            ).json.status.token;
      const until = performance.now() + PATIENCE;
      const isAllowed = async (resourceAttributes: object): Promise<boolean> => {
        const { json } = await call(
          { url: server.admin.url, ca: server.admin.ca, token: made },
          {
            method: 'POST',
            path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
            body: { spec: { resourceAttributes } },
          },
        );
        return json.status?.allowed === true;
      };
      while (
        !(await isAllowed({ group: 'metal3.io', resource: 'baremetalhosts', verb: 'patch', namespace })) ||
        !(await isAllowed({ resource: 'nodes', verb: 'list' }))
      )
        assert.ok(performance.now() < until, 'the rights never took effect');
      return made;
    }

    test('in a read-only root without a shell, killed in each wave and its token replaced, it repairs every host', async () => {
      const replacement = await token();
      let isReplaced = false;
      for (const { patches, over } of KILLS) {
        const container = pod.start(args);
        let done = 0;
        onPatch = async () => {
          // As the kubelet replaces it, long before the old one expires.
          if (!isReplaced) await pod.writeToken(replacement);
          isReplaced = true;
          done += 1;
          if (done >= patches) container.kill('SIGKILL');
        };
        const { signal, stderr } = await container.ended;
        assert.equal(signal, 'SIGKILL', stderr);
        const ended = [...stderr.matchAll(/^(Canary|Wave \d+)\b.*: done \(/gm)].map(([, wave]) => wave);
        assert.deepEqual(ended, over, stderr);
      }
      onPatch = () => {};
      const sent = relay.passed.map(({ headers }) => headers.authorization);
      assert.equal(sent[0], `Bearer ${server.admin.token}`);
      assert.equal(sent.at(-1), `Bearer ${replacement}`);
      const { code, stderr } = await pod.start(args).ended;
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stderr, /Warning: (?!port \d+ is taken)|forbidden/);
      assert.match(stderr, new RegExp(`Server +https://127\\.0\\.0\\.1:\\d+\n +Namespace +${namespace}\n`));
      assert.deepEqual(stage.operator.wiped, []);
      for (let index = 0; index < COUNT; index += 1) {
        const { metadata, spec, status } = await stage.host(namespace, nameOf(index));
        assert.equal(new URL(spec.image.url).host, 'httpd-http');
        assert.equal(status.provisioning.image.url, spec.image.url);
        assert.equal(status.provisioning.state, 'provisioned');
        assert.ok(!(PAUSED in (metadata.annotations ?? {})));
      }
    });
  });
