import type { Block, VolumeState } from '../../../lib/status/block.ts';
import type { Finding } from '../../../lib/status/checks/finding.ts';
import { EXIT_CODES, untoldOf, verdictOf } from '../../../lib/status/judge.ts';
import { type ClusterValues, commandText } from '../../shared/words.ts';
import { volumeData } from '../shared/volume-data.ts';
import { componentsOf } from './render.ts';

/**
 * What a document says of the block: of claims quantities such as 50Gi, of what is measured bytes and days; null is what is not known.
 *
 * @param values what leads the commands to the same cluster.
 */
export function dataOf(
  block: Block,
  findings: readonly Finding[],
  { values }: { values: ClusterValues },
): object {
  const verdict = verdictOf(findings, block);
  return {
    verdict,
    exitCode: EXIT_CODES[verdict],
    namespace: block.namespace ?? null,
    nodes: block.nodes ?? null,
    findings: findings.map(({ check, harm, namespace, about, text, command, advice }) => ({
      check,
      harm,
      namespace,
      about,
      text,
      command: command ? commandText(command, { values }) : null,
      advice: advice ?? null,
    })),
    components: componentsOf(block).map((component) => {
      const { part, kind, namespace, name, versions, wanted, ready, troubles, source } = component;
      const notReady = troubles.map(({ pod, reason }) => ({ pod, reason }));
      return {
        part,
        kind,
        namespace,
        name,
        versions,
        wanted,
        ready: ready ?? null,
        notReady,
        managedBy: source,
      };
    }),
    volumes: block.volumes.map(volumeOf),
    watchdog: block.instances.flatMap(({ component, kind, namespace, name, watchdog }) =>
      watchdog ? [{ component, kind, namespace, name, ...watchdog }] : [],
    ),
    unread: untoldOf(block).map(({ what, namespace, reason }) => ({
      what,
      namespace: namespace ?? null,
      reason,
    })),
  };
}

function volumeOf({ namespace, claim, owner, templateSize, leftover, metrics }: VolumeState): object {
  return {
    namespace,
    ...owner,
    claim: claim.name,
    size: claim.size,
    templateSize: templateSize ?? null,
    capacity: claim.capacity ?? null,
    leftover,
    ...volumeData(metrics),
  };
}
