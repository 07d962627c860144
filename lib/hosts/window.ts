/** How long a host has to stay healthy to count as repaired, unless a run was told otherwise. Milliseconds. */
export const DEFAULT_STABLE_FOR = 90_000;

/** How long a run waits for the operator, unless it was told otherwise. Milliseconds. */
export const DEFAULT_TIMEOUT = 300_000;
