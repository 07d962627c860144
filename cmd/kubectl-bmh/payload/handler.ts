import { resolve } from 'node:path';
import type { Handler, Host } from '../../../lib/cli/command.ts';
import { type Access, verifyAccess } from '../../../lib/cluster/hosts/access.ts';
import { bareName } from '../../../lib/cluster/hosts/select-hosts.ts';
import { openSession, type Session } from '../../../lib/cluster/session.ts';
import { decide, newAddresses, type RepairOptions } from '../../../lib/hosts/decide.ts';
import { GUARDS } from '../../../lib/hosts/guards/all.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import { repairPayloads } from '../../../lib/hosts/payloads.ts';
import { objectName } from '../../../lib/kube/api/object-name.ts';
import { warningsOf } from '../../../lib/procedure/guard.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { REQUEST_LIMIT } from '../../shared/durations.ts';
import { renderError, renderReport } from '../../shared/render.ts';
import { clusterWords } from '../../shared/words.ts';
import { repairOptionsOf } from '../shared/repair-options.ts';
import { BMH, sanitize } from '../shared/sanitize.ts';
import { manualSteps, scriptOf } from './commands.ts';
import type { PayloadValues } from './flags.ts';
import { targetOrEnding, writtenReport } from './report.ts';
import { writeFiles } from './write-files.ts';

/** One call of `payload`. */
interface PayloadRun {
  name: string;
  /** The folder of `--output-directory`. */
  folder: string;
  options: RepairOptions;
  values: PayloadValues;
  session: Session;
  host: Host;
}

/** `kubectl bmh payload HOST`: §4.A step 4, with the other steps as commands to run by hand. */
export const payload: Handler<PayloadValues> = async ({ args: [word = ''], values }, host) => {
  const { outputDirectory, output, requestTimeout = REQUEST_LIMIT } = values;
  if (!outputDirectory)
    throw usageError(
      '--output-directory is required',
      'Set it to the folder to write the two payload files to.',
    );
  const options = repairOptionsOf({ ...values, order: 'documented' });
  const name = objectName(bareName(word), 'resource name');
  const session = await openSession({ ...values, requestTimeout }, host);
  try {
    const folder = resolve(host.cwd(), outputDirectory);
    return await decided({ name, folder, options, values, session, host });
  } catch (error) {
    await renderError(error, host, { output, plugin: BMH, kind: RESULT });
    throw error;
  } finally {
    session.client.close();
  }
};

const RESULT = 'PayloadList';

/** Writes the files if a repair would start; returns the exit code. */
async function decided(run: PayloadRun): Promise<number> {
  const { name, options, values, session, host } = run;
  const { client, connection, paint } = session;
  const access = await verifyAccess(client, {
    namespace: connection.namespace,
    name,
    addresses: async (seen) => newAddresses(seen, options),
    signal: host.interrupted,
  });
  const found = targetOrEnding({ connection, values }, access.observed, decide(access.observed, options));
  if ('target' in found) return written(run, access, found.target);
  await renderReport(found.ending, host, { output: values.output, paint, plugin: BMH, kind: RESULT });
  return found.ending.exitCode;
}

async function written(
  run: PayloadRun,
  { observed, warnings: found }: Access,
  target: Target,
): Promise<number> {
  const { name, folder, values, session, host } = run;
  const { connection, warn } = session;
  const { namespace } = connection;
  const said = warningsOf(GUARDS.warnings, observed, { goal: 'repair', target, order: 'documented' });
  const warnings = [...found, ...said];
  for (const { name: warning, reason, hint } of warnings) warn(`${reason}: ${hint} (${warning})`);
  const { denied } = observed.context;
  if (denied) warn(`not allowed: ${denied.what.join(', ')}`);
  const payloads = repairPayloads(target);
  const files = writeFiles(payloads, { stem: name, folder });
  const manual = {
    host: observed.host,
    group: observed.group,
    target,
    files,
    port: values.proxyPort,
    cluster: clusterWords({ namespace: '', values }).join(' '),
    flags: clusterWords({ namespace, values }).join(' '),
  };
  const commands = manualSteps(manual);
  if (values.output) {
    const report = writtenReport(connection, observed, {
      target,
      files,
      payloads,
      commands,
      warnings,
    });
    await renderReport(report, host, {
      output: values.output,
      paint: session.paint,
      plugin: BMH,
      kind: RESULT,
    });
  } else {
    host.stdout.write(sanitize(scriptOf(commands, manual)));
  }
  return 0;
}
