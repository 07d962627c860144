import { badRequest, type Finding, invalid } from '../http/status.ts';
import { at, type Fields, isFields, list, text } from '../objects/model.ts';
import { type Body, parseBody } from './decode.ts';
import { dryRunFindings } from './options.ts';

/** How a deletion is to be done. */
export interface DeleteOptions {
  dryRun: boolean;
  /** Undefined: the resource's own. */
  gracePeriodSeconds: number | undefined;
  propagationPolicy: string;
  uid: string;
  resourceVersion: string;
}

/** Reads the options of a deletion from its body or, where it has none, its query. Throws a 400 or 422. */
export async function deleteOptions(body: Body, query: URLSearchParams): Promise<DeleteOptions> {
  const sent = body.bytes.length === 0 ? fromQuery(query) : await parseBody(body);
  if (!isFields(sent)) throw badRequest('decoded object cannot be converted to DeleteOptions');
  const dryRun = list(sent, 'dryRun').map(String);
  const policy = text(sent, 'propagationPolicy');
  const findings: Finding[] = [];
  if (!['', 'Foreground', 'Background', 'Orphan'].includes(policy)) {
    const detail = 'supported values: "Foreground", "Background", "Orphan", "nil"';
    findings.push({ reason: 'FieldValueNotSupported', field: 'propagationPolicy', value: policy, detail });
  }
  findings.push(...dryRunFindings(dryRun));
  if (findings.length > 0) throw invalid('meta.k8s.io', 'DeleteOptions', '', findings);
  const grace = sent.gracePeriodSeconds;
  return {
    dryRun: dryRun.length > 0,
    gracePeriodSeconds: typeof grace === 'number' ? Math.max(grace, grace < 0 ? 1 : 0) : undefined,
    propagationPolicy: policy || (at(sent, 'orphanDependents') === true ? 'Orphan' : ''),
    uid: text(sent, 'preconditions', 'uid'),
    resourceVersion: text(sent, 'preconditions', 'resourceVersion'),
  };
}

function fromQuery(query: URLSearchParams): Fields {
  const grace = query.get('gracePeriodSeconds');
  return {
    dryRun: query.getAll('dryRun'),
    propagationPolicy: query.get('propagationPolicy') ?? '',
    orphanDependents: query.get('orphanDependents') === 'true',
    ...(grace !== null && { gracePeriodSeconds: Number(grace) }),
  };
}
