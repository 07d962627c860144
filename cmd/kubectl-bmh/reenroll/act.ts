import type { Access } from '../../../lib/cluster/hosts/access.ts';
import { clearing } from '../../../lib/hosts/diagnosis/cause.ts';
import type { Host } from '../../../lib/hosts/host.ts';
import { decideReenroll, type ReenrollDecision } from '../../../lib/hosts/reenroll/decide.ts';
import { enrolmentOf } from '../../../lib/hosts/reenroll/state.ts';
import { carryOut } from '../../shared/change/carry-out.ts';
import { refused } from '../../shared/change/run-change.ts';
import { commandText } from '../../shared/words.ts';
import { reenrollChange } from './change.ts';
import { type Report, type Run, reportOf } from './report.ts';
import { verify } from './verify.ts';

/** What follows from how a host stands; undefined where a preview has said everything. */
export async function actOn(run: Run, access: Access): Promise<Report | undefined> {
  const decision = decideReenroll(access.observed, run.accepted);
  switch (decision.kind) {
    case 'healthy':
      return reportOf(run, access, { verdict: 'unchanged', message: healthyText(run, access.observed.host) });
    case 'refuse':
      return refused(
        reenrollChange(run, access, REASONS.error),
        enrolmentOf(access.observed),
        decision.refusals,
      );
    case 'attached':
      return verify(run, access, { observed: access.observed, node: access.observed.host.nodeId ?? '' });
    case 'reenroll':
      return carryOut(reenrollChange(run, access, REASONS[decision.why]), enrolmentOf(access.observed), run);
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
  const counted = ` at the moment; it had ${errorCount}, and this resets their number: ${commandText(clearing(host, { errorCount: 0 }), run)}`;
  return `unchanged: it has no error${errorCount > 0 ? counted : ''}; --accept healthy enrols it again all the same`;
};
