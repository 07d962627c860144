import { folded } from '../../../../lib/cli/folded.ts';
import { isDocument } from '../../../../lib/cli/output.ts';
import { exitCodes } from '../../../../lib/words/errors.ts';
import { exitCodeOf } from '../../../shared/change/change.ts';
import { type Ending, renderItems } from '../../../shared/render.ts';
import { commandText } from '../../../shared/words.ts';
import { MONITORING } from '../../shared/plugin.ts';
import type { Plan, Run } from './description.ts';

/** The result of one object; the next command of one that is not known to be loaded is the doctor. */
export function endingOf(
  { words, values, session: { connection } }: Run,
  { namespace, name, resource }: Plan,
  { isOpen, ...what }: Pick<Ending, 'verdict' | 'message'> & Partial<Ending> & { isOpen?: boolean },
): Ending {
  const isUnclear = isOpen ?? ['degraded', 'timed-out', 'interrupted'].includes(what.verdict);
  return {
    ...{ name, namespace, resource, context: connection.context, server: connection.server },
    exitCode: exitCodeOf(what.verdict),
    refusals: [],
    ...(isUnclear && {
      next: commandText({ words: ['kubectl', 'monitoring', ...words.doctor, name], namespace }, { values }),
    }),
    ...what,
  };
}

/** Writes the results, and returns the exit code. */
export async function rendered({ words, values, session, host }: Run, endings: Ending[]): Promise<number> {
  const codes = endings.map((one) => one.exitCode);
  const exitCode = [exitCodes.aborted, 1, exitCodes.timeout].find((code) => codes.includes(code)) ?? 0;
  const named =
    endings.length === 1 || isDocument(values.output)
      ? endings
      : endings.map((one) =>
          one.exitCode === 0 || one.message.includes(`"${one.name}"`)
            ? one
            : { ...one, message: `${one.namespace}/${one.name}: ${one.message}` },
        );
  await renderItems(named, host, {
    output: values.output,
    exitCode,
    paint: session.paint,
    plugin: MONITORING,
    kind: words.result,
  });
  for (const { next } of endings.filter((one) => one.exitCode === 0))
    if (next && values.output === undefined)
      host.stderr.write(folded(`${MONITORING.text(`Next: ${next}`)}\n`, host.stderr));
  return exitCode;
}
