import { commandText } from '../../../shared/words.ts';
import type { AlertValues } from './flags.ts';
import type { Alerts } from './with-manager.ts';

/** A command for the same Alertmanager, as a user types it. Credentials in an address are left out. */
export const commandFor = (
  words: readonly string[],
  { manager, values }: Pick<Alerts, 'manager'> & { values: AlertValues },
): string => {
  const { alertmanager, alertsUrl, httpConfig } = values;
  const last = [
    ...(alertmanager === undefined ? [] : ['--alertmanager', alertmanager]),
    ...(alertsUrl === undefined ? [] : ['--alerts-url', manager.name]),
    ...(httpConfig === undefined ? [] : ['--http-config', httpConfig]),
  ];
  const { namespace } = manager;
  return commandText(
    { words: ['kubectl', 'monitoring', 'alert', ...words], namespace, last },
    { values: alertsUrl === undefined ? values : {} },
  );
};
