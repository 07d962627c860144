import { versionCommand as command } from '../../shared/version/command.ts';

export const versionCommand = command({
  description: `
    Shows the version of this plugin, of the API server, of the bare-metal operator and of Ironic, with where they run, and
    of the Helm charts that they were installed by.

    They are found by the images of Deployments and by the labels that charts set, in all namespaces or in that of -n, and
    all that are found are listed. What may not be read is a warning.`,
  examples: [
    { comment: 'All versions', command: 'kubectl bmh version' },
    { comment: 'The version of this plugin, without a cluster', command: 'kubectl bmh version --client' },
    { comment: 'All versions for a report', command: 'kubectl bmh version -o yaml' },
  ],
  read: async () => (await import('./read.ts')).readInstalls,
});
