import { badRequest, type Finding, invalid } from '../http/status.ts';
import { at, type Fields, isFields, list, now, type Obj, text } from '../objects/model.ts';
import type { Attempt, Authorizer } from './authorize.ts';
import type { User } from './user.ts';

/** Answers a review: what its sender may do, which rules hold for it, or who it is. Throws where nothing is asked. */
export function answerReview(review: Obj, user: User, authorizer: Authorizer): Obj {
  const { kind, spec, metadata } = review;
  switch (kind) {
    case 'SelfSubjectAccessReview': {
      holdOneQuestion(spec);
      const { allowed, reason } = authorizer.decide(user, attempted(spec));
      return { ...review, status: { allowed, ...(reason && { reason }) } };
    }
    case 'SelfSubjectRulesReview': {
      const namespace = text(spec, 'namespace');
      if (namespace === '') throw badRequest('no namespace on request');
      return { ...review, spec: {}, status: rulesStatus(authorizer.rules(user, namespace)) };
    }
    default: {
      const { name: username, ...rest } = user;
      const userInfo = { username, ...rest };
      return { ...review, metadata: { ...metadata, creationTimestamp: now() }, status: { userInfo } };
    }
  }
}

function holdOneQuestion(spec: unknown): void {
  const resource = at(spec, 'resourceAttributes');
  const other = at(spec, 'nonResourceAttributes');
  if ((resource === undefined) !== (other === undefined)) return;
  const finding: Finding =
    resource === undefined
      ? {
          reason: 'FieldValueInvalid',
          field: 'spec.resourceAttributes',
          value: null,
          detail: 'exactly one of nonResourceAttributes or resourceAttributes must be specified',
        }
      : {
          reason: 'FieldValueInvalid',
          field: 'spec.nonResourceAttributes',
          value: { Path: text(other, 'path'), Verb: text(other, 'verb') },
          detail: 'cannot be specified in combination with resourceAttributes',
        };
  throw invalid('authorization.k8s.io', '', '', [finding]);
}

function attempted(spec: unknown): Attempt {
  const of = (field: string) => text(spec, 'resourceAttributes', field);
  if (!isFields(spec) || !isFields(spec.resourceAttributes)) {
    return {
      verb: text(spec, 'nonResourceAttributes', 'verb'),
      path: text(spec, 'nonResourceAttributes', 'path'),
    };
  }
  return {
    verb: of('verb'),
    path: '',
    resource: {
      group: of('group'),
      version: of('version'),
      plural: of('resource'),
      subresource: of('subresource'),
      namespace: of('namespace'),
      name: of('name'),
    },
  };
}

function rulesStatus({ rules, errors }: { rules: unknown[]; errors: string[] }): Fields {
  const about = (field: string, kept: string[]) =>
    rules
      .filter((rule) => list(rule, field).length > 0)
      .map((rule) =>
        Object.fromEntries(
          kept.flatMap((key) => (list(rule, key).length > 0 ? [[key, list(rule, key)]] : [])),
        ),
      );
  return {
    resourceRules: about('resources', ['verbs', 'apiGroups', 'resources', 'resourceNames']),
    nonResourceRules: about('nonResourceURLs', ['verbs', 'nonResourceURLs']),
    incomplete: errors.length > 0,
    ...(errors.length > 0 && { evaluationError: errors.join(', ') }),
  };
}
