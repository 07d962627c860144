import assert from 'node:assert/strict';
import { fails, field, HOST_A, host, type KubectlCase, makeA, masked, prints } from './kubectl.ts';

export const writes: KubectlCase[] = [
  {
    name: 'patch: merge, JSON, of the status; a stale resourceVersion, a failed test and a strategic patch are refused',
    async run(kubectl) {
      await makeA(kubectl);
      const before = await field(kubectl, '.metadata.resourceVersion');
      const merge = (body: unknown) => kubectl('patch bmh a --type=merge -p', JSON.stringify(body));
      prints(await merge({ spec: { architecture: 'aarch64' } }), [`${HOST_A} patched`]);
      prints(await merge({ spec: { architecture: 'aarch64' } }), [`${HOST_A} patched (no change)`]);
      fails(
        await merge({ metadata: { resourceVersion: before }, spec: { online: false } }),
        'Error from server (Conflict): Operation cannot be fulfilled on baremetalhosts.metal3.io "a": the object has been modified; please apply your changes to the latest version and try again',
      );
      const json = (operations: unknown[]) =>
        kubectl('patch bmh a --type=json -p', JSON.stringify(operations));
      prints(await json([{ op: 'replace', path: '/spec/online', value: false }]), [`${HOST_A} patched`]);
      fails(
        await json([{ op: 'test', path: '/spec/online', value: true }]),
        'The request is invalid: the server rejected our request due to an error in our request',
      );
      fails(
        await kubectl('patch bmh a -p', '{"spec":{"online":true}}'),
        'error: application/strategic-merge-patch+json is not supported by metal3.io/v1alpha1, Kind=BareMetalHost: the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
      );
      fails(
        await kubectl('patch bmh a --type=merge --subresource=status -p', '{"status":{"errorType":""}}'),
        /^The BareMetalHost "a" is invalid: .*status\.errorType: Unsupported value: "": supported values: "provisioned registration error",/s,
      );
      assert.equal(await field(kubectl, '.metadata.generation'), '3');
    },
  },
  {
    name: 'label, annotate, replace',
    async run(kubectl) {
      await makeA(kubectl);
      prints(await kubectl('label bmh a site=x'), [`${HOST_A} labeled`]);
      prints(await kubectl('annotate bmh a baremetalhost.metal3.io/paused=true'), [`${HOST_A} annotated`]);
      prints(await kubectl('annotate bmh a baremetalhost.metal3.io/paused-'), [`${HOST_A} annotated`]);
      const read = JSON.parse((await kubectl('get bmh a -o json')).stdout);
      assert.deepEqual([read.metadata.labels, read.metadata.annotations], [{ site: 'x' }, undefined]);
      const replaced = await kubectl.given({ ...read, spec: { online: false } })('replace -f -');
      prints(replaced, [`${HOST_A} replaced`]);
      assert.equal(await field(kubectl, '.spec.online'), 'false');
    },
  },
  {
    name: 'apply --server-side: makes, changes, is refused by a conflict, and takes the field',
    async run(kubectl) {
      const apply = (online: boolean, more = '') =>
        kubectl.given({ ...host('a'), spec: { online } })(`apply --server-side -f - ${more}`.trim());
      const applied = [`${HOST_A} serverside-applied`];
      prints(await apply(true), applied);
      prints(await apply(true, '--field-manager=other'), applied);
      fails(
        await apply(false),
        /^error: Apply failed with 1 conflict: conflict with "other": \.spec\.online\n/,
      );
      prints(await apply(false, '--force-conflicts'), applied);
      assert.equal(await field(kubectl, '.spec.online'), 'false');
    },
  },
  {
    name: '--dry-run=server prints the result and changes nothing',
    async run(kubectl) {
      prints(await kubectl.given(host('a'))('create -f - --dry-run=server'), [
        `${HOST_A} created (server dry run)`,
      ]);
      fails(await kubectl('get bmh a'), /NotFound/);
      await makeA(kubectl);
      const printed = await kubectl(
        'patch bmh a --type=merge --dry-run=server -p',
        '{"spec":{"online":false}}',
      );
      prints(printed, [`${HOST_A} patched`]);
      assert.equal(await field(kubectl, '.spec.online'), 'true');
    },
  },
  {
    name: 'delete: by name, by label, held by a finalizer, missing',
    async run(kubectl) {
      const isDeleted = (name: string) =>
        new RegExp(`^baremetalhost.metal3.io "${name}" deleted( from \\S+ namespace)?$`);
      const items = [host('a'), host('b', { labels: { site: 'x' } }), host('c')];
      await kubectl.given({ apiVersion: 'v1', kind: 'List', items })('create -f -');
      const [named] = masked((await kubectl('delete bmh a')).stdout);
      assert.match(String(named), isDeleted('a'));
      const [labelled] = masked((await kubectl('delete bmh -l site=x')).stdout);
      assert.match(String(labelled), isDeleted('b'));
      await kubectl('patch bmh c --type=merge -p', '{"metadata":{"finalizers":["contract.example/hold"]}}');
      await kubectl('delete bmh c --wait=false');
      assert.match((await kubectl('get bmh c -o jsonpath={.metadata.deletionTimestamp}')).stdout, /^\d{4}-/);
      await kubectl('patch bmh c --type=merge -p', '{"metadata":{"finalizers":null}}');
      fails(await kubectl('get bmh c'), /NotFound/);
      fails(
        await kubectl('delete bmh c'),
        'Error from server (NotFound): baremetalhosts.metal3.io "c" not found',
      );
    },
  },
];
