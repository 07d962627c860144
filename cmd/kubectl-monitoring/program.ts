import type { Program } from '../../lib/cli/command.ts';
import { completionCommand } from '../../lib/cli/completion/command.ts';
import { helpCommand, optionsCommand } from '../../lib/cli/help.ts';
import manifest from '../../package.json' with { type: 'json' };
import { alertListCommand } from './alert/list/command.ts';
import { alertRoutesCommand } from './alert/routes/command.ts';
import { silenceCreateCommand } from './alert/silence/create/command.ts';
import { silenceExpireCommand } from './alert/silence/expire/command.ts';
import { silenceListCommand } from './alert/silence/list/command.ts';
import { alertTestCommand } from './alert/test/command.ts';
import { capacityCommand } from './capacity/command.ts';
import { dashboardsApplyCommand } from './dashboards/apply/command.ts';
import { dashboardsDoctorCommand } from './dashboards/doctor/command.ts';
import { dashboardsExportCommand } from './dashboards/export/command.ts';
import { dashboardsLintCommand } from './dashboards/lint/command.ts';
import { dashboardsListCommand } from './dashboards/list/command.ts';
import { dashboardsNewCommand } from './dashboards/new/command.ts';
import { dashboardsPreviewCommand } from './dashboards/preview/command.ts';
import { explainCommand } from './explain/command.ts';
import { initCommand } from './init/command.ts';
import { namesCommand } from './names/command.ts';
import { rbacCommand } from './rbac/command.ts';
import { reportCommand } from './report/command.ts';
import { resizeCommand, undoCommand } from './resize-pvc/command.ts';
import { applyCommand } from './rules/apply/command.ts';
import { backtestCommand } from './rules/backtest/command.ts';
import { doctorCommand } from './rules/doctor/command.ts';
import { lintCommand } from './rules/lint/command.ts';
import { listCommand } from './rules/list/command.ts';
import { newCommand } from './rules/new/command.ts';
import { syncCommand } from './rules/sync/command.ts';
import { testCommand } from './rules/test/command.ts';
import { scaleCommand } from './scale/command.ts';
import { sizingCommand } from './sizing/command.ts';
import { statusCommand } from './status/command.ts';
import { upgradeCheckCommand } from './upgrade-check/command.ts';
import { valuesCheckCommand } from './values/check/command.ts';
import {
  addReceiverCommand,
  setIngressCommand,
  setPasswordCommand,
  setReplicasCommand,
  setStorageCommand,
} from './values/edit/commands.ts';
import { versionCommand } from './version/command.ts';
import { watchdogCommand } from './watchdog/command.ts';
import { watchdogReceiverCommand } from './watchdog/receiver/command.ts';

const name = 'kubectl monitoring';

export const program: Program = {
  name,
  version: `v${manifest.version}`,
  description: `
    kubectl monitoring manages the monitoring building block of a cluster: Prometheus (the metrics server), Alertmanager,
    the dashboard UI and what belongs to them. It shows the state of the block and when its disks will be full, grows its
    volumes, writes, checks and tests alert rules, and proves that alerts arrive. A resize can be interrupted at any point and
    resumed, and never deletes a volume.`,
  commands: [
    statusCommand,
    capacityCommand,
    sizingCommand,
    resizeCommand,
    undoCommand,
    scaleCommand,
    listCommand,
    doctorCommand,
    newCommand,
    lintCommand,
    applyCommand,
    testCommand,
    backtestCommand,
    syncCommand,
    alertTestCommand,
    alertListCommand,
    alertRoutesCommand,
    silenceCreateCommand,
    silenceListCommand,
    silenceExpireCommand,
    watchdogCommand,
    watchdogReceiverCommand,
    dashboardsListCommand,
    dashboardsDoctorCommand,
    dashboardsNewCommand,
    dashboardsLintCommand,
    dashboardsExportCommand,
    dashboardsApplyCommand,
    dashboardsPreviewCommand,
    initCommand,
    upgradeCheckCommand,
    valuesCheckCommand,
    addReceiverCommand,
    setIngressCommand,
    setPasswordCommand,
    setStorageCommand,
    setReplicasCommand,
    reportCommand,
    explainCommand,
    namesCommand,
    rbacCommand,
    completionCommand(name),
    helpCommand,
    optionsCommand,
    versionCommand,
  ],
  groups: {
    rules: 'Write, check and test alert rules, and see where they are loaded',
    alert: 'Test alerts, see them and their routes, and silence them',
    values: 'Check and change the values files of the building block',
    dashboards: 'Write, check, apply, export and preview dashboards, and see where they are shown',
    'alert silence': 'Create, list and expire silences',
  },
  names: async () => (await import('./completion-names.ts')).names,
};
