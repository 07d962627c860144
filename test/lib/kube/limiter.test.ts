import { strict as assert } from 'node:assert';
import type { IncomingHttpHeaders } from 'node:http';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import {
  limiter,
  newsOfPauses,
  type Pace,
  type Place,
  paceAfter,
  pauseBefore,
  slowDownText,
  type Taking,
  UNLIMITED,
} from '../../../lib/kube/http/limiter.ts';

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

test('runs up to the width concurrently and admits the rest in order', async (t) => {
  const { leave, wait, who } = entering(t, 4);
  await wait(39);
  assert.deepEqual(who(), [0, 1]);
  await leave(1);
  assert.deepEqual(who(), [0, 1, 2]);
  await leave(0);
  assert.deepEqual(who(), [0, 1, 2, 3]);
});

test('admits a request that has waited long enough', async (t) => {
  const { wait, who } = entering(t, 4);
  await wait(39);
  assert.deepEqual(who(), [0, 1]);
  await wait(1);
  assert.deepEqual(who(), [0, 1, 2, 3]);
});

test('admits every request once one has waited long enough', async (t) => {
  const { wait, who, enterAnother } = entering(t, 3);
  await wait(40);
  assert.deepEqual(who(), [0, 1, 2]);
  void enterAnother();
  await wait(0);
  assert.deepEqual(who(), [0, 1, 2, 3]);
});

test('frees a slot once when it is left twice', async (t) => {
  const { leave, wait, who } = entering(t, 5);
  await wait(0);
  await leave(0);
  await leave(0);
  assert.deepEqual(who(), [0, 1, 2]);
});

test('runs fewer requests concurrently after a refusal, however long the rest wait', async (t) => {
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

test('queues again after a refusal on a slow link', async (t) => {
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

test('a response being read does not count against the limit', async (t) => {
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

test('a queued request that is aborted frees its place', async (t) => {
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

const rows: [
  what: string,
  pace: Pace,
  taking: Taking,
  answered: [started: number, underWay: number],
  after: Pace,
][] = [
  ['no limit while nothing was refused', UNLIMITED, 'taken', [0, 9], UNLIMITED],
  ['half of the requests in flight', UNLIMITED, 'refused', [0, 9], { limit: 4, lowered: 1 }],
  ['never less than one', UNLIMITED, 'refused', [0, 1], { limit: 1, lowered: 1 }],
  [
    'half of the limit when more are in flight',
    { limit: 4, lowered: 1 },
    'refused',
    [1, 8],
    { limit: 2, lowered: 2 },
  ],
  [
    'half of the requests in flight when they are fewer',
    { limit: 8, lowered: 1 },
    'refused',
    [1, 4],
    { limit: 2, lowered: 2 },
  ],
  ['simultaneous refusals count once', { limit: 4, lowered: 1 }, 'refused', [0, 8], { limit: 4, lowered: 1 }],
  [
    'ignores an accepted request from the old pace',
    { limit: 4, lowered: 1 },
    'taken',
    [0, 8],
    { limit: 4, lowered: 1 },
  ],
  ['raises the limit by a fraction', { limit: 4, lowered: 1 }, 'taken', [1, 4], { limit: 4.25, lowered: 1 }],
  ['raises a limit of one by one', { limit: 1, lowered: 3 }, 'taken', [3, 1], { limit: 2, lowered: 3 }],
];
for (const [what, pace, taking, [started, underWay], after] of rows) {
  test(what, () => assert.deepEqual(paceAfter(pace, taking, { started, underWay }), after));
}

test('always admits at least one request, and never raises the limit after a refusal', () => {
  const answers = fc.array(
    fc.record({
      taking: fc.constantFrom<Taking>('taken', 'refused'),
      late: fc.nat(2),
      underWay: fc.integer({ min: 1, max: 500 }),
    }),
  );
  fc.assert(
    fc.property(answers, (all) => {
      let pace = UNLIMITED;
      for (const { taking, late, underWay } of all) {
        const next = paceAfter(pace, taking, { started: Math.max(0, pace.lowered - late), underWay });
        assert(next.limit >= 1);
        assert(taking === 'taken' ? next.limit >= pace.limit : next.limit <= pace.limit);
        pace = next;
      }
    }),
  );
});

test('sends between four and nine requests at a time to a server that accepts eight', () => {
  let pace = UNLIMITED;
  const limits: number[] = [];
  for (let round = 0; round < 40; round += 1) {
    const underWay = Math.min(20, Math.floor(pace.limit));
    const started = pace.lowered;
    for (let one = 0; one < underWay; one += 1)
      pace = paceAfter(pace, one < 8 ? 'taken' : 'refused', { started, underWay });
    limits.push(Math.floor(pace.limit));
  }
  const settled = limits.slice(2);
  assert.equal(Math.min(...settled), 4);
  assert.equal(Math.max(...settled), 9);
});

const DATE = 'Wed, 14 May 2025 06:00:00 GMT';
const at = (time: string): IncomingHttpHeaders => ({
  date: DATE,
  'retry-after': `Wed, 14 May 2025 ${time} GMT`,
});
const after = (seconds: string): IncomingHttpHeaders => ({ 'retry-after': seconds });
const LONGEST = 60_000;

const pauses: [code: number, headers: IncomingHttpHeaders, attempt: number, pause: number | undefined][] = [
  [200, after('1'), 1, undefined],
  [409, after('1'), 1, undefined],
  [500, after('1'), 1, undefined],
  // As late as it says, however often, but within a minute.
  [429, after('1'), 1, 1000],
  [429, after('1'), 1000, 1000],
  [429, after('60'), 1, 60_000],
  [429, after('61'), 1, 60_000],
  [429, after('3600'), 1, 60_000],
  [429, after('99999999999999'), 1, LONGEST],
  [429, at('06:00:10'), 1, 10_000],
  [429, at('06:00:00'), 1, 0],
  // It says nothing that can be kept to.
  [429, {}, 1, 1000],
  [429, {}, 2, 2000],
  [429, {}, 5, 15_000],
  [429, {}, 1000, 15_000],
  [429, after('soon'), 1, 1000],
  [429, after('-1'), 1, 1000],
  [429, after('1.5'), 1, 1000],
  [429, at('05:59:59'), 1, 1000],
  [429, { 'retry-after': 'Wed, 14 May 2025 06:00:10 GMT' }, 1, 1000],
  // At once is believed once.
  [429, after('0'), 1, 0],
  [429, after('0'), 2, 2000],
  [503, {}, 1, undefined],
  [503, after('soon'), 1, undefined],
  [503, after('0'), 10, 0],
  [503, after('1'), 10, 1000],
  [503, after('1'), 11, undefined],
  [503, after('30'), 1, 30_000],
  [503, after('31'), 1, undefined],
];
for (const [statusCode, headers, attempt, pause] of pauses) {
  const said = headers['retry-after'] === undefined ? 'without' : `with ${headers['retry-after']}`;
  test(`${statusCode} ${said}, attempt ${attempt}: ${pause === undefined ? 'counts' : `${pause} ms`}`, () => {
    assert.equal(pauseBefore({ statusCode, headers }, attempt, 0), pause);
  });
}

test('always retries a 429, with growing pauses between a second and half a minute', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, chance) => {
        const pause = pauseBefore({ statusCode: 429, headers: {} }, attempt, chance) ?? Number.NaN;
        const least = pauseBefore({ statusCode: 429, headers: {} }, attempt, 0) ?? Number.NaN;
        assert(least >= 1000 && pause >= least && pause <= 2 * least && pause <= 30_000, `${pause}`);
      },
    ),
  );
});

test('pauses at most a minute, whatever the header', () => {
  fc.assert(
    fc.property(fc.constantFrom(429, 503), fc.string(), fc.string(), (statusCode, later, date) => {
      const pause = pauseBefore({ statusCode, headers: { 'retry-after': later, date } }, 3, 0.5);
      if (statusCode === 429) assert(pause !== undefined);
      assert(pause === undefined || (pause >= 0 && pause <= LONGEST), `${pause}`);
    }),
  );
});

test('warns of the first pause, and of each longer than half a minute and than any before', () => {
  const isNews = newsOfPauses();
  const told = [0, 1000, 30_000, 30_001, 30_001, 1000, 60_000, 45_000, 60_001];
  assert.deepEqual(told.filter(isNews), [0, 30_001, 60_000, 60_001]);
});

test("prints the warning with and without the server's message", () => {
  const rest = '\nContinuing more slowly; retrying in 2s.';
  assert.equal(
    slowDownText('try later', 1001),
    `the API server is throttling requests (429): try later${rest}`,
  );
  assert.equal(slowDownText('', 2000), `the API server is throttling requests (429)${rest}`);
});
