import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorIn } from '../../../lib/alerts/api-error.ts';

const ROWS: [what: string, body: string, reason: string][] = [
  [
    'a JSON string of API v2',
    '"invalid label set: invalid name \\"x-y\\""\n',
    'invalid label set: invalid name "x-y"',
  ],
  [
    'a message of API v2',
    '{"code":601,"message":"in body should be an array"}',
    'in body should be an array',
  ],
  [
    'an error of API v1',
    '{"status":"error","errorType":"bad_data","error":"\\"x-y\\" is not a valid label name"}\n',
    '"x-y" is not a valid label name',
  ],
  [
    'API v1 that is gone',
    '{"status":"deprecated","error":"The Alertmanager v1 API was deprecated"}\n\n',
    'The Alertmanager v1 API was deprecated',
  ],
  ['plain text', '404 page not found\n', '404 page not found'],
  ['other JSON', '{"code":1}', '{"code":1}'],
  ['a list', '[1]', '[1]'],
  ['a message that is no text', '{"message":7}', '7'],
  ['no body', '', 'it answered 418'],
  ['spaces', ' \n', 'it answered 418'],
  ['an empty JSON string', '""', 'it answered 418'],
  ['an empty message', '{"message":""}', 'it answered 418'],
  ['JSON that is cut', '{"message":"a', '{"message":"a'],
  ['nested JSON', '['.repeat(10_000), '['.repeat(200)],
  ['a long text', 'a'.repeat(10_000), 'a'.repeat(200)],
  [
    'secrets in addresses',
    '"Post http://ann:hunter2@hooks.test/x?token=abc: EOF"',
    'Post http://***@hooks.test/x?token=***: EOF',
  ],
];
for (const [what, body, reason] of ROWS)
  test(`tells the reason in ${what}`, () => assert.equal(errorIn({ status: 418, body }), reason));
