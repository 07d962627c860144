import type { ComponentName } from '../objects/components.ts';

/** The command that resizes the volumes of an instance (§4.C), word by word; its own options stand behind that. */
export const resizeWords = (
  { component, name }: { component: ComponentName; name: string },
  size: string,
): string[] => [
  ...['kubectl', 'monitoring', 'resize-pvc', size, name],
  ...(component === 'metrics' ? [] : ['--component', component]),
];
