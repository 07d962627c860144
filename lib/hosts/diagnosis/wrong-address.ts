import { masked } from '../../words/masked.ts';
import { commandFor } from '../command-for.ts';
import { type Decision, decide, PLAIN_OPTIONS, type RepairOptions } from '../decide.ts';
import { isMissingInformation } from '../guards/entry.ts';
import { isDeployedByMethod } from '../host.ts';
import { declaredAlgorithm, isAtFixedAddress } from '../image.ts';
import type { Observed } from '../observed.ts';
import { type Cause, describing } from './evidence.ts';
import { guardFinding } from './guarded.ts';
import { nextReenroll, nextRun } from './refused.ts';
import { ofOurs } from './registration.ts';

/**
 * What keeps a provisioned host from being registered again: the error that the procedure is for (§3, §7). These causes apply
 * whether an operator manages the host or not.
 */
export const wrongAddress: Cause[] = ofOurs([
  {
    name: 'externally-provisioned-error',
    means: 'an externally provisioned host cannot be registered again',
    find: ({ observed }) => {
      const finding = guardFinding('externally-provisioned', observed);
      return (
        finding && {
          verdict: 'degraded',
          summary: `${finding.reason}; its error: ${said(observed.host)}`,
          next: { command: describing(observed.host), advice: finding.hint },
        }
      );
    },
  },
  {
    name: 'custom-deploy-error',
    means: 'a host deployed by a custom method, without an image, cannot be registered again',
    find: ({ observed: { host } }) =>
      isDeployedByMethod(host)
        ? {
            verdict: 'degraded',
            summary: `its deploy method is "${host.customDeploy}", and there is no image address to repair; its error: ${said(host)}`,
            next: { command: describing(host), advice: 'check in Ironic why it rejects the node' },
          }
        : undefined,
  },
  {
    name: 'missing-information',
    means: 'Ironic lacks information about the image; no new address fixes that',
    find: ({ observed }) => {
      const { host } = observed;
      if (!isMissingInformation(host.errorMessage)) return undefined;
      // Neither a repair nor a reenroll is of use while both the address and its information are wrong.
      const isFixed = host.image !== undefined && isAtFixedAddress(host.image);
      const { refusals, next } = isFixed ? { refusals: [], next: {} } : nextReenroll(observed);
      return {
        verdict: refusals.length > 0 ? 'blocked' : 'degraded',
        summary: `Ironic has no information about the image for its node: ${said(host)}`,
        next: { ...next, advice: [next.advice, OLD_IRONIC].filter(Boolean).join('; ') },
        refusals,
      };
    },
  },
  {
    name: 'fixed-address',
    means: 'the image or its checksum is at a fixed IP address that no longer serves it',
    find: ({ observed }) => {
      const { host } = observed;
      if (!host.image || !isAtFixedAddress(host.image)) return undefined;
      const { checksumType, ...rest } = fittingOptions(observed);
      const flags = checksumType === undefined ? [] : ['--checksum-type', checksumType];
      const decision = decide(observed, { ...rest, checksumType });
      const { refusals, next } = nextRun(host, ['repair', ...flags], decision, plainDecision(observed));
      return {
        verdict: refusals.length > 0 ? 'blocked' : 'degraded',
        summary: [`its image is at ${masked(host.image.url ?? '')}`, ...reasons(refusals)].join('; '),
        next,
        refusals,
      };
    },
  },
  {
    name: 'image-not-served',
    means: 'the image server answers, but does not have the image or its checksum',
    find: ({ observed, present }) => {
      const { host } = observed;
      const { image } = host;
      const absent = [
        ...(present?.image.kind === 'absent' ? [image?.url ?? ''] : []),
        ...(present?.checksum?.kind === 'absent' ? [image?.checksum ?? ''] : []),
      ];
      if (absent.length === 0) return undefined;
      return {
        verdict: 'degraded',
        summary: `the image server itself answers 404 for ${absent.map(masked).join(' and ')}`,
        next: {
          advice: `put the file there: the operator finds it at its next retry; or point the host at an image that exists: ${commandFor(observed, 'kubectl bmh repair', '--image-name NAME --accept address-not-ip')}`,
        },
      };
    },
  },
]);

const OLD_IRONIC =
  'the cause is an Ironic older than its operator expects: check that the two versions match. Operators up to 0.10 give a re-enrolled node the image of the status; those from 0.11 on give it none, and only a matching Ironic adopts it';

/** The options of a repair that names the host's own checksum algorithm where a repair without flags is refused for it. */
export function fittingOptions(observed: Observed): RepairOptions {
  const decision = plainDecision(observed);
  const isRefused =
    decision.kind === 'refuse' && decision.refusals.some(({ guard }) => guard === 'checksum-type');
  const declared = isRefused ? declaredAlgorithm(observed.host.image?.checksumType) : undefined;
  return { ...PLAIN_OPTIONS, checksumType: CHECKSUMS.find((algorithm) => algorithm === declared) };
}

/** What a repair without flags comes to before its addresses are requested: those of `fittingOptions` are. */
const plainDecision = (observed: Observed): Decision =>
  decide({ ...observed, context: { ...observed.context, probe: undefined } }, PLAIN_OPTIONS);

const CHECKSUMS = ['md5', 'sha256', 'sha512'] as const;

const said = ({ errorMessage }: { errorMessage: string | undefined }): string =>
  masked(errorMessage || 'no message');

const reasons = (refusals: readonly { guard: string; reason: string }[]): string[] =>
  refusals.map(({ guard, reason }) => `${guard}: ${reason}`);
