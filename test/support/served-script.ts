import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { KubeConfig } from '@kubernetes/client-node';
import { scenarioNames } from '../scenarios/scenarios.ts';
import { call } from './http.ts';
import { type RunningScript, startScript } from './npm-script.ts';
import { PATIENCE } from './patience.ts';
import type { Endpoint } from './server.ts';

/** Starts the npm script of a test server, ends it in the way that is to be tried, and looks that nothing is left. */
export async function isEndedBy(
  t: TestContext,
  name: string,
  end: (script: RunningScript) => void,
): Promise<void> {
  const { folder, temporary } = await folders(t);
  const kubeconfig = join(folder, 'config');
  const script = startScript(name, ['--kubeconfig', kubeconfig], temporary);
  t.after(() => script.killAll('SIGKILL'));
  await script.says('ready');
  const endpoint = await endpointOf(kubeconfig);
  const { json } = await call(endpoint, { path: '/apis/metal3.io/v1alpha1/baremetalhosts' });
  assert.ok(json.items.length > 0);

  const linux = process.platform === 'linux';
  if (linux) assert.notDeepEqual(await script.processes(), []);

  end(script);
  const { stdout } = await script.ended;
  assert.equal(stdout, 'ready\n');
  if (linux) await isGone(script);
  await assert.rejects(call(endpoint, { path: '/version' }), { code: 'ECONNREFUSED' });
  assert.equal(existsSync(kubeconfig), false);
  // npm keeps things of its own there.
  const left = (await readdir(temporary)).filter((entry) => entry.startsWith('bmh-'));
  assert.deepEqual(left, []);
}

/** The npm script of a test server says which scenarios there are when it is asked for another one. */
export async function refusesOtherScenarios(t: TestContext, name: string): Promise<void> {
  const { folder, temporary } = await folders(t);
  const kubeconfig = join(folder, 'config');
  const words = ['--kubeconfig', kubeconfig, '--scenario', 'nothing'];
  const { code, stdout, stderr } = await startScript(name, words, temporary).ended;
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  const usage = `usage: --kubeconfig FILE [--scenario ${scenarioNames.join('|')}] [--values-dir DIR]`;
  assert.ok(stderr.endsWith(`error: there is no scenario "nothing"\n${usage}\n`), stderr);
  assert.equal(existsSync(kubeconfig), false);
}

async function isGone(script: RunningScript): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  for (let left = await script.processes(); left.length > 0; left = await script.processes()) {
    assert.ok(performance.now() < deadline, `still there: ${left.join(', ')}`);
    await delay(10);
  }
}

async function folders(t: TestContext): Promise<{ folder: string; temporary: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'bmh-script-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return { folder, temporary: await mkdtemp(join(folder, 'tmp-')) };
}

async function endpointOf(kubeconfig: string): Promise<Endpoint> {
  const config = new KubeConfig();
  config.loadFromString(await readFile(kubeconfig, 'utf8'));
  const [cluster, user] = [config.getCurrentCluster(), config.getCurrentUser()];
  assert(cluster && user?.token);
  return {
    url: cluster.server,
    ca: Buffer.from(cluster.caData ?? '', 'base64').toString(),
    token: user.token,
  };
}
