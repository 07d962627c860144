import type { Block } from './block.ts';

/**
 * What a finding does harm to, the worst first: data that is lost or about to be, nobody being told of anything, a part that
 * is down, what will do harm later, and what is worth knowing.
 */
export const HARMS = ['loss', 'blind', 'down', 'risk', 'notice'] as const;
export type Harm = (typeof HARMS)[number];

/** Something that is wrong with the block, or worth knowing of it. */
export interface Finding {
  /** Name of the check that found it: `disk-full`. */
  check: string;
  harm: Harm;
  namespace: string;
  /** What it is about: `prometheus/k8s`, `deployment/grafana`. */
  about: string;
  /** What is wrong, in one sentence without a full stop. */
  text: string;
  /** The command that mends it, or that says more; without the flags that lead to the cluster. */
  command: Command | undefined;
  /** What a command alone does not say. */
  advice: string | undefined;
}

export interface Command {
  /** `['kubectl', 'monitoring', 'resize-pvc', '120Gi', 'k8s']`. */
  words: string[];
  /** What stands behind the flags that lead to the cluster. */
  last?: string[];
  /** For `-n`; empty: none. */
  namespace: string;
}

/** A rule that a block is held to: data with a pure function. What it holds the block to stands above it, with its source. */
export interface Check {
  name: string;
  find(block: Block): Found[];
}

/** What a check found. */
export type Found = Omit<Finding, 'check'>;
