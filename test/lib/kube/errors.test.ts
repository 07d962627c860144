import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import {
  ApiError,
  failureIn,
  failureStatus,
  isConflict,
  isForbidden,
  isGone,
  isNotFound,
  refusalOf,
} from '../../../lib/kube/api/errors.ts';
import { CommandError } from '../../../lib/words/errors.ts';

const status = (fields: object) =>
  JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', ...fields });

const messages: [string, number, string, string][] = [
  [
    'a reason and a message',
    404,
    status({ reason: 'NotFound', message: 'baremetalhosts.metal3.io "a" not found' }),
    'Error from server (NotFound): baremetalhosts.metal3.io "a" not found',
  ],
  [
    'no valid credentials',
    401,
    status({ reason: 'Unauthorized', message: 'Unauthorized' }),
    'error: You must be logged in to the server (Unauthorized)',
  ],
  [
    'one invalid field',
    422,
    status({
      reason: 'Invalid',
      details: {
        kind: 'BareMetalHost',
        name: 'a',
        causes: [{ field: 'spec.online', message: 'Required value' }],
      },
    }),
    'The BareMetalHost "a" is invalid: spec.online: Required value',
  ],
  [
    'causes that say nothing',
    422,
    status({
      reason: 'Invalid',
      details: {
        kind: 'BareMetalHost',
        name: 'a',
        causes: [null, { message: null }, { field: 'spec.online' }],
      },
    }),
    'The BareMetalHost "a" is invalid: spec.online',
  ],
  [
    'a message and a reason that are null',
    403,
    status({ reason: null, message: null, details: null }),
    'Error from server (Forbidden): ',
  ],
  [
    'several invalid fields',
    422,
    status({
      reason: 'Invalid',
      details: { kind: 'BareMetalHost', name: 'a', causes: [{ field: 'x', message: '1' }, { message: '2' }] },
    }),
    'The BareMetalHost "a" is invalid: \n* x: 1\n* 2',
  ],
  [
    'a webhook that finds several faults, and does not name the object',
    422,
    status({
      reason: 'Invalid',
      message: 'admission webhook "rules.test.io" denied the request: Rules are not valid',
      details: { name: 'prometheusrules', causes: [{ message: '1' }, { message: '2' }] },
    }),
    'Error from server (Invalid): admission webhook "rules.test.io" denied the request: Rules are not valid: \n* 1\n* 2',
  ],
  [
    'a webhook whose message has the cause',
    422,
    status({
      reason: 'Invalid',
      message: 'admission webhook "a.test.io" denied the request: A "b" is invalid: spec.x: Required value',
      details: { kind: 'A', name: 'b', causes: [{ field: 'spec.x', message: 'Required value' }] },
    }),
    'Error from server (Invalid): admission webhook "a.test.io" denied the request: A "b" is invalid: spec.x: Required value',
  ],
  ['a Status without a reason', 409, status({ message: 'busy' }), 'Error from server (Conflict): busy'],
  [
    'a body that is not a Status',
    404,
    '404 page not found\n',
    'Error from server (NotFound): the server answered 404: 404 page not found',
  ],
  ['an empty body', 500, '', 'Error from server (InternalError): the server answered 500'],
  [
    'text with terminal control characters',
    403,
    status({ reason: 'Forbidden', message: '\u001b[2Jno \u202eright' }),
    'Error from server (Forbidden): \\x1b[2Jno \\u202eright',
  ],
  [
    'causes that are not a list',
    422,
    status({ reason: 'Invalid', details: { kind: 'X', name: 'y', causes: 7 } }),
    'The X "y" is invalid',
  ],
];

for (const [name, code, body, expected] of messages) {
  test(`the message of a refusal: ${name}`, () => {
    const error = refusalOf(code, body);
    assert.equal(error.message, expected);
    assert.equal(error.code, code);
    assert.equal(error.kind, 'api');
    assert(error.hint);
  });
}

const hints: [string, number, string, string, RegExp][] = [
  [
    'a missing permission',
    403,
    'Forbidden',
    'baremetalhosts.metal3.io "a" is forbidden: User "jane" cannot patch resource "baremetalhosts" in API group "metal3.io" in the namespace "metal3"',
    /^Ask the cluster administrator for this permission/,
  ],
  [
    'a webhook that denies the request',
    403,
    'Forbidden',
    'admission webhook "baremetalhost.metal3.io" denied the request: bmc details cannot be changed',
    /an admission webhook rejected the request/,
  ],
  [
    'a webhook that gives no reason',
    400,
    'BadRequest',
    'admission webhook "a.test" denied the request without explanation',
    /an admission webhook rejected the request/,
  ],
  [
    'a webhook whose reason reads like a missing permission',
    403,
    'Forbidden',
    'admission webhook "a.test" denied the request: User "jane" cannot patch it',
    /an admission webhook rejected the request/,
  ],
  [
    'a user whose name reads like a webhook refusal',
    403,
    'Forbidden',
    'nodes is forbidden: User "admission webhook "a" denied the request" cannot list resource "nodes"',
    /^Ask the cluster administrator for this permission/,
  ],
  [
    'a ValidatingAdmissionPolicy',
    422,
    'Invalid',
    "prometheuses.monitoring.coreos.com \"k8s\" is forbidden: ValidatingAdmissionPolicy 'sizes' with binding 'all' denied request: too much",
    /an admission policy rejected the request/,
  ],
  [
    'an exceeded quota',
    403,
    'Forbidden',
    'persistentvolumeclaims "a" is forbidden: exceeded quota: q, requested: requests.storage=1Gi, used: requests.storage=1Gi, limited: requests.storage=1Gi',
    /kubectl describe quota/,
  ],
  [
    'a webhook that cannot be reached',
    500,
    'InternalError',
    'Internal error occurred: failed calling webhook "a.test": failed to call webhook: Post "https://a.test.svc:443/": connection refused',
    /the webhook's service/,
  ],
  [
    'a failing server',
    500,
    'InternalError',
    'etcdserver: no leader',
    /^Wait until the API server is healthy/,
  ],
];

for (const [name, code, reason, message, hint] of hints)
  test(`the hint for ${name}`, () => {
    const error = refusalOf(code, status({ code, reason, message }));
    assert.match(error.hint ?? '', hint);
  });

test('classifies refusals by code', () => {
  assert(isConflict(refusalOf(409, '')));
  assert(isNotFound(refusalOf(404, '')));
  assert(isForbidden(refusalOf(403, '')));
  assert(isGone(refusalOf(410, '')));
  assert(!isConflict(refusalOf(404, '')));
  assert(!isNotFound(new Error('404')));
});

test('returns a failure behind our proxy unchanged', () => {
  const failure = new CommandError('timeout', 'error: too slow', { hint: 'Wait.' });
  const seen = failureIn(new ApiError(failureStatus(failure), 502));
  assert(seen instanceof CommandError && !(seen instanceof ApiError));
  assert.deepEqual([seen.kind, seen.message, seen.hint], ['timeout', 'error: too slow', 'Wait.']);
});

test('a forged failure can neither print control characters nor choose an exit code', () => {
  const details = { kind: 'toString', causes: [{ message: '\u0007' }] };
  const seen = failureIn(new ApiError({ reason: 'ServerUnreachable', message: '\u001b', details }, 502));
  assert(seen instanceof CommandError);
  assert.deepEqual([seen.kind, seen.message, seen.hint], ['api', '\\x1b', '\\x07']);
});

test('returns any other error unchanged', () => {
  const error = refusalOf(409, '');
  assert.equal(failureIn(error), error);
  const defect = new TypeError('x');
  assert.equal(failureIn(defect), defect);
});

test('a null message of a Status reads as absent', () =>
  assert.equal(refusalOf(403, status({ message: null })).status.message, undefined));
