import { versionCommand as command } from '../../shared/version/command.ts';

export const versionCommand = command({
  description: `
    Prints the versions of this plugin, the API server, the bare-metal operator and Ironic, where they run, and the
    versions of the Helm charts that installed them.

    They are found by the images of Deployments and by the labels that charts set, in all namespaces or in that of -n.
    Every installation found is listed. What cannot be read is a warning.`,
  examples: [
    { comment: 'Print all versions', command: 'kubectl bmh version' },
    {
      comment: 'Print the version of this plugin without contacting a cluster',
      command: 'kubectl bmh version --client',
    },
    { comment: 'Print all versions as YAML, for a report', command: 'kubectl bmh version -o yaml' },
  ],
  apiVersion: 'bmh.kubectl/v1',
  read: async () => (await import('./read.ts')).readInstalls,
});
