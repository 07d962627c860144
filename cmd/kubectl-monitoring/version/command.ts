import { versionCommand as command } from '../../shared/version/command.ts';

export const versionCommand = command({
  description: `
    Shows the version of this plugin, of the API server, of the operator of the building block, of each metrics server,
    alert manager and ruler that it runs, and of the Helm charts that they were installed by.

    They are found by their images and labels, in all namespaces or in that of -n, and all that are found are listed. What
    may not be read is a warning.`,
  examples: [
    { comment: 'All versions', command: 'kubectl monitoring version' },
    {
      comment: 'The version of this plugin, without a cluster',
      command: 'kubectl monitoring version --client',
    },
    { comment: 'All versions for a report', command: 'kubectl monitoring version -o yaml' },
  ],
  read: async () => (await import('./read.ts')).readInstalls,
});
