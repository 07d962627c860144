import { COMPONENTS, instanceLabels } from '../../objects/components.ts';
import { versionText } from '../../versions/image.ts';
import type { Block } from '../block.ts';
import type { Check, Found } from '../finding.ts';
import { DOCUMENTED, PARTS } from '../parts.ts';
import { mended, ofInstance, patching } from './found.ts';

/** What is worth knowing of the block before somebody changes it. */
export const upkeep: Check[] = [
  {
    // The operator is not told to leave an instance alone, unless a resize is under way (§4.C).
    name: 'paused',
    find: ({ instances }) =>
      instances
        .filter(({ paused, resize }) => paused && resize === undefined)
        .map((instance) =>
          ofInstance(instance, {
            harm: 'risk',
            text: 'it is paused: the operator leaves it alone, and no change of it takes effect',
            advice: 'ask whoever paused it whether that is still needed',
            ...mended(instance, {
              mend: patching(instance, { paused: false }),
              there: 'set spec.paused to false',
            }),
          }),
        ),
  },
  {
    // All pods of an instance run the same version (§9).
    name: 'mixed-versions',
    find: ({ instances }) =>
      instances
        .filter(({ versions }) => versions.length > 1)
        .map((instance) => {
          const labels = Object.entries(instanceLabels(COMPONENTS[instance.component], instance.name));
          const selector = labels.map((label) => label.join('=')).join(',');
          return ofInstance(instance, {
            harm: 'notice',
            text: `its pods run ${instance.versions.map(versionText).join(' and ')}: an upgrade is under way, or has stopped`,
            command: { words: ['kubectl', 'get', 'pods', '-l', selector], namespace: instance.namespace },
          });
        }),
  },
  {
    // Nothing speaks against an upgrade of the block on this server (§9).
    name: 'upgrade-issue',
    find: ({ upgradeIssue, namespace = '' }) =>
      upgradeIssue === undefined
        ? []
        : [
            {
              harm: 'notice',
              namespace,
              about: 'upgrade',
              text: upgradeIssue,
              command: { words: ['kubectl', 'monitoring', 'version'], namespace: '' },
              advice: undefined,
            },
          ],
  },
  {
    // The block has all its parts (§8).
    name: 'not-installed',
    find: (block) => DOCUMENTED.filter((part) => isMissing(part, block)).map((part) => missing(part, block)),
  },
];

/** Whether a part was looked for and is not there; of an empty block that is said once, not of each part. */
function isMissing(part: (typeof DOCUMENTED)[number], { workloads, instances, unread }: Block): boolean {
  const isHidden = unread.some(({ hides = [] }) => hides.includes(part));
  const parts = new Set([...workloads.map((each) => each.part), ...instances.map((each) => each.component)]);
  return parts.size > 0 && !isHidden && !parts.has(part);
}

function missing(part: (typeof DOCUMENTED)[number], { namespace }: Block): Found {
  // An operator is looked for everywhere.
  const isEverywhere = namespace === undefined || part === 'operator';
  return {
    harm: 'notice',
    namespace: namespace ?? '',
    about: PARTS[part],
    text: isEverywhere ? 'it was not found' : `it was not found in namespace ${namespace}`,
    command: {
      words: ['kubectl', 'monitoring', ...(isEverywhere ? ['version'] : ['status', '-A'])],
      namespace: '',
    },
    advice: undefined,
  };
}
