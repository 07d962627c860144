import type { Flags } from '../../../../lib/cli/command.ts';

/** How a container of a dashboard is written. */
export const containerFlags = {
  secret: { type: 'boolean', describe: 'Write a Secret instead of a ConfigMap.' },
  folder: {
    type: 'string',
    describe:
      'The folder of the dashboard, as an annotation. The dashboard UI reads it if foldersFromFilesStructure is on in its values.',
  },
  names: {
    type: 'string',
    choices: ['platform', 'upstream'],
    describe:
      'Whose label to use: ui_dashboard or grafana_dashboard; the one that the sidecar in the cluster looks for if not set.',
  },
} as const satisfies Flags;
