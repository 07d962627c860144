import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changesIn, grouped } from '../../../lib/report/changes.ts';

const host = (name: string, ...changes: [field: string, from?: unknown, to?: unknown][]) => ({
  label: name,
  name,
  changes: changesIn({
    changes: changes.map(([field, from, to]) => ({
      resource: `baremetalhost.metal3.io/${name} -n metal3`,
      field,
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    })),
  }),
});

const OLD = 'http://10.0.0.1/images';
const NEW = 'http://httpd-http/images';
const moved = (name: string, image: string, old = OLD) =>
  host(
    name,
    ['url', `${old}/${image}`, `${NEW}/${image}`],
    ['sum', `${old}/${image}.md5sum`, `${NEW}/${image}.md5sum`],
  );

/** Groups as `field: from -> to`, and what each object has of its own. */
const shown = (...hosts: ReturnType<typeof host>[]) =>
  grouped(hosts).map(({ changes, columns, objects }) => ({
    changes: changes.map(({ field, from, to }) => `${field}: ${from} -> ${to}`),
    columns,
    objects: objects.map(({ label, own }) => [label, ...own].join(' ')),
  }));

describe('changes of many objects', () => {
  test('are shown once where they are the same', () => {
    assert.deepEqual(shown(moved('a', 'x.qcow2'), moved('b', 'x.qcow2')), [
      {
        changes: [
          `url: ${OLD}/x.qcow2 -> ${NEW}/x.qcow2`,
          `sum: ${OLD}/x.qcow2.md5sum -> ${NEW}/x.qcow2.md5sum`,
        ],
        columns: [],
        objects: ['a', 'b'],
      },
    ]);
  });

  test('have one value of each object where they differ in the last part of an address alone', () => {
    assert.deepEqual(shown(moved('a', 'x.qcow2'), moved('b', 'y.qcow2')), [
      {
        changes: [`url: ${OLD}/* -> ${NEW}/*`, `sum: ${OLD}/*.md5sum -> ${NEW}/*.md5sum`],
        columns: ['url'],
        objects: ['a x.qcow2', 'b y.qcow2'],
      },
    ]);
  });

  test('have a column for each part that differs by itself', () => {
    const renamed = (name: string, from: string, to: string) =>
      host(name, ['url', `${OLD}/${from}`, `${NEW}/${to}`], ['note', `error of ${name}`, '']);
    assert.deepEqual(shown(renamed('a', 'x', 'new-x'), renamed('b', 'y', 'new')), [
      {
        changes: [`url: ${OLD}/* -> ${NEW}/*`, 'note: * -> '],
        columns: ['url', 'url', 'note'],
        objects: ['a x new-x error of a', 'b y new error of b'],
      },
    ]);
  });

  test('are apart where addresses, fields or what was there differ; the largest group comes first', () => {
    const groups = shown(
      moved('a', 'x', 'http://10.0.0.2/images'),
      moved('b', 'x'),
      moved('c', 'x'),
      host('d', ['url', `${OLD}/x`]),
      host('e', ['url', undefined, `${NEW}/x`]),
      host('f', ['url', `${OLD}/x`, null]),
    );
    assert.deepEqual(
      groups.map(({ objects }) => objects.join(' ')),
      ['b c', 'a', 'd', 'e', 'f'],
    );
    assert.deepEqual(
      groups.slice(2).map(({ changes }) => changes.join()),
      [`url: ${OLD}/x -> undefined`, `url: undefined -> ${NEW}/x`, `url: ${OLD}/x -> null`],
    );
  });

  test('name a resource without the name of its object', () => {
    const [group] = grouped([moved('host', 'x'), moved('other', 'x')]);
    assert.equal(group?.changes[0]?.resource, 'baremetalhost.metal3.io/* -n metal3');
  });
});
