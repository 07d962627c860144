import { foundAt, type KnownIssue } from '../known-issue.ts';
import { ANGULAR } from '../panels.ts';
import { settingsOf } from '../values.ts';

/** Issues of the dashboard UI. */
export const UI: readonly KnownIssue[] = [
  {
    id: 'angular-panels',
    since: '72.2.0',
    severity: 'warning',
    program: { part: 'ui', before: [12, 0] },
    what: 'Grafana 12 has no Angular panels: it shows these as other panels, whose axes, legends and thresholds may look different',
    before: [
      {
        text: 'Open each dashboard in the Grafana that runs, change the type of these panels, and save its JSON in git',
      },
    ],
    after: [{ text: 'Open each dashboard, and compare it with what it showed before' }],
    find({ dashboards }) {
      const places = (dashboards ?? []).flatMap(({ object, panels }) => {
        const old = panels.filter((type) => Object.hasOwn(ANGULAR, type));
        return old.length > 0
          ? [`${object}: ${old.map((type) => `${type} becomes ${ANGULAR[type]}`).join(', ')}`]
          : [];
      });
      return foundAt(places);
    },
  },
  {
    id: 'grafana-plugins',
    since: '72.2.0',
    severity: 'info',
    program: { part: 'ui', before: [12, 0] },
    what: 'Grafana 12 does not load plugins that were written for Angular',
    before: [
      {
        text: 'Compare grafana.plugins in your values with the list of Angular plugins in the documentation of Grafana',
      },
    ],
    after: [],
    find: (facts) => {
      if (!facts.values) return {};
      return foundAt(settingsOf(facts, 'grafana.plugins').map(({ place }) => place));
    },
  },
  {
    id: 'ui-password',
    since: '79.0.0',
    severity: 'warning',
    what: 'the chart has no default admin password any more: without one in the values, it is random, and changes whenever a pipeline renders the chart',
    before: [
      {
        text: 'Set one from a Secret, which no file contains',
        run: ['kubectl', 'monitoring', 'values', 'set-admin-password', '--existing-secret', 'NAME'],
        last: ['-f', 'values.yaml'],
      },
    ],
    after: [{ text: 'Log in to the dashboard UI as its admin' }],
    find(facts) {
      const isSet = ['grafana.adminPassword', 'grafana.admin.existingSecret'].some(
        (key) => settingsOf(facts, key).length > 0,
      );
      return isSet ? undefined : {};
    },
  },
  {
    id: 'grafana-13',
    since: '84.0.0',
    severity: 'warning',
    program: { part: 'ui', before: [13, 0] },
    what: 'Grafana 13 changes its database when it starts, which an older one may not read, and exports dashboards in the v2 schema, which many versions of the dashboard UI do not load from files',
    before: [{ text: 'If the UI keeps data (persistence or a database of its own), take a backup' }],
    after: [
      { text: 'When you export a dashboard for git, choose Export, Export as code, model Classic' },
      { text: 'Check that the UI runs', run: ['kubectl', 'monitoring', 'status'] },
    ],
  },
];
