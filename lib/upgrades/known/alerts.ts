import type { KnownIssue } from '../known-issue.ts';

/** Issues of the alert manager. */
export const ALERTS: readonly KnownIssue[] = [
  {
    id: 'alerts-api-v1',
    since: '57.0.0',
    severity: 'warning',
    program: { part: 'alerts', before: [0, 27] },
    what: 'Alertmanager 0.27 and later answer 410 to /api/v1: scripts that send alerts or silences there, and an old Thanos ruler, no longer reach it',
    before: [{ text: 'Change scripts from /api/v1/alerts to /api/v2/alerts, which takes the same list' }],
    after: [{ text: 'Prove that alerts still arrive', run: ['kubectl', 'monitoring', 'alert', 'test'] }],
  },
];
