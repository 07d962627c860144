import { fieldsOf } from '../../objects/fields.ts';
import { chartVersion, goesOver } from '../chart-version.ts';
import { foundAt, type KnownIssue } from '../known-issue.ts';
import { placesWhere } from '../values.ts';

/** Keys of the values that a version of the chart renamed, removed or reads otherwise. */
interface ChangedKeys extends Pick<KnownIssue, 'id' | 'since' | 'until' | 'severity' | 'what'> {
  /** In the chart's names, with dots between them. */
  keys: readonly string[];
  /** What to do in the values. */
  fix: string;
  /** Whether a value is affected; every one if absent. */
  isAffected?(value: unknown): boolean;
}

const SELECTORS = ['podMonitor', 'probe', 'rule', 'serviceMonitor', 'scrapeConfig'];

/** Whether a map has neither of the keys that tell a Secret of its own from one that the chart writes. */
const hasNoSecret = (value: unknown): boolean => {
  const fields = fieldsOf(value);
  return fields !== undefined && !('existingSecret' in fields) && !('secret' in fields);
};

/** Whether the registry is in the repository of an image. */
const hasRegistry = (value: unknown): boolean =>
  /^[^/]*[.:][^/]*\//.test(typeof value === 'string' ? value : '');

const CHANGED: readonly ChangedKeys[] = [
  {
    id: 'key-scheduler-rules',
    since: '41.0.0',
    severity: 'warning',
    keys: ['defaultRules.rules.kubeScheduler'],
    what: 'this key is split in two, and Helm ignores the old one: rules of the scheduler are created or missing against your values',
    fix: 'Set defaultRules.rules.kubeSchedulerAlerting and kubeSchedulerRecording in its place',
  },
  {
    id: 'key-image-registry',
    since: '42.0.0',
    severity: 'critical',
    keys: [
      'prometheusOperator.image.repository',
      'prometheusOperator.prometheusConfigReloader.image.repository',
      'prometheusOperator.thanosImage.repository',
      'prometheusOperator.admissionWebhooks.patch.image.repository',
      'prometheus.prometheusSpec.image.repository',
      'alertmanager.alertmanagerSpec.image.repository',
      'thanosRuler.thanosRulerSpec.image.repository',
    ],
    isAffected: hasRegistry,
    what: 'the registry of an image has a key of its own, and is put before the repository: with both, the image is not found',
    fix: 'Move the registry from image.repository to image.registry',
  },
  {
    id: 'key-failure-policy',
    since: '44.0.0',
    severity: 'info',
    keys: ['prometheusOperator.admissionWebhooks.failurePolicy'],
    what: 'this key now always counts; before, it was ignored while admissionWebhooks.patch was enabled',
    fix: 'Check that it is what you want: with Fail, no rule can be applied while the operator does not run',
  },
  {
    id: 'key-thanos-secrets',
    since: '52.0.0',
    severity: 'critical',
    keys: [
      'thanosRuler.thanosRulerSpec.alertmanagersConfig',
      'thanosRuler.thanosRulerSpec.objectStorageConfig',
      'thanosRuler.thanosRulerSpec.queryConfig',
      'prometheus.prometheusSpec.thanos.objectStorageConfig',
    ],
    isAffected: hasNoSecret,
    what: 'these maps have to say whether they name a Secret or are what to write into one; as they are, Thanos gets no configuration',
    fix: 'Put what is there below existingSecret (a Secret of your own) or secret (the chart writes one)',
  },
  {
    id: 'key-nil-selectors',
    since: '63.0.0',
    until: '64.0.0',
    severity: 'critical',
    keys: [
      ...SELECTORS.map((name) => `prometheus.prometheusSpec.${name}SelectorNilUsesHelmValues`),
      'thanosRuler.thanosRulerSpec.ruleSelectorNilUsesHelmValues',
    ],
    isAffected: (value) => value === false,
    what: 'chart 63 ignores these keys, so that only objects of the release are selected; chart 64 reads them again',
    fix: 'Go to chart 64.0.0 or later, which needs no change',
  },
  {
    id: 'key-budgets',
    since: '72.0.0',
    severity: 'warning',
    keys: ['prometheusOperator.admissionWebhooks.deployment.podDisruptionBudget'],
    isAffected: (value) => fieldsOf(value)?.enabled === undefined,
    what: 'a PodDisruptionBudget is only created where this map has enabled: true',
    fix: 'Add enabled: true to it',
  },
  {
    id: 'key-policies',
    since: '73.0.0',
    severity: 'warning',
    keys: [
      'global.rbac.pspEnabled',
      'global.rbac.pspAnnotations',
      'global.pspEnabled',
      'global.pspAnnotations',
    ],
    what: 'the chart has no PodSecurityPolicies any more, and ignores these keys',
    fix: 'Remove them, and label the namespace for Pod Security Admission where you need it',
  },
];

/** Undone by the next version: values that were changed for chart 63 have to be changed back. */
const REVERTED: KnownIssue = {
  id: 'key-null-selectors',
  since: '64.0.0',
  severity: 'warning',
  what: 'chart 64 takes back what 63 changed: a selector whose matchLabels are null selects the objects of the release again',
  before: [
    { text: 'Remove matchLabels: null, and set the SelectorNilUsesHelmValues key of that selector to false' },
  ],
  after: [],
  find(facts) {
    const keys = SELECTORS.map((name) => `prometheus.prometheusSpec.${name}Selector`);
    return foundAt(placesWhere(facts, keys, (value) => fieldsOf(value)?.matchLabels === null));
  },
};

const issueOf = ({ keys, fix, isAffected = () => true, ...rest }: ChangedKeys): KnownIssue => ({
  ...rest,
  before: [{ text: fix }],
  after: [],
  find: (facts) => foundAt(placesWhere(facts, keys, isAffected)),
});

/** What without the values is only said in general. */
const UNCHECKED: KnownIssue = {
  id: 'values-not-checked',
  since: '41.0.0',
  isAlways: true,
  severity: 'info',
  what: 'keys of the values were renamed or removed between these versions; whether you use them is not known here',
  before: [
    { text: 'Run this again with your values files, in the order in which Helm gets them: -f values.yaml' },
  ],
  after: [],
  find: ({ from, to, values }) =>
    !values && from && CHANGED.some(({ since }) => goesOver({ from, to }, chartVersion(since)))
      ? {}
      : undefined,
};

export const VALUES_KEYS: readonly KnownIssue[] = [...CHANGED.map(issueOf), REVERTED, UNCHECKED];
