import { masked } from '../../words/masked.ts';
import { decide } from '../decide.ts';
import { isMissingInformation } from '../guards/entry.ts';
import { type Image, isDeployedByMethod } from '../host.ts';
import { declaredAlgorithm, isAtFixedAddress } from '../image.ts';
import { decideReenroll } from '../reenroll/decide.ts';
import { type Cause, describing, PLAIN_OPTIONS } from './evidence.ts';
import { guardFinding } from './guarded.ts';
import { afterRefusals, refusalsOf } from './refused.ts';
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
          verdict: 'needs-work',
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
            verdict: 'needs-work',
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
      const refusals = refusalsOf(decideReenroll(observed, new Set()));
      const { command, advice } = afterRefusals(host, refusals, ['reenroll']);
      return {
        verdict: 'needs-work',
        summary: `Ironic has no information about the image for its node: ${said(host)}`,
        next: { ...(command && { command }), advice: [advice, OLD_IRONIC].filter(Boolean).join('; ') },
      };
    },
  },
  {
    name: 'fixed-address',
    means: 'the image or its checksum is at a fixed IP address that no longer serves it',
    find: ({ observed }) => {
      const { host } = observed;
      if (!host.image || !isAtFixedAddress(host.image)) return undefined;
      const refusals = refusalsOf(decide(observed, PLAIN_OPTIONS));
      return {
        verdict: 'needs-work',
        summary: [`its image is at ${masked(host.image.url ?? '')}`, ...reasons(refusals)].join('; '),
        next: afterRefusals(host, refusals, ['repair', ...checksumFlag(host.image, refusals)]),
        refusals,
      };
    },
  },
  {
    name: 'image-not-served',
    means: 'the image server answers, but does not have the image or its checksum',
    find: ({ observed: { host }, present }) => {
      const { image } = host;
      const absent = [
        ...(present?.image.kind === 'absent' ? [image?.url ?? ''] : []),
        ...(present?.checksum?.kind === 'absent' ? [image?.checksum ?? ''] : []),
      ];
      if (absent.length === 0) return undefined;
      return {
        verdict: 'needs-work',
        summary: `the image server itself answers 404 for ${absent.map(masked).join(' and ')}`,
        next: {
          advice:
            'put the file there: the operator finds it at its next retry; or point the host at an image that exists, with kubectl bmh repair --image-name and --accept address-not-ip',
        },
      };
    },
  },
]);

const OLD_IRONIC =
  'the cause is an Ironic older than its operator expects: check that the two versions match. Operators up to 0.10 give a re-enrolled node the image of the status; those from 0.11 on give it none, and only a matching Ironic adopts it';

/** The one refusal that a flag fixes with a value of the host itself. */
const checksumFlag = ({ checksumType }: Image, refusals: readonly { guard: string }[]): string[] =>
  refusals.some(({ guard }) => guard === 'checksum-type')
    ? ['--checksum-type', declaredAlgorithm(checksumType)]
    : [];

const said = ({ errorMessage }: { errorMessage: string | undefined }): string =>
  masked(errorMessage || 'no message');

const reasons = (refusals: readonly { guard: string; reason: string }[]): string[] =>
  refusals.map(({ guard, reason }) => `${guard}: ${reason}`);
