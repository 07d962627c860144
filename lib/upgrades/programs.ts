import { parseVersion, type Version } from '../versions/version.ts';
import type { Program, UpgradeFacts } from './facts.ts';

/** The versions of a part that run, as far as they are known. */
export const versionsOf = (
  { programs }: Pick<UpgradeFacts, 'programs'>,
  part: Program['part'],
): readonly Version[] =>
  programs
    .filter((program) => program.part === part)
    .map(({ version }) => parseVersion(version ?? ''))
    .filter((version) => version !== undefined);
