import type { Handler, Host } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { isDocument } from '../../../lib/cli/output.ts';
import { screenOf } from '../../../lib/cli/style.ts';
import { type Selection, selectionOf } from '../../../lib/cluster/hosts/select-hosts.ts';
import { openSession, type Session } from '../../../lib/cluster/session.ts';
import { resultOfAll } from '../../../lib/hosts/diagnosis/summary.ts';
import { findHostGroup } from '../../../lib/kube/api/discovery.ts';
import { isNotFound } from '../../../lib/kube/api/errors.ts';
import { hostResource } from '../../../lib/objects/names.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { oneLine, printable } from '../../../lib/words/text.ts';
import { REQUEST_LIMIT } from '../../shared/durations.ts';
import { isData, renderUnread, writeResult } from '../../shared/render.ts';
import { BMH, maskedIn } from '../shared/sanitize.ts';
import { diagnoseNamed, diagnoseSelected, NOT_FOUND } from './examine.ts';
import type { DiagnoseValues } from './flags.ts';
import { dataOf, type Item, inOrder, KIND, type Speech } from './report.ts';

/** `kubectl bmh diagnose`: the cause of each host's problem and the next command. It changes nothing. */
export const diagnose: Handler<DiagnoseValues> = async ({ args: words, values }, host) => {
  const session = await openSession(
    { ...values, requestTimeout: values.requestTimeout ?? REQUEST_LIMIT },
    host,
  );
  const { client, connection } = session;
  const selection = selectionOf(words, values, connection.namespace);
  try {
    const group = await findHostGroup(client);
    const scope = { client, group, namespace: connection.namespace, host };
    const { names } = selection;
    const evidence = isData(values.output, host);
    const items =
      names.length > 0
        ? await diagnoseNamed(names, { ...scope, whole: names.length === 1 || evidence })
        : await diagnoseSelected(selection, { ...scope, evidence });
    await render(inOrder(items), host, { values, selection, group, session });
    return resultOfAll(items.map(({ diagnosis }) => diagnosis.verdict)).exitCode;
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind !== 'api' || isNotFound(error)) throw error;
    const how = { output: values.output, plugin: BMH, kind: KIND, more: { causes: [] } };
    return renderUnread(error, host, how);
  } finally {
    client.close();
  }
};

async function render(
  items: Item[],
  host: Host,
  {
    values,
    selection,
    group,
    session: { stdoutPaint: paint },
  }: { values: DiagnoseValues; selection: Selection; group: string; session: Session },
): Promise<void> {
  const { output, noHeaders } = values;
  const { names, namespace } = selection;
  const speech: Speech = { values, selection };
  const screen = screenOf(host, paint);
  const wide = output === 'wide';
  const diagnoses = items.map(({ diagnosis }) => diagnosis);
  const [only] = items;
  await writeResult(host, output, () => maskedIn(dataOf(items, speech)));
  if (isDocument(output)) return;
  if (!only)
    host.stderr.write(
      `No resources found${namespace === undefined ? '' : ` in ${oneLine(namespace)} namespace.`}\n`,
    );
  else if (output === 'name')
    for (const { name, cause, error = '' } of diagnoses)
      if (cause === NOT_FOUND) host.stderr.write(folded(`${printable(error)}\n`, host.stderr));
      else host.stdout.write(`${oneLine(hostResource(group, name))}\n`);
  else if (names.length === 1) {
    const { renderHost } = await import('./render-host.ts');
    host.stdout.write(renderHost(only, { screen, wide, speech }));
  } else {
    const { renderCauses, renderTable } = await import('./render-hosts.ts');
    const all = namespace === undefined;
    host.stdout.write(renderTable(diagnoses, { all, wide, noHeaders, screen, speech }));
    if (!noHeaders) host.stdout.write(`\n${renderCauses(diagnoses, { screen, speech })}`);
  }
}
