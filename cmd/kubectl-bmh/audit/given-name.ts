/** How findings name what comes from stdin. */
export const STDIN = 'stdin';

/** What `-f` names, as warnings and findings name it. */
export const nameOf = (given: string): string => (given === '-' ? STDIN : given);
