import { strict as assert } from 'node:assert';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { lanes } from '../../../lib/kube/lanes.ts';

/** Enters `count` times and gives who is in so far, in order, with what leaves each lane. */
function entering(t: TestContext, count: number) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const enter = lanes(2, 40);
  const inside: { who: number; leave(): void }[] = [];
  let entered = 0;
  const enterAnother = () => {
    const who = entered;
    entered += 1;
    void enter().then((leave) => inside.push({ who, leave }));
  };
  while (entered < count) enterAnother();
  const leave = async (who: number) => {
    inside.find((one) => one.who === who)?.leave();
    await turn();
  };
  const wait = async (time: number) => {
    await turn();
    t.mock.timers.tick(time);
    await turn();
  };
  return { leave, wait, enterAnother, who: () => inside.map((one) => one.who) };
}

test('so many go side by side, the next when one of them leaves, in the order in which they came', async (t) => {
  const { leave, wait, who } = entering(t, 4);
  await wait(39);
  assert.deepEqual(who(), [0, 1]);
  await leave(1);
  assert.deepEqual(who(), [0, 1, 2]);
  await leave(0);
  assert.deepEqual(who(), [0, 1, 2, 3]);
});

test('one who has waited long enough goes beside them', async (t) => {
  const { wait, who } = entering(t, 4);
  await wait(39);
  assert.deepEqual(who(), [0, 1]);
  await wait(1);
  assert.deepEqual(who(), [0, 1, 2, 3]);
});

test('once one has waited long enough, nobody waits', async (t) => {
  const { wait, who, enterAnother } = entering(t, 3);
  await wait(40);
  assert.deepEqual(who(), [0, 1, 2]);
  enterAnother();
  await wait(0);
  assert.deepEqual(who(), [0, 1, 2, 3]);
});

test('a lane that is left twice is free once', async (t) => {
  const { leave, wait, who } = entering(t, 5);
  await wait(0);
  await leave(0);
  await leave(0);
  assert.deepEqual(who(), [0, 1, 2]);
});
