/** Names of objects as a message lists them. */
export const names = (objects: readonly { name: string }[]): string =>
  objects.map(({ name }) => name).join(', ');
