import assert from 'node:assert/strict';
import { type Case, jsonPatch, makeGauge, readGauge, refused, succeeded } from './exchange.ts';
import { gauges } from './resources.ts';

export const jsonPatches: Case[] = [
  {
    name: 'JSON patch: add, replace, remove, move, copy, and the last place of a list',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a', {
        metadata: { annotations: { 'a.b/c': '1' } },
        spec: { size: 2, tags: ['x'], serial: 'S' },
      });
      const answer = await jsonPatch(server.admin, gauges(namespace, 'a'), [
        { op: 'test', path: '/spec/size', value: 2 },
        { op: 'replace', path: '/spec/size', value: 3 },
        { op: 'remove', path: '/spec/online' },
        { op: 'add', path: '/spec/online', value: false },
        { op: 'add', path: '/spec/tags/-', value: 'z' },
        { op: 'add', path: '/spec/tags/1', value: 'y' },
        { op: 'move', from: '/spec/serial', path: '/spec/note' },
        { op: 'copy', from: '/spec/note', path: '/spec/serial' },
        { op: 'replace', path: '/metadata/annotations/a.b~1c', value: '2' },
      ]);
      const { metadata, spec } = succeeded(answer);
      assert.deepEqual(spec, {
        online: false,
        mode: 'auto',
        size: 3,
        tags: ['x', 'y', 'z'],
        serial: 'S',
        note: 'S',
      });
      assert.deepEqual(metadata.annotations, { 'a.b/c': '2' });
    },
  },
  {
    name: 'JSON patch: a failing test or a missing path is 422 and changes nothing',
    async run(server, namespace) {
      const before = await makeGauge(server, namespace, 'a', { spec: { size: 2 } });
      const size = { op: 'replace', path: '/spec/size', value: 3 };
      for (const bad of [
        { op: 'test', path: '/spec/size', value: 7 },
        { op: 'remove', path: '/spec/serial' },
        { op: 'replace', path: '/spec/image/url', value: 'x' },
        { op: 'add', path: '/spec/image/url', value: 'x' },
      ]) {
        refused(await jsonPatch(server.admin, gauges(namespace, 'a'), [size, bad]), {
          code: 422,
          reason: 'Invalid',
          message: 'the server rejected our request due to an error in our request',
          details: {},
        });
      }
      assert.deepEqual(await readGauge(server, namespace, 'a'), before);
    },
  },
  {
    name: 'JSON patch: a test of metadata.resourceVersion guards like the merge patch does',
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a');
      const body = (size: number) => [
        { op: 'test', path: '/metadata/resourceVersion', value: metadata.resourceVersion },
        { op: 'add', path: '/spec/size', value: size },
      ];
      succeeded(await jsonPatch(server.admin, gauges(namespace, 'a'), body(2)));
      const answer = await jsonPatch(server.admin, gauges(namespace, 'a'), body(3));
      assert.deepEqual([answer.status, answer.json.reason], [422, 'Invalid']);
    },
  },
  {
    name: 'JSON patch: a body that is not a list of operations is 400',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const answer = await jsonPatch(server.admin, gauges(namespace, 'a'), { spec: {} });
      refused(answer, { code: 400, reason: 'BadRequest', message: /^error decoding patch: / });
    },
  },
];
