import { findingsOfFile } from '../../../lib/audit/file-findings.ts';
import type { Finding } from '../../../lib/audit/finding.ts';
import type { Expectation } from '../../../lib/audit/judge.ts';
import type { LookedAt } from '../../../lib/audit/looked-at.ts';
import type { Remark } from '../../../lib/audit/remark.ts';
import { faultOf } from '../../../lib/audit/unjudged.ts';
import type { Host } from '../../../lib/cli/command.ts';
import { readGivenFile, readInput } from '../../../lib/given-file.ts';
import { YamlSyntaxError } from '../../../lib/yaml-syntax-error.ts';
import { fileReason, isFileError, textOf } from '../../text-file.ts';
import { filesOf, type PassedOver } from './walk.ts';

/** What files are judged against. */
export interface FileRules extends Expectation {
  /** Whether Secrets are judged as well. */
  secrets: boolean;
}

export interface FilesAudit {
  /** Each with its `file`. */
  findings: Finding[];
  /** What is left out on purpose: the templates of charts, links that lead elsewhere. */
  notes: Remark[];
  /** What could not be read, parsed or judged, as it is a template, encrypted or filled in later; where nothing was, at least that. */
  unread: Remark[];
  /** Absent where nothing could be judged. */
  lookedAt?: LookedAt;
}

/** How findings name what comes from stdin. */
const STDIN = 'stdin';

/**
 * Judges files of YAML and JSON, one after the other: no more than one is held. No cluster is asked.
 *
 * @param names of files and folders; `-` is stdin.
 */
export async function auditFiles(names: string[], rules: FileRules, host: Host): Promise<FilesAudit> {
  const lookedAt = { objects: 0, files: 0 };
  const audit: JudgedSoFar = { findings: [], notes: [], unread: [], lookedAt };
  if (names.includes('-')) await judgeFile(STDIN, () => readStdin(host), { rules, audit });
  for await (const entry of filesOf(
    names.filter((name) => name !== '-'),
    host.cwd(),
  )) {
    host.interrupted.throwIfAborted();
    if ('reason' in entry) note(entry, audit);
    else await judgeFile(entry.name, () => readGivenFile(entry.path), { rules, audit });
  }
  if (lookedAt.objects > 0) return audit;
  const path = names.map((name) => (name === '-' ? STDIN : name)).join(', ');
  const { findings, notes, unread } = audit;
  return { findings, notes, unread: unread.length > 0 ? unread : [{ path, ...NOTHING }] };
}

type JudgedSoFar = FilesAudit & { lookedAt: { objects: number; files: number } };

interface Judging {
  rules: FileRules;
  audit: JudgedSoFar;
}

const note = ({ isUnread, name, ...about }: PassedOver, audit: FilesAudit): unknown =>
  (isUnread ? audit.unread : audit.notes).push({ path: name, ...about });

/** All of stdin; a person's interruption ends it, which a read of a terminal or a pipe would not. */
async function readStdin({ stdin, interrupted, leaveAtEnd }: Host): Promise<Buffer> {
  interrupted.throwIfAborted();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => {
    leaveAtEnd();
    reject(interrupted.reason);
  };
  interrupted.addEventListener('abort', stop);
  try {
    return await Promise.race([readInput(stdin), stopped]);
  } finally {
    interrupted.removeEventListener('abort', stop);
  }
}

async function judgeFile(
  name: string,
  read: () => Buffer | Promise<Buffer>,
  judging: Judging,
): Promise<void> {
  try {
    judge(name, await read(), judging);
  } catch (error) {
    if (!isFileError(error)) throw error;
    const reason = `can't be read: ${fileReason(error)}`;
    judging.audit.unread.push({ path: name, reason, mend: 'see that it is yours to read' });
  }
}

function judge(name: string, content: Buffer, { rules, audit }: Judging): void {
  const text = content.length > LARGEST ? undefined : textOf(content);
  if (text === undefined) {
    audit.unread.push({ path: name, ...(content.length > LARGEST ? TOO_LARGE : NO_TEXT) });
    return;
  }
  try {
    const { secrets, ...expectation } = rules;
    const { located, unjudged, judged } = findingsOfFile(text, { name, expectation, secrets });
    audit.lookedAt.objects += judged;
    if (judged > 0) audit.lookedAt.files += 1;
    for (const { finding } of located) audit.findings.push(finding);
    for (const about of unjudged) audit.unread.push({ path: name, ...about });
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) throw error;
    if (isOther(name, text)) return;
    audit.unread.push({ path: name, ...faultOf(text, error) });
  }
}

/** Whether a file is of JSON that some tool reads with comments in it, and no object. */
const isOther = (name: string, text: string): boolean =>
  name.endsWith('.json') && !text.includes('"apiVersion"');

/** Of a file, in bytes: what is parsed takes up to a hundred times that of memory. */
const LARGEST = 8 * 1024 * 1024;
const TOO_LARGE = { reason: 'is larger than 8 MiB', mend: 'split it into several files' };
const NO_TEXT = { reason: 'is not UTF-8', mend: 'save it as UTF-8' };
const NOTHING = {
  reason: 'no YAML or JSON that could be judged was found',
  mend: 'name with -f the manifests, or a folder of them',
};
