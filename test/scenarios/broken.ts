import { brokenHost, GPU, HPC, image, STANDARD, served, stale } from './hosts.ts';
import type { Scenario, ScenarioHost } from './scenario.ts';

const IMAGES = [STANDARD, HPC, GPU];

/** The name of a broken host: `host-00003`. */
export const nameOf = (index: number): string => `host-${String(index).padStart(5, '0')}`;

/** `count` broken hosts of about 5 KB each, all repairable by defaults. */
export const hosts = (count: number, namespace = 'metal3'): ScenarioHost[] =>
  Array.from({ length: count }, (_, index) =>
    brokenHost(nameOf(index), index, {
      namespace,
      image: image(stale(IMAGES[index % IMAGES.length] ?? STANDARD)),
    }),
  );

/** A scenario of nothing but broken hosts. */
export const brokenScenario = (count = 10): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: hosts(count),
  images: IMAGES.map(served),
  deadBmcs: [],
});
