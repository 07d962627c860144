import { isTrue } from '../http/request-info.ts';
import { type Finding, invalid } from '../http/status.ts';

/** How a write is to be done, as its query says. */
export interface WriteOptions {
  dryRun: boolean;
  /** Who is said to write, in `managedFields`. */
  manager: string;
  /** An apply takes the fields that it changes from their managers. */
  force: boolean;
  fieldValidation: 'Ignore' | 'Strict' | 'Warn';
}

const validations = ['', 'Ignore', 'Strict', 'Warn'] as const;
const MANAGER_LENGTH = 128;

/**
 * Reads the options of a write. `kind` is how refusals name them: `PatchOptions` and so on; `isApply` tells a
 * server-side apply from other patches. Throws a 422.
 */
export function writeOptions(
  kind: string,
  query: URLSearchParams,
  { userAgent, isApply }: { userAgent: string | undefined; isApply: boolean },
): WriteOptions {
  const manager = query.get('fieldManager') ?? '';
  const dryRun = query.getAll('dryRun');
  const validation = query.get('fieldValidation') ?? '';
  const known = validations.find((one) => one === validation);
  const findings: Finding[] = [...dryRunFindings(dryRun)];
  if (isApply && manager === '') {
    const detail = 'is required for apply patch';
    findings.unshift({ reason: 'FieldValueRequired', field: 'fieldManager', detail });
  }
  if (!isApply && kind === 'PatchOptions' && query.has('force')) {
    const detail = 'may not be specified for non-apply patch';
    findings.unshift({ reason: 'FieldValueForbidden', field: 'force', detail });
  }
  if (manager.length > MANAGER_LENGTH) {
    const detail = `may not be more than ${MANAGER_LENGTH} bytes`;
    findings.unshift({ reason: 'FieldValueTooLong', field: 'fieldManager', detail });
  }
  if (known === undefined) {
    findings.push({
      reason: 'FieldValueNotSupported',
      field: 'fieldValidation',
      value: validation,
      detail: `supported values: ${validations.map((one) => JSON.stringify(one)).join(', ')}`,
    });
  }
  if (findings.length > 0) throw invalid('meta.k8s.io', kind, '', findings);
  return {
    dryRun: dryRun.length > 0,
    manager: manager || agentName(userAgent) || 'unknown',
    force: isTrue(query.get('force')),
    fieldValidation: known || 'Warn',
  };
}

/** What is wrong with the values of `dryRun`: only `All` exists. */
export function dryRunFindings(dryRun: readonly string[]): Finding[] {
  if (dryRun.every((value) => value === 'All')) return [];
  return [
    { reason: 'FieldValueNotSupported', field: 'dryRun', value: dryRun, detail: 'supported values: "All"' },
  ];
}

/** The program's name in a User-Agent: what stands before its first slash. */
const agentName = (userAgent = ''): string =>
  (userAgent.split('/')[0] ?? '').replaceAll(/\p{C}/gu, '').slice(0, MANAGER_LENGTH);
