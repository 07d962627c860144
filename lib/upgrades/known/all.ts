import type { KnownIssue } from '../known-issue.ts';
import { ALERTS } from './alerts.ts';
import { CHART_CHANGES } from './chart.ts';
import { CRDS } from './crds.ts';
import { KUBERNETES } from './kubernetes.ts';
import { PROMETHEUS } from './prometheus.ts';
import { UI } from './ui.ts';
import { VALUES_KEYS } from './values-keys.ts';

/** Every known issue of upgrades. */
export const KNOWN_ISSUES: readonly KnownIssue[] = [
  ...KUBERNETES,
  ...CRDS,
  ...CHART_CHANGES,
  ...PROMETHEUS,
  ...ALERTS,
  ...UI,
  ...VALUES_KEYS,
];
