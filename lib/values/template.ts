/** Whether another program fills in a part of a text before Helm reads it: Helm itself, helmfile, Flux, or SOPS. */
export const isTemplate = (text: string): boolean => /\{\{|\$\{|^ENC\[/.test(text);
