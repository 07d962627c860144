import { versionCommand as command } from '../../shared/version/command.ts';

export const versionCommand = command({
  description: `
    Shows the versions of this plugin, the API server, the operator of the building block, each metrics server, alert manager
    and ruler that it runs, and the Helm charts that installed them.

    They are found by image and label, in all namespaces or in the one given with -n. What cannot be read is a warning.`,
  examples: [
    { comment: 'All versions', command: 'kubectl monitoring version' },
    {
      comment: 'The version of this plugin, without a cluster',
      command: 'kubectl monitoring version --client',
    },
    { comment: 'All versions for a report', command: 'kubectl monitoring version -o yaml' },
  ],
  apiVersion: 'monitoring.kubectl/v1',
  read: async () => (await import('./read.ts')).readInstalls,
});
