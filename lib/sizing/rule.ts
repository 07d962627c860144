/** CPU in cores and memory in MiB. */
export interface Amounts {
  cpuCores: number;
  memoryMiB: number;
}

/** What the building block needs on a cluster of so many nodes, as the document recommends it (§8). */
export const ruleFor = (nodes: number): Amounts => ({
  cpuCores: 6 + 0.5 * nodes,
  memoryMiB: 6320 + 50 * nodes,
});
