import { strict as assert } from 'node:assert';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Taking } from '../../../lib/kube/http/limiter.ts';
import { limiter, type Place } from '../../../lib/kube/http/limiter.ts';

/** Enters `count` times and gives who is in so far, in order, with what leaves each lane. */
function entering(t: TestContext, count: number) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const enter = limiter(2, 40);
  const inside: { who: number; lane: Place }[] = [];
  let entered = 0;
  const enterAnother = (signal?: AbortSignal) => {
    const who = entered;
    entered += 1;
    return enter(signal).then((lane) => void inside.push({ who, lane }));
  };
  while (entered < count) void enterAnother();
  const at = async (who: number, act: (place: Place) => void) => {
    for (const one of inside) if (one.who === who) act(one.lane);
    await turn();
  };
  const answered = (who: number, taking: Taking) => at(who, (lane) => lane.answered(taking));
  const leave = (who: number) => at(who, (lane) => lane.leave());
  const wait = async (time: number) => {
    await turn();
    t.mock.timers.tick(time);
    await turn();
  };
  return { answered, leave, wait, enterAnother, who: () => inside.map((one) => one.who) };
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
  void enterAnother();
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

test('after a refusal fewer go side by side, however long the others wait', async (t) => {
  const { answered, wait, who } = entering(t, 6);
  await wait(0);
  await answered(0, 'refused');
  await answered(1, 'refused');
  assert.deepEqual(who(), [0, 1, 2]);
  await wait(1000);
  assert.deepEqual(who(), [0, 1, 2]);
  await answered(2, 'taken');
  assert.deepEqual(who(), [0, 1, 2, 3, 4]);
  await wait(1000);
  assert.deepEqual(who(), [0, 1, 2, 3, 4]);
});

test('where nobody waited for others any more, they do after a refusal', async (t) => {
  const { answered, leave, wait, who, enterAnother } = entering(t, 9);
  await wait(40);
  assert.equal(who().length, 9);
  await answered(0, 'refused');
  void enterAnother();
  for (const one of [1, 2, 3]) await answered(one, 'taken');
  // One that never came to an answer leaves as well.
  await leave(4);
  assert.equal(who().length, 9);
  await answered(5, 'taken');
  assert.equal(who().length, 10);
});

test('who reads an answer keeps nobody out under a limit: it may wait for them', async (t) => {
  const { answered, wait, who, enterAnother } = entering(t, 1);
  await wait(0);
  await answered(0, 'refused');
  for (const one of [1, 2, 3, 4, 5]) {
    void enterAnother();
    await wait(0);
    await answered(one, 'taken');
  }
  assert.deepEqual(who(), [0, 1, 2, 3, 4, 5]);
});

test('who waits can give up, and keeps nobody out then', async (t) => {
  const { answered, leave, wait, who, enterAnother } = entering(t, 1);
  await wait(0);
  await answered(0, 'refused');
  void enterAnother();
  const given = new AbortController();
  const waiting = enterAnother(given.signal);
  void enterAnother();
  await wait(1000);
  given.abort();
  await assert.rejects(waiting, { kind: 'aborted' });
  await assert.rejects(enterAnother(given.signal), { kind: 'aborted' });
  assert.deepEqual(who(), [0, 1]);
  await leave(1);
  assert.deepEqual(who(), [0, 1, 3]);
});
