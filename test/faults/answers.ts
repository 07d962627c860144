import type { OwnAnswer } from '../support/relay.ts';
import { refusal } from '../support/relay-answers.ts';
import type { Fault } from './fault.ts';

const TOO_MANY = refusal(429, 'TooManyRequests', 'Too many requests, please try again later.');
const CONFLICT = refusal(
  409,
  'Conflict',
  'the object has been modified; please apply your changes to the latest version',
);
const EXPIRED = refusal(410, 'Expired', 'The resourceVersion for the provided request is too old.');
const INVALID = refusal(422, 'Invalid', 'admission webhook "policy.test" denied the request');
const INTERNAL = refusal(
  500,
  'InternalError',
  'an error on the server has prevented the request from succeeding',
);
const UNAVAILABLE = refusal(
  503,
  'ServiceUnavailable',
  'the server is currently unable to handle the request',
);
const TIMEOUT = refusal(504, 'Timeout', 'the server was unable to return a response in the time allotted');
const UNAUTHORIZED = refusal(401, 'Unauthorized', 'Unauthorized');

const instead = (name: string, answer: OwnAnswer): Fault => ({
  name,
  moment: 'before',
  strike: () => answer,
});
const applied = (name: string, answer: OwnAnswer): Fault => ({ name, moment: 'after', strike: () => answer });

/** What a server answers that is in trouble, or says no. */
export const answers: readonly Fault[] = [
  instead('409', CONFLICT),
  instead('410', EXPIRED),
  instead('422', INVALID),
  { ...instead('429 with Retry-After', { ...TOO_MANY, headers: { 'retry-after': '1' } }), passes: true },
  { ...instead('429 without Retry-After', TOO_MANY), passes: true },
  instead('500', INTERNAL),
  instead('503', UNAVAILABLE),
  instead('504', TIMEOUT),
  applied('500 though it was applied', INTERNAL),
  applied('503 though it was applied', UNAVAILABLE),
  applied('504 though it was applied', TIMEOUT),
  { name: 'expired token', moment: 'before', lasts: 'on', strike: () => UNAUTHORIZED },
];
