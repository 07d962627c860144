import type { Handler } from '../../../lib/cli/command.ts';
import { type Access, accessTo, readRecord } from '../../../lib/cluster/hosts/access.ts';
import { probeImage } from '../../../lib/cluster/hosts/probe-image.ts';
import { contextOf, readContext } from '../../../lib/cluster/hosts/read-context.ts';
import { bareName } from '../../../lib/cluster/hosts/select-hosts.ts';
import { deniedOf, notAllowed, unlessForbidden } from '../../../lib/cluster/rights.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { clearing } from '../../../lib/hosts/diagnosis/evidence.ts';
import type { Host } from '../../../lib/hosts/host.ts';
import { observed } from '../../../lib/hosts/observed.ts';
import { changePermissions } from '../../../lib/hosts/rbac.ts';
import { decideReenroll, type ReenrollDecision } from '../../../lib/hosts/reenroll/decide.ts';
import { presentAim } from '../../../lib/hosts/reenroll/procedure.ts';
import { enrollmentOf } from '../../../lib/hosts/reenroll/record.ts';
import { missingPermissions } from '../../../lib/kube/api/access.ts';
import { readInHostGroup } from '../../../lib/kube/api/discovery.ts';
import { objectName } from '../../../lib/kube/api/object-name.ts';
import { HOST_RESOURCE } from '../../../lib/objects/names.ts';
import { carryOut } from '../../shared/change/carry-out.ts';
import { refused } from '../../shared/change/run-change.ts';
import { REQUEST_LIMIT } from '../../shared/durations.ts';
import { renderError, renderReport } from '../../shared/render.ts';
import { commandText } from '../../shared/words.ts';
import { causeLines } from '../shared/cause-lines.ts';
import { stableForOf, timeoutOf } from '../shared/repair-options.ts';
import { BMH } from '../shared/sanitize.ts';
import { reenrollChange } from './change.ts';
import type { ReenrollValues } from './flags.ts';
import { type Report, type Run, reportOf } from './report.ts';
import { verify } from './verify.ts';

/** `kubectl bmh reenroll HOST`: detaches and attaches a host, and verifies the result. */
export const reenroll: Handler<ReenrollValues> = async ({ args: [word = ''], values }, host, { version }) => {
  const { output } = values;
  const patience = { timeout: timeoutOf(values), stableFor: stableForOf(values) };
  const flags = { ...values, requestTimeout: values.requestTimeout ?? REQUEST_LIMIT };
  const name = objectName(bareName(word), 'resource name');
  const session = await openSession(flags, host);
  const { namespace } = session.connection;
  const accepted = new Set<string>(values.accept);
  const run: Run = { name, namespace, values, accepted, session, host, version, ...patience };
  try {
    const report = await actOn(run, await accessFor(run));
    if (!report) return 0;
    const findings = causeLines(report.causes);
    await renderReport(report, host, { output, paint: session.paint, plugin: BMH, kind: RESULT, findings });
    return report.exitCode;
  } catch (error) {
    await renderError(error, host, { output, plugin: BMH, kind: RESULT });
    throw error;
  } finally {
    session.client.close();
  }
};

const RESULT = 'ReenrollList';

/** Acts on the state of a host; returns undefined after a preview. */
export async function actOn(run: Run, access: Access): Promise<Report | undefined> {
  const decision = decideReenroll(access.observed, run.accepted);
  switch (decision.kind) {
    case 'healthy':
      return reportOf(run, access, { verdict: 'unchanged', message: healthyText(run, access.observed.host) });
    case 'refuse':
      return refused(
        reenrollChange(run, access, REASONS.error),
        enrollmentOf(access.observed),
        decision.refusals,
      );
    case 'attached':
      return verify(run, access, { observed: access.observed, node: access.observed.host.nodeId ?? '' });
    case 'reenroll':
      return carryOut(reenrollChange(run, access, REASONS[decision.why]), enrollmentOf(access.observed), run);
  }
}

const REASONS: Record<Extract<ReenrollDecision, { kind: 'reenroll' }>['why'], string> = {
  error: 'provisioned registration error',
  accepted: 'no error',
  unfinished: 'an unfinished reenroll',
};

/** An error that comes and goes is counted each time. */
const healthyText = (run: Run, host: Host): string => {
  const { errorCount = 0 } = host;
  const reset = `; it had ${errorCount} before: to reset the count, run: ${commandText(clearing(host, { errorCount: 0 }), run)}`;
  return `unchanged: it has no error now; --accept healthy re-enrolls it anyway${errorCount > 0 ? reset : ''}`;
};

/**
 * The host, its context, whether its image is served, and the permissions that are missing. The run must be able to patch the
 * host; it can do without resetting errorCount in the status.
 */
async function accessFor({
  name,
  namespace,
  accepted,
  session: { client },
  host: { interrupted },
}: Run): Promise<Access> {
  const of = { namespace, name };
  const { group, found } = await readInHostGroup(client, async (candidate) => {
    const needed = changePermissions(candidate, of).filter(({ subresource }) => subresource === undefined);
    const [object, lacking] = await Promise.all([
      unlessForbidden(readRecord(client, candidate, of, interrupted)),
      missingPermissions(client, needed),
    ]);
    return { object, lacking };
  });
  const { object, lacking } = found;
  if (!object) {
    const list = { verb: 'list', group, resource: HOST_RESOURCE, ...of };
    throw notAllowed(deniedOf([list, ...lacking]));
  }
  const seen = observed(object, group, contextOf(client));
  const decision = decideReenroll(seen, accepted);
  const isNew = decision.kind === 'reenroll' && decision.why !== 'unfinished';
  const { target } = presentAim(seen.host);
  const [reading, probe] = await Promise.all([
    readContext(client, seen.host),
    isNew ? probeImage(client, target, { namespace, signal: interrupted }) : undefined,
  ]);
  return accessTo(seen, { reading, probe, missing: lacking });
}
