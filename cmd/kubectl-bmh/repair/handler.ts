import type { Handler } from '../../../lib/cli/command.ts';
import { decide } from '../../../lib/hosts/decide.ts';
import { documentChecks, otherCauses } from '../../../lib/hosts/health.ts';
import { standingOf } from '../../../lib/hosts/standing.ts';
import type { RepairValues } from '../repair.ts';
import { openSession } from '../session.ts';
import { verifyAccess } from './access.ts';
import { carryOut } from './carry-out.ts';
import { commandToGoOn } from './plan.ts';
import { render, renderError } from './render.ts';
import { type Repair, type Report, reportOf } from './report.ts';
import { verified } from './verified.ts';
import { timeoutOf, wishOf } from './wish.ts';

/** `kubectl bmh repair HOST`: §4.A from the first look to the verification. */
export const repair: Handler = async ({ words: [word = ''], values: given }, host, program) => {
  const name = bareName(word);
  const values = given as RepairValues;
  const wish = wishOf(values);
  const timeout = timeoutOf(values);
  const session = await openSession(values, host);
  const { namespace } = session.connection;
  const next = commandToGoOn(name, namespace, values);
  const run: Repair = {
    name,
    namespace,
    values,
    wish,
    timeout,
    session,
    host,
    version: program.version,
    next,
  };
  try {
    const report = await decided(run);
    if (!report) return 0;
    await render(report, host, { output: values.output, paint: session.paint });
    return report.exitCode;
  } catch (error) {
    await renderError(error, run);
    throw error;
  } finally {
    session.client.close();
  }
};

/** `bmh/worker-0` and what `-o name` prints are taken as kubectl takes them. */
const bareName = (word: string): string => word.replace(/^(bmh|bmhost|baremetalhosts?(\.[\w.-]+)?)\//, '');

/** §4.A step 1, and what follows from it; undefined where a preview has said everything. */
async function decided(run: Repair): Promise<Report | undefined> {
  const { name, namespace, session, wish, next } = run;
  const access = await verifyAccess(session.client, namespace, name);
  const { observed } = access;
  const decision = decide(observed, wish);
  switch (decision.kind) {
    case 'healthy':
      return reportOf(run, access, { verdict: 'unchanged', message: 'unchanged: nothing is wrong with it' });
    case 'refuse': {
      const { text, unfinished } = standingOf(observed);
      return reportOf(run, access, {
        verdict: 'refused',
        message: `host ${namespace}/${name} is not repaired; nothing was changed`,
        refusals: decision.refusals,
        ...((unfinished || observed.record !== undefined) && { standing: text }),
        ...(unfinished && { next }),
      });
    }
    case 'on-target': {
      const checks = documentChecks(observed.host, decision.target);
      if (checks.every(({ ok }) => ok)) return verified(run, access, { observed, target: decision.target });
      return reportOf(run, access, {
        verdict: 'not-recovered',
        message: `host ${namespace}/${name} has the new address already, and the error all the same; nothing was changed`,
        checks,
        causes: otherCauses(observed.host, decision.target),
      });
    }
    case 'repair':
      return carryOut(run, access, decision);
  }
}
