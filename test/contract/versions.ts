import assert from 'node:assert/strict';
import { type Case, eventually, get, makeGauge, refused, succeeded } from './exchange.ts';
import { names, query } from './listing.ts';

export const versions: Case[] = [
  {
    name: 'resourceVersion: 0 and an older one are at least that, resourceVersionMatch=Exact is that moment',
    async run(server, namespace) {
      const { resourceVersion } = (await makeGauge(server, namespace, 'a')).metadata;
      await makeGauge(server, namespace, 'b');
      const list = (parameters: Record<string, string>) => get(server.admin, query(namespace, parameters));
      assert.equal(names(succeeded(await list({ resourceVersion })))[0], 'a');
      const exact = succeeded(await list({ resourceVersion, resourceVersionMatch: 'Exact' }));
      assert.deepEqual([names(exact), exact.metadata.resourceVersion], [['a'], resourceVersion]);
      await eventually(
        () => list({ resourceVersion: '0' }),
        ({ json }) => json.items.length === 2,
      );
    },
  },
  {
    name: 'a future resourceVersion is 504 and says when to retry',
    async run(server, namespace) {
      const { resourceVersion } = (await makeGauge(server, namespace, 'a')).metadata;
      const ahead = String(BigInt(resourceVersion) + 1_000_000n);
      const answer = await get(server.admin, query(namespace, { resourceVersion: ahead }));
      assert.equal(answer.headers['retry-after'], '1');
      refused(answer, {
        code: 504,
        reason: 'Timeout',
        message: new RegExp(`^Timeout: Too large resource version: ${ahead}, current: \\d+$`),
        details: {
          causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
          retryAfterSeconds: 1,
        },
      });
    },
  },
  {
    name: 'a resourceVersion that is not a number is 400; resourceVersionMatch without one is 422',
    async run({ admin }, namespace) {
      const answer = await get(admin, query(namespace, { resourceVersion: 'x' }));
      refused(answer, { code: 400, reason: 'BadRequest', message: /resourceVersion: Invalid value: "x": / });
      const match = await get(admin, query(namespace, { resourceVersionMatch: 'Exact' }));
      const { details } = succeeded(match, 422);
      assert.deepEqual(details.causes, [
        {
          reason: 'FieldValueForbidden',
          message: 'Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
          field: 'resourceVersionMatch',
        },
      ]);
    },
  },
];
