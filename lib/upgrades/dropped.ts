import { fieldsMissingIn } from '../rules/version-check.ts';
import type { Version } from '../versions/version.ts';
import type { RuleObject } from './facts.ts';

/** Fields of rules that a Prometheus does not have, so that its operator drops them: `PrometheusRule shop/app: limit needs Prometheus 2.31 or later`. */
export const droppedBy = (rules: readonly RuleObject[] | undefined = [], version: Version): string[] =>
  rules.flatMap(({ object, rules: read }) =>
    fieldsMissingIn(version, read).map(({ message }) => `${object}: ${message}`),
  );
