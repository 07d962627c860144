import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileReason } from '../../cmd/shared/text-file.ts';

const reasons: [code: string, message: string, reason: string][] = [
  ['ENOSPC', 'ENOSPC: no space left on device, write', 'no space left on device'],
  ['EDQUOT', 'EDQUOT: disk quota exceeded, write', 'disk quota exceeded'],
  ['EIO', 'EIO: i/o error, write', 'i/o error'],
  ['EEXIST', "EEXIST: file already exists, open '/tmp/a, b'", 'file already exists'],
  ['', 'something else', 'something else'],
];
for (const [code, message, reason] of reasons)
  test(`a file error "${message}" is told as "${reason}"`, () =>
    assert.equal(fileReason(Object.assign(new Error(message), { code })), reason));
