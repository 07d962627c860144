import assert from 'node:assert/strict';
import { apply, type Case, get, type Json, patch, refused, succeeded } from './exchange.ts';
import { by, owners } from './owners.ts';
import { ownedGroup, rules, rulesPath } from './prometheus-rules.ts';

const conflict = (message: string, causes: [who: string, field: string][]) => ({
  code: 409,
  reason: 'Conflict',
  message: `Apply failed with ${message}`,
  details: {
    causes: causes.map(([who, field]) => ({
      reason: 'FieldManagerConflict',
      message: `conflict with ${who}`,
      field,
    })),
  },
});

const interval = '.spec.groups[name="x"].interval';
const group = (fields: Json) => rules([{ name: 'x', ...fields }]);

export const applyConflicts: Case[] = [
  {
    name: 'another value for a field that another manager applied is 409, and changes nothing',
    async run({ admin }, namespace) {
      const path = rulesPath(namespace);
      const made = succeeded(await apply(admin, by(path, 'one'), group({ interval: '30s' })), 201);
      const answer = await apply(admin, by(path, 'two'), group({ interval: '31s' }));
      refused(answer, conflict(`1 conflict: conflict with "one": ${interval}`, [['"one"', interval]]));
      const dry = await apply(admin, `${by(path, 'two')}&dryRun=All`, group({ interval: '31s' }));
      assert.equal(dry.status, 409);
      assert.deepEqual(succeeded(await get(admin, path)), made);
    },
  },
  {
    name: 'a field that another manager changed otherwise since is 409 too, and names the version that it used',
    async run({ admin }, namespace) {
      const path = rulesPath(namespace);
      succeeded(await apply(admin, by(path, 'one'), group({ interval: '30s' })), 201);
      const change = { spec: { groups: [{ name: 'x', interval: '40s' }] } };
      succeeded(await patch(admin, by(path, 'kubectl-patch'), change));
      const who = '"kubectl-patch" using monitoring.coreos.com/v1';
      const answer = await apply(admin, by(path, 'one'), group({ interval: '30s' }));
      refused(answer, conflict(`1 conflict: conflict with ${who}: ${interval}`, [[who, interval]]));
      const equal = succeeded(await apply(admin, by(path, 'one'), group({ interval: '40s' })));
      assert.deepEqual(owners(equal), {
        'Apply one': { 'f:spec': { 'f:groups': ownedGroup('x', { 'f:interval': {} }) } },
        'Update kubectl-patch': { 'f:spec': { 'f:groups': { 'k:{"name":"x"}': { 'f:interval': {} } } } },
      });
    },
  },
  {
    name: 'conflicts are told apart field by field; the rules of a group are one field',
    async run({ admin }, namespace) {
      const path = rulesPath(namespace);
      const labels = (app: string) => ({ labels: { app } });
      const up = [{ alert: 'Down', expr: 'up == 0' }];
      const x = { name: 'x', interval: '30s', rules: up };
      succeeded(await apply(admin, by(path, 'one'), rules([x], labels('a'))), 201);
      const other = { name: 'x', interval: '31s', rules: [...up, ...up] };
      const fields = ['.metadata.labels.app', interval, '.spec.groups[name="x"].rules'];
      refused(
        await apply(admin, by(path, 'two'), rules([other], labels('b'))),
        conflict(
          `3 conflicts: conflicts with "one":\n${fields.map((field) => `- ${field}`).join('\n')}`,
          fields.map((field) => ['"one"', field]),
        ),
      );
    },
  },
  {
    name: 'what a manager wrote by another operation is another owner, even of the same name',
    async run({ admin }, namespace) {
      const path = rulesPath(namespace);
      succeeded(await apply(admin, by(path, 'one'), group({ interval: '30s' })), 201);
      succeeded(await patch(admin, by(path, 'one'), { spec: { groups: [{ name: 'x', interval: '40s' }] } }));
      const who = '"one" using monitoring.coreos.com/v1';
      const answer = await apply(admin, by(path, 'one'), group({ interval: '30s' }));
      refused(answer, conflict(`1 conflict: conflict with ${who}: ${interval}`, [[who, interval]]));
    },
  },
  {
    name: 'force=true takes the fields that conflict from their managers, and no others',
    async run({ admin }, namespace) {
      const path = rulesPath(namespace);
      const first = group({ interval: '30s', labels: { a: '1' } });
      succeeded(await apply(admin, by(path, 'one'), first), 201);
      const forced = `${by(path, 'two')}&force=true`;
      const second = succeeded(await apply(admin, forced, group({ interval: '31s' })));
      assert.deepEqual(second.spec.groups, [{ name: 'x', interval: '31s', labels: { a: '1' } }]);
      assert.deepEqual(owners(second), {
        'Apply one': { 'f:spec': { 'f:groups': ownedGroup('x', { 'f:labels': { 'f:a': {} } }) } },
        'Apply two': { 'f:spec': { 'f:groups': ownedGroup('x', { 'f:interval': {} }) } },
      });
      refused(
        await apply(admin, by(path, 'one'), first),
        conflict(`1 conflict: conflict with "two": ${interval}`, [['"two"', interval]]),
      );
      const third = succeeded(await apply(admin, by(path, 'one'), group({ labels: { a: '1' } })));
      assert.equal(third.spec.groups[0].interval, '31s');
    },
  },
];
