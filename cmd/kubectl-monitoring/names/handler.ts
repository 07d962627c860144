import type { Handler } from '../../../lib/cli/command.ts';
import { isDocument, writeDocument } from '../../../lib/cli/output.ts';
import { screenOf } from '../../../lib/cli/style.ts';
import { table } from '../../../lib/cli/table.ts';
import { type MonitoringName, monitoringNames } from '../../../lib/objects/monitoring-names.ts';
import { checkGroup } from '../shared/group.ts';
import { MONITORING } from '../shared/plugin.ts';
import type { NamesValues } from './flags.ts';

/** `names`: the platform's and the upstream names side by side, as a table or as data. */
export const names: Handler<NamesValues> = async ({ values: { group, output, noHeaders } }, host) => {
  checkGroup(group);
  const all = monitoringNames(group);
  if (isDocument(output)) {
    const { apiVersion } = MONITORING;
    await writeDocument(host.stdout, output, { apiVersion, kind: 'NameList', items: all.map(itemOf) });
    return 0;
  }
  const isWide = output === 'wide';
  const headers = ['NAME', 'TYPE', 'PLATFORM', 'UPSTREAM', ...(isWide ? ['SECTION'] : [])];
  const rows = all.map(({ name, type, platform, upstream, section }) => [
    name,
    type,
    platform,
    upstream,
    ...(isWide ? [section] : []),
  ]);
  host.stdout.write(table(headers, rows, { noHeaders, screen: screenOf(host) }));
  return 0;
};

const itemOf = ({ name, ...more }: MonitoringName): object => ({ metadata: { name }, ...more });
