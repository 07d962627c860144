import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kubeconfigFiles } from '../../../lib/kube/config/kubeconfig.ts';

const there =
  (...files: string[]) =>
  (path: string) =>
    files.includes(path);

test('KUBECONFIG lists files, parted as PATH is on that system, each once', () => {
  const exists = there();
  assert.deepEqual(kubeconfigFiles({ platform: 'linux', env: { KUBECONFIG: '/a:/b::/a' }, exists }), [
    '/a',
    '/b',
  ]);
  assert.deepEqual(kubeconfigFiles({ platform: 'win32', env: { KUBECONFIG: 'C:\\a;D:\\b;' }, exists }), [
    'C:\\a',
    'D:\\b',
  ]);
});

test('without it, the file of the home folder, if it is there', () => {
  const env = { HOME: '/home/jane', USERPROFILE: 'C:\\Users\\jane' };
  assert.deepEqual(kubeconfigFiles({ platform: 'linux', env, exists: there('/home/jane/.kube/config') }), [
    '/home/jane/.kube/config',
  ]);
  assert.deepEqual(
    kubeconfigFiles({ platform: 'linux', env, exists: there('C:\\Users\\jane\\.kube\\config') }),
    [],
  );
  assert.deepEqual(kubeconfigFiles({ platform: 'linux', env: {}, exists: () => true }), []);
});

test('Windows has three places for a home, and the first that has the file counts', () => {
  const env = { HOME: 'C:\\git', HOMEDRIVE: 'H:', HOMEPATH: '\\jane', USERPROFILE: 'C:\\Users\\jane' };
  const files = ['C:\\git\\.kube\\config', 'H:\\jane\\.kube\\config', 'C:\\Users\\jane\\.kube\\config'];
  for (const first of files.keys()) {
    const exists = there(...files.slice(first));
    assert.deepEqual(kubeconfigFiles({ platform: 'win32', env, exists }), files.slice(first, first + 1));
  }
});
