import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'js-yaml';
import { readStatus, STATUS } from '../../../lib/alerts/answers.ts';
import { readConfig } from '../../../lib/alerts/config.ts';
import { fieldsOf } from '../../../lib/objects/fields.ts';
import { createAuthority } from '../../support/certificates.ts';
import { ask } from '../ask.ts';
import { OPERATOR } from '../manager.ts';
import { alert, configuration, type Subject, start } from './subject.ts';

const URL = 'http://127.0.0.1:9/secret';

/** What an Alertmanager says of itself, and where. */
export function web(subject: Subject): void {
  const isOld = subject.like === 'system';

  test('tells its version and its configuration', async (t) => {
    const config = configuration({
      url: URL,
      sendResolved: false,
      route: { routes: [{ matchers: ['severity =~ "none|info"'], receiver: 'null', continue: true }] },
      more: {
        inhibit_rules: [{ source_matchers: ['a = "b"'], target_matchers: ['c != "d"'], equal: ['e'] }],
        time_intervals: [
          { name: 'nights', time_intervals: [{ times: [{ start_time: '22:00', end_time: '24:00' }] }] },
        ],
      },
    });
    const manager = await start(t, subject, { config });
    const { status, type, text } = await manager.ask({ path: STATUS });
    assert.deepEqual([status, type], [200, 'application/json']);
    const told = readStatus(text);
    assert.equal(told.version, isOld ? '0.25.0' : '0.31.1');
    assert.deepEqual(readConfig(told.config), readConfig(config));
    const receivers = fieldsOf(load(told.config))?.receivers as { webhook_configs?: { url: string }[] }[];
    assert.equal(receivers[0]?.webhook_configs?.[0]?.url, isOld ? URL : '<secret>');
    const names = await manager.ask({ path: '/api/v2/receivers' });
    assert.deepEqual(JSON.parse(names.text), [{ name: 'hook' }, { name: 'null' }]);
  });

  test('is ready, and counts in the text format', async (t) => {
    const manager = await start(t, subject, { config: configuration({ url: URL }) });
    const type = 'text/plain; charset=utf-8';
    assert.deepEqual(await manager.ask({ path: '/-/ready' }), { status: 200, type, text: 'OK' });
    const metrics = await manager.ask({ path: '/metrics' });
    assert.match(metrics.type, /^text\/plain; version=0\.0\.4; charset=utf-8/);
    for (const name of ['notification_requests', 'notification_requests_failed', 'notifications']) {
      assert.ok(metrics.text.includes(`\n# TYPE alertmanager_${name}_total counter\n`), name);
      for (const integration of ['email', 'webhook'])
        assert.ok(
          metrics.text.includes(`\nalertmanager_${name}_total{integration="${integration}"} 0\n`),
          name,
        );
    }
  });

  test('serves below its prefix, over TLS, its one user', async (t) => {
    const tls = await (await createAuthority()).serverCertificate();
    const settings = { prefix: '/alerts', tls, user: OPERATOR };
    const manager = await start(t, subject, {
      config: configuration({ url: URL, wait: '1h' }),
      web: settings,
    });
    assert.equal((await manager.post([alert('T')])).status, 200);
    assert.equal((await manager.alerts()).length, 1);
    const [port = 0] = manager.ports;
    const { user, ...anonymous } = settings;
    const question = { path: STATUS };
    for (const other of [anonymous, { ...settings, user: { ...user, password: 'wrong' } }])
      assert.deepEqual(await ask(port, question, other), {
        status: 401,
        type: 'text/plain; charset=utf-8',
        text: 'Unauthorized\n',
      });
    const { prefix, ...elsewhere } = settings;
    assert.equal((await ask(port, question, elsewhere)).status, 404);
    assert.equal(prefix, '/alerts');
  });

  test('refuses a filter that is not a matcher', async (t) => {
    const manager = await start(t, subject, { config: configuration({ url: URL }) });
    for (const path of ['/api/v2/alerts', '/api/v2/alerts/groups', '/api/v2/silences']) {
      const { status, text } = await manager.ask({ path: `${path}?filter=x` });
      assert.deepEqual([status, JSON.parse(text)], [400, 'bad matcher format: x'], path);
    }
  });
}
