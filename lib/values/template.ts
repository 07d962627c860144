/** Whether another program fills in a part of a text before Helm reads it: Helm itself, helmfile, or Flux. */
export const isTemplate = (text: string): boolean => /\{\{|\$\{/.test(text);
