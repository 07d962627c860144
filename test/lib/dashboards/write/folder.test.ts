import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folderFault } from '../../../../lib/dashboards/write/folder.ts';

for (const folder of ['Shop', 'Shop/Orders', 'a..b', 'Übersicht: 1'])
  test(`${JSON.stringify(folder)} can be a folder`, () => assert.equal(folderFault(folder), undefined));

for (const folder of ['', ' ', '/etc', 'a/', 'a//b', '..', 'a/../b', './a', 'a\nb', 'a\u001b', 'a\u202e'])
  test(`${JSON.stringify(folder)} cannot be a folder`, () => assert.notEqual(folderFault(folder), undefined));
