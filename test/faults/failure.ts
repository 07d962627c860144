import { RECORD_ANNOTATION } from '../../lib/names.ts';
import type { Host } from '../operators/host.ts';
import { PAUSED } from '../support/records.ts';
import type { Result } from './play.ts';
import type { Ended } from './scene.ts';

/** Everything that is known of a case that went wrong, and how to play it alone. */
export const failureText = (server: string, { of, problems, done, runs, history }: Result): string =>
  [
    `FAILED on the ${server} server: ${of.name}`,
    ...problems.map((problem) => `  ${problem}`),
    ...done.map((what) => `  done: ${what}`),
    ...runs.map(runText),
    '  the host, version by version:',
    ...history.map((host) => `    ${versionText(host)}`),
    `  again: npm run test:faults -- --server ${server} --only ${quoted(of.name)}`,
    '',
  ].join('\n');

const runText = ({ words, code, signal, stderr, stdout }: Ended): string =>
  [
    `  $ kubectl bmh ${words.join(' ')}`,
    ...`${stderr}${stdout}`.trimEnd().split('\n'),
    `(${signal ?? `exit ${code}`})`,
  ].join('\n    ');

function versionText({ metadata, spec, status }: Host): string {
  const { [PAUSED]: paused, [RECORD_ANNOTATION]: record } = metadata.annotations ?? {};
  return [
    metadata.resourceVersion,
    status?.provisioning.state,
    paused === undefined ? 'not paused' : `paused ${JSON.stringify(paused)}`,
    record === undefined ? 'no record' : `record to ${JSON.parse(record).goal}`,
    `spec ${spec.image?.url}`,
    `status ${status?.provisioning.image?.url || '(empty)'}`,
    status?.errorType ?? 'no error',
  ].join(', ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
