import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Action, fold, requestOf } from '../../../lib/hosts/action.ts';
import { urlsDiffer } from '../../../lib/hosts/host.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { hostProcedure } from '../../../lib/hosts/procedure.ts';
import type { Goal, Order } from '../../../lib/hosts/record.ts';
import { RECORD_ANNOTATION } from '../../../lib/objects/names.ts';
import { nextMove, withdrawal } from '../../../lib/procedure/procedure.ts';
import {
  all,
  annotations,
  NEW,
  PAUSED,
  RECORD,
  recorded,
  seen,
  specImage,
  statusImage,
} from '../../support/records.ts';

const { run, version, started } = RECORD;
const procedure = (goal: Goal, order: Order, accepted: string[] = [], target = NEW) =>
  hostProcedure({ goal, order, target, accepted: new Set(accepted), run: { run, version, started } });
const repair = (accepted: string[] = [], target = NEW) => procedure('repair', 'documented', accepted, target);

/** Every state of a run if no other writer interferes. */
function walk(
  start: Observed,
  walking = repair(),
): { titles: string[]; states: Observed[]; actions: Action[] } {
  const walked = { titles: [] as string[], states: [start], actions: [] as Action[] };
  let observed = start;
  for (let move = nextMove(walking, observed); move.kind !== 'done'; move = nextMove(walking, observed)) {
    assert.ok(walked.titles.length < 20, 'the procedure ends');
    assert.ok(move.kind === 'act', JSON.stringify(move));
    const { step, action } = move;
    observed = fold(action, observed);
    if (action.kind !== 'look') walked.titles.push(step.title);
    walked.actions.push(action);
    walked.states.push(observed);
  }
  return walked;
}

/** The guards that refuse the next move. */
const refusing = (observed: Observed, of = repair()): string[] => {
  const move = nextMove(of, observed);
  return move.kind === 'refuse' ? move.refusals.map(({ guard }) => guard) : [];
};

const patches = ['Patch status', 'Patch spec', 'Resume reconciliation'];
const files = ['Create the payload files', 'Validate the payload files'];

test('the documented order: pause, payload files, status, spec, resume', () => {
  const { titles, states } = walk(seen());
  assert.deepEqual(titles, [
    'Try the pause and the spec patch',
    'Pause reconciliation',
    ...files,
    ...patches,
  ]);
  const end = states.at(-1)?.object as { metadata: { annotations: object }; spec: object; status: object };
  assert.deepEqual(end.metadata.annotations, {});
  assert.deepEqual(end.spec, { online: true, image: NEW });
  assert.deepEqual(end.status, {
    ...(seen().object.status as object),
    errorCount: 0,
    errorMessage: '',
    provisioning: { ID: 'a', state: 'provisioned', image: NEW },
  });
});

test('each request is the documented one, with its resourceVersion and field manager', () => {
  const { actions, states } = walk(seen());
  const requests = actions.flatMap((action, index) =>
    action.kind === 'patch' ? [requestOf(action, states[index] as Observed)] : [],
  );
  const path = '/apis/metal3.io/v1alpha1/namespaces/metal/baremetalhosts/worker-0';
  const metadata = { resourceVersion: '7' };
  assert.deepEqual(
    requests.map(({ path: sent }) => sent),
    [path, `${path}/status`, path, path],
  );
  for (const { method, query, contentType } of requests)
    assert.deepEqual(
      { method, query, contentType },
      {
        method: 'PATCH',
        query: { fieldManager: 'kubectl-bmh' },
        contentType: 'application/merge-patch+json',
      },
    );
  const [pause, status, spec, resume] = requests.map(({ body }) => body);
  assert.deepEqual(pause, {
    metadata: { ...metadata, annotations: { [PAUSED]: 'true', [RECORD_ANNOTATION]: JSON.stringify(RECORD) } },
  });
  const image = { checksum: NEW.checksum, url: NEW.url };
  assert.deepEqual(status, {
    metadata,
    status: { errorCount: 0, errorMessage: '', provisioning: { image, state: 'provisioned' } },
  });
  assert.deepEqual(spec, { metadata, spec: { image } });
  assert.deepEqual(resume, {
    metadata: { ...metadata, annotations: { [PAUSED]: null, [RECORD_ANNOTATION]: null } },
  });
});

test('a rerun reaches the same end from every state of a run', () => {
  const { states } = walk(seen());
  const end = states.at(-1)?.object;
  for (const { object } of states.slice(0, -1))
    assert.deepEqual(walk(seen(object)).states.at(-1)?.object, end, JSON.stringify(object));
});

test('the operator never wipes the host in any state of a run', () => {
  for (const { host } of walk(seen()).states) assert.ok(host.paused !== undefined || !urlsDiffer(host));
});

const starts: [string, object, string[]][] = [
  [
    'urls that differ, unpaused: paused first',
    specImage({ url: 'http://10.0.0.9/x' }),
    ['Pause reconciliation', 'Try the pause and the spec patch', ...files, ...patches],
  ],
  [
    'status patched',
    all(recorded(), statusImage(NEW), { status: { errorCount: 0, errorMessage: '' } }),
    ['Try the pause and the spec patch', ...files, 'Patch spec', 'Resume reconciliation'],
  ],
  [
    'both patched',
    all(recorded(), specImage(NEW), statusImage(NEW), { status: { errorCount: 0, errorMessage: '' } }),
    ['Resume reconciliation'],
  ],
  [
    'both patched, the error is back, paused',
    all(recorded(), specImage(NEW), statusImage(NEW)),
    [...files, 'Patch status', 'Resume reconciliation'],
  ],
  [
    'both patched, pause gone',
    all(recorded(RECORD, null), specImage(NEW), statusImage(NEW)),
    ['Resume reconciliation'],
  ],
  [
    'status patched, pause gone',
    all(recorded(RECORD, null), statusImage(NEW)),
    [
      'Pause reconciliation',
      'Try the pause and the spec patch',
      ...files,
      'Patch status',
      'Patch spec',
      'Resume reconciliation',
    ],
  ],
  [
    'status without an address',
    statusImage({ url: null, checksum: null }),
    ['Try the pause and the spec patch', 'Pause reconciliation', ...files, ...patches],
  ],
];
for (const [name, patch, titles] of starts)
  test(`resumes from: ${name}`, () => assert.deepEqual(walk(seen(patch)).titles, titles));

test('keeps an accepted foreign pause and removes only the record', () => {
  const { actions, states } = walk(
    seen(annotations({ [PAUSED]: 'metal3.io/capm3' })),
    repair(['foreign-pause']),
  );
  const written = actions.flatMap((action) =>
    action.kind === 'patch' ? [JSON.stringify(action.payload)] : [],
  );
  assert.ok(written.every((payload) => !payload.includes(PAUSED)));
  assert.deepEqual(states.at(-1)?.object.metadata.annotations, { [PAUSED]: 'metal3.io/capm3' });
});

test('refuses every step, including the resume, when the pause beside the record becomes foreign', () => {
  const foreign = (patch: object) => seen(all(recorded(RECORD, 'metal3.io/capm3'), patch));
  for (const observed of [
    foreign({}),
    foreign(statusImage(NEW)),
    foreign(all(statusImage(NEW), specImage(NEW))),
  ]) {
    assert.deepEqual(refusing(observed), ['foreign-pause']);
  }
});

test('refuses the resume while the urls differ', () => {
  const observed = seen(all(recorded(), specImage(NEW), { status: { errorCount: 0, errorMessage: '' } }));
  assert.deepEqual(
    repair()
      .close.refusals(observed)
      .map(({ guard }) => guard),
    ['unequal-urls'],
  );
});

test('no step writes to a host that left the state', () => {
  const gone = { status: { provisioning: { state: 'deprovisioning' } } };
  for (const patch of [{}, recorded(), specImage(NEW), all(recorded(RECORD, null), specImage(NEW))]) {
    const observed = seen(all(patch, gone));
    assert.deepEqual(refusing(observed), ['not-provisioned']);
  }
});

test('withdraws the pause only if nothing was changed and a resume is safe', () => {
  const can = (patch: object) => withdrawal(repair(), seen(patch)) !== undefined;
  assert.equal(can(recorded()), true);
  assert.equal(can({}), false);
  assert.equal(can(all(recorded(), statusImage(NEW))), false);
  assert.equal(can(all(recorded(), statusImage(NEW), specImage(NEW))), false);
  assert.equal(
    can(
      all(recorded(), {
        spec: { customDeploy: { method: 'b' } },
        status: { provisioning: { customDeploy: { method: 'a' } } },
      }),
    ),
    false,
  );
  const differing = {
    ...RECORD,
    original: {
      ...RECORD.original,
      spec: { url: 'http://10.0.0.9/x', checksum: RECORD.original.spec.checksum, checksumType: null },
    },
  };
  assert.equal(can(all(recorded(differing), specImage({ url: 'http://10.0.0.9/x' }))), false);
});

test('reads the host again before the resume', () => {
  const { actions, states } = walk(seen());
  assert.deepEqual(
    actions.slice(-2).map(({ kind }) => kind),
    ['look', 'patch'],
  );
  assert.equal(states.at(-2)?.looked, true);
});
