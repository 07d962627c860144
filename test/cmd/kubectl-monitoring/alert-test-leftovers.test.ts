import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { startManagers } from '../../alerts/manager.ts';
import { openAlerts } from '../../support/alert-stage.ts';
import { servers } from '../../support/servers.ts';
import { assertEnded, configuration, receive, startAddressed } from './alert-test-runs.ts';

/** Runs the command in a process of its own, and tells what it has open at its end. */
async function openAfter(words: readonly string[]): Promise<{ code: string; open: string }> {
  const script = `
    const { program } = await import(${moduleOf('cmd/kubectl-monitoring/program.ts')});
    const { main } = await import(${moduleOf('lib/cli/main.ts')});
    const out = { write: (text) => void process.stderr.write(text) };
    const interruption = new AbortController();
    const clock = { now: () => new Date(), after: () => new Promise(() => {}) };
    const code = await main(program, ${JSON.stringify(['alert', 'test', ...words])}, {
      stdout: out, stderr: out, stdin: process.stdin, interactive: false, env: {}, cwd: () => '/', clock,
      interrupted: interruption.signal, leaveAtEnd: () => {},
    });
    // Handles that are closed are gone some turns later.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5));
    const open = process.getActiveResourcesInfo().filter((name) => /^(Timeout|T.*Wrap)$/.test(name));
    console.log(code + ' ' + open.join());
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // A process that something keeps alive does not end.
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const [code = '', open = ''] = said.trim().split(' ');
  return { code, open };
}

const moduleOf = (file: string): string => JSON.stringify(new URL(`../../../${file}`, import.meta.url).href);

describe('a test alert leaves no connection, no port and no process', { concurrency: 4 }, () => {
  test('through forwarded ports and the API server', async (t) => {
    const [kind] = servers('embedded');
    assert.ok(kind);
    const receiver = await receive(t);
    const stage = await openAlerts(await kind.start(), 'stand-in', {
      config: configuration(receiver.url),
      replicas: 2,
    });
    t.after(() => stage.stop());
    const words = ['-n', stage.stage.namespace, '--kubeconfig', stage.config];
    assert.deepEqual(await openAfter(words), { code: '0', open: '' });
    await assertEnded(stage.managers);
  });

  test('at an address', async (t) => {
    const receiver = await receive(t);
    const managers = await startManagers('stand-in', { config: configuration(receiver.url) });
    t.after(() => managers.stop());
    const words = ['--alerts-url', `http://127.0.0.1:${managers.ports[0]}`];
    assert.deepEqual(await openAfter(words), { code: '0', open: '' });
    await assertEnded(managers);
  });

  for (const at of ['/api/v2/status', '/metrics', '/api/v2/alerts/groups'])
    test(`from an Alertmanager whose answer at ${at} never ends`, async (t) => {
      const { url, managers } = await startAddressed(t, {
        config: configuration('http://127.0.0.1:9/'),
        answer: ({ path, response }) => path === at && response.write('['),
      });
      assert.deepEqual(await openAfter(['--alerts-url', url, '--timeout', '1s']), { code: '1', open: '' });
      await assertEnded(managers);
    });
});
