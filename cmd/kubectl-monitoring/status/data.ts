import { parseQuantity, wholeUnits } from '../../../lib/quantity.ts';
import type { Block, VolumeState } from '../../../lib/status/block.ts';
import type { Finding } from '../../../lib/status/finding.ts';
import { EXIT_CODES, untoldOf, verdictOf } from '../../../lib/status/judge.ts';
import { type ClusterValues, commandText } from '../../words.ts';
import { componentsOf } from './render-tables.ts';

/**
 * What a document says of the block. Sizes are in bytes, growth in bytes a day; what is not known is null.
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
    volumes: block.volumes.map(volumeData),
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

function volumeData({ namespace, claim, owner, templateSize, leftover, metrics }: VolumeState): object {
  const { use, growth, daysToFull } = metrics ?? {};
  return {
    namespace,
    claim: claim.name,
    owner,
    size: bytesOf(claim.size),
    templateSize: bytesOf(templateSize),
    capacity: bytesOf(claim.capacity),
    leftover,
    used: use?.used ?? null,
    fileSystem: use?.capacity ?? null,
    growth: growth ?? null,
    daysToFull: daysToFull ?? null,
  };
}

/** Bytes of a quantity; null where there is none. */
const bytesOf = (size: string | undefined): number | null =>
  size === undefined || parseQuantity(size) === undefined ? null : Number(wholeUnits(size));
