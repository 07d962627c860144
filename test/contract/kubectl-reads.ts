import assert from 'node:assert/strict';
import { fails, host, type Kubectl, type KubectlCase, masked, prints } from './kubectl.ts';

const status = {
  errorCount: 2,
  errorMessage: 'no image',
  errorType: 'provisioned registration error',
  operationalStatus: 'error',
  poweredOn: true,
  provisioning: { ID: '7', state: 'provisioned' },
};

/** Two hosts, `a` with a label and a status, `b` with neither. */
async function makeHosts(kubectl: Kubectl): Promise<void> {
  const items = [host('a', { labels: { site: 'x' } }), host('b', { online: false })];
  prints(await kubectl.given({ apiVersion: 'v1', kind: 'List', items })('create -f -'), [
    'baremetalhost.metal3.io/a created',
    'baremetalhost.metal3.io/b created',
  ]);
  const patch = JSON.stringify({ status });
  prints(await kubectl('patch bmh a --type=merge --subresource=status -p', patch), [
    'baremetalhost.metal3.io/a patched',
  ]);
}

const HEADER = 'NAME STATE CONSUMER ONLINE ERROR AGE';
const A = 'a provisioned true provisioned registration error AGE';

export const reads: KubectlCase[] = [
  {
    name: 'get: tables, by the short name, of one, by label, of all namespaces, wide, without headers',
    async run(kubectl) {
      await makeHosts(kubectl);
      prints(await kubectl('get bmh'), [HEADER, A, 'b false AGE']);
      prints(await kubectl('get baremetalhosts.metal3.io a'), [HEADER, A]);
      prints(await kubectl('get bmh -l site=x --no-headers'), [A]);
      prints(await kubectl('get bmh a -o wide'), [
        'NAME STATUS STATE CONSUMER BMC ONLINE ERROR AGE',
        `a error ${A.slice(2)}`,
      ]);
      const everywhere = masked((await kubectl('get bmh -A')).stdout);
      assert.equal(everywhere[0], `NAMESPACE ${HEADER}`);
      assert.ok(everywhere.includes(`${kubectl.namespace} ${A}`), everywhere.join('\n'));
    },
  },
  {
    name: 'get: names, JSON, YAML, JSONPath, a field selector',
    async run(kubectl) {
      await makeHosts(kubectl);
      const names = ['baremetalhost.metal3.io/a', 'baremetalhost.metal3.io/b'];
      prints(await kubectl('get bmh -o name'), names);
      prints(await kubectl('get bmh -o name --field-selector metadata.name=b'), names.slice(1));
      const read = JSON.parse((await kubectl('get bmh a -o json')).stdout);
      assert.deepEqual([read.kind, read.metadata.namespace], ['BareMetalHost', kubectl.namespace]);
      assert.deepEqual([read.spec.online, read.status.provisioning], [true, status.provisioning]);
      const list = JSON.parse((await kubectl('get bmh -o json')).stdout);
      assert.deepEqual([list.kind, list.items.length], ['List', 2]);
      prints(await kubectl('get bmh a -o jsonpath={.status.errorCount}'), ['2']);
      const yaml = (await kubectl('get bmh a -o yaml')).stdout;
      assert.match(yaml, /^status:\n {2}errorCount: 2\n {2}errorMessage: no image$/m);
    },
  },
  {
    name: 'get: an empty list, a missing object, an unknown resource',
    async run(kubectl) {
      const none = await kubectl('get bmh');
      assert.deepEqual(none, {
        code: 0,
        stdout: '',
        stderr: `No resources found in ${kubectl.namespace} namespace.\n`,
      });
      fails(
        await kubectl('get bmh a'),
        'Error from server (NotFound): baremetalhosts.metal3.io "a" not found',
      );
      fails(await kubectl('get gizmos'), 'error: the server doesn\'t have a resource type "gizmos"');
    },
  },
  {
    name: 'get -w: the existing objects, then each change as a row',
    async run(kubectl) {
      await makeHosts(kubectl);
      let changed: Promise<unknown> | undefined;
      const isThere = (line: string) => line.startsWith('b ');
      const lines = await kubectl.until((line) => {
        if (isThere(line)) changed ??= kubectl('patch bmh b --type=merge -p', '{"spec":{"online":true}}');
        return isThere(line) && line.includes('true');
      }, 'get bmh -w');
      await changed;
      assert.deepEqual(masked(lines.join('\n')), [HEADER, A, 'b false AGE', 'b true AGE']);
    },
  },
  {
    name: 'describe: the fields, and the events that are about the object',
    async run(kubectl) {
      await makeHosts(kubectl);
      const uid = (await kubectl('get bmh a -o jsonpath={.metadata.uid}')).stdout;
      const { namespace } = kubectl;
      const about = { apiVersion: 'metal3.io/v1alpha1', kind: 'BareMetalHost', name: 'a', namespace, uid };
      const event = {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: 'a.1' },
        involvedObject: about,
        type: 'Warning',
        reason: 'ProvisionedRegistrationError',
        message: 'the image is gone',
        source: { component: 'operator' },
        count: 1,
        firstTimestamp: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
        lastTimestamp: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
      };
      prints(await kubectl.given(event)('create -f -'), ['event/a.1 created']);
      const { stdout, stderr, code } = await kubectl('describe bmh a');
      assert.deepEqual([stderr, code], ['', 0]);
      const lines = masked(stdout);
      assert.deepEqual(lines.slice(0, 6), [
        'Name: a',
        `Namespace: ${namespace}`,
        'Labels: site=x',
        'Annotations: <none>',
        'API Version: metal3.io/v1alpha1',
        'Kind: BareMetalHost',
      ]);
      assert.ok(lines.includes(' Error Type: provisioned registration error'), stdout);
      assert.deepEqual(lines.slice(-4), [
        'Events:',
        ' Type Reason Age From Message',
        ' ---- ------ ---- ---- -------',
        ' Warning ProvisionedRegistrationError AGE operator the image is gone',
      ]);
    },
  },
  {
    name: 'wait: for a field of the status, and for the end of an object',
    async run(kubectl) {
      await makeHosts(kubectl);
      const waiting = kubectl('wait bmh/a --for=jsonpath={.status.errorCount}=0 --timeout=30s');
      await kubectl('patch bmh a --type=merge --subresource=status -p', '{"status":{"errorCount":0}}');
      prints(await waiting, ['baremetalhost.metal3.io/a condition met']);
      const gone = kubectl('wait bmh/b --for=delete --timeout=30s');
      await kubectl('delete bmh b');
      const { code, stderr } = await gone;
      assert.deepEqual([code, stderr], [0, '']);
    },
  },
];
