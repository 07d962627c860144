import { upgradeIssue } from '../../versions/monitoring.ts';
import { isBefore, parseVersion, type Version } from '../../versions/version.ts';
import { versionOf } from '../chart-version.ts';
import type { UpgradeFacts } from '../facts.ts';
import { foundAt, type KnownIssue } from '../known-issue.ts';
import { isServedIn, removedIn } from '../old-apis.ts';
import { kubernetesOf, OLDEST } from '../releases.ts';

const versionIn = ({ kubernetes }: UpgradeFacts): Version | undefined => parseVersion(kubernetes ?? '');

/** Issues of the version of Kubernetes (§7, §9). */
export const KUBERNETES: readonly KnownIssue[] = [
  {
    id: 'diff-stage',
    since: OLDEST.text,
    isAlways: true,
    severity: 'warning',
    what: 'on Kubernetes 1.24 and older, the diff stage of the pipeline shows errors because of a bug in the chart; the upgrade itself works, but the pipeline fails',
    before: [
      {
        text: 'See what the upgrade changes without that stage, in the folder of the chart',
        shell: 'helm template RELEASE . -n NAMESPACE -f values.yaml',
        run: ['kubectl', 'diff'],
        last: ['-f', '-'],
      },
      { text: 'Let the diff stage fail without stopping the pipeline, for this upgrade only' },
    ],
    after: [
      { text: 'Check that the upgrade went through', run: ['kubectl', 'monitoring', 'status'] },
      {
        text: 'Let the diff stage stop the pipeline again. Kubernetes 1.25 and later do not have this issue',
      },
    ],
    find: ({ kubernetes }) =>
      kubernetes !== undefined && upgradeIssue({ gitVersion: kubernetes }) !== undefined
        ? { places: [`Kubernetes ${kubernetes}`] }
        : undefined,
  },
  {
    id: 'kubernetes-too-old',
    since: '73.0.0',
    severity: 'critical',
    isAlways: true,
    what: 'Helm refuses the chart on this version of Kubernetes',
    before: [{ text: 'Upgrade Kubernetes first, or choose a chart before 73.0.0 with --to' }],
    after: [],
    find(facts) {
      const [runs, oldest] = [versionIn(facts), kubernetesOf(facts.to)];
      if (!runs || !oldest || !isBefore(runs, oldest)) return undefined;
      return {
        what: `chart ${facts.to.text} needs Kubernetes ${versionOf(oldest)} or later: Helm refuses it on ${facts.kubernetes}`,
      };
    },
  },
  {
    id: 'kubernetes-unknown',
    since: '73.0.0',
    severity: 'info',
    what: 'the chart needs Kubernetes 1.25 or later; which version runs is not known here',
    before: [{ text: 'See the version of the server', run: ['kubectl', 'monitoring', 'version'] }],
    after: [],
    find: (facts) => (versionIn(facts) ? undefined : {}),
  },
  {
    id: 'policies-removed',
    since: '73.0.0',
    severity: 'warning',
    what: 'the chart has no PodSecurityPolicies any more: an upgrade deletes them, and pods that are admitted only by them no longer start',
    before: [
      {
        text: 'See which pods of the block need them: the annotation kubernetes.io/psp names the policy of a pod',
        run: ['kubectl', 'get', 'pods', '-o', 'yaml'],
      },
      { text: 'Allow what they allowed by Pod Security Admission: labels of the namespace' },
    ],
    after: [{ text: 'Check that all pods start', run: ['kubectl', 'monitoring', 'status'] }],
    find: ({ policies }) => foundAt(policies),
  },
  {
    id: 'old-apis',
    since: OLDEST.text,
    isAlways: true,
    severity: 'warning',
    what: 'objects of the block were last written by versions of APIs that the next versions of Kubernetes do not serve: what writes them will fail there',
    before: [
      {
        text: 'Update what writes them, before Kubernetes is upgraded: the chart, a manifest in git, or a script',
      },
    ],
    after: [],
    find(facts) {
      const runs = versionIn(facts);
      const places = facts.oldWrites
        .filter(({ api }) => !runs || isServedIn(runs, api))
        .map(
          ({ object, api, manager }) =>
            `${object}: ${api} by ${manager}, not served by Kubernetes ${versionOf(removedIn(api) ?? [0, 0])} and later`,
        );
      return foundAt(places);
    },
  },
];
