import { plural, type Scope, scopeSummary } from './diagnostic.ts';
import { type Finding, LEVELS, type Level } from './finding.ts';

export interface Verdict {
  verdict: 'findings' | 'clean' | 'unknown';
  /** 1 for findings that count, else 2 if not everything could be read, else 0. */
  exitCode: 0 | 1 | 2;
}

/** @param threshold the lowest level that counts. */
export function verdictOf(findings: readonly Finding[], unread: number, threshold: Level): Verdict {
  const counting = LEVELS.slice(0, LEVELS.indexOf(threshold) + 1);
  if (findings.some(({ level }) => counting.includes(level))) return { verdict: 'findings', exitCode: 1 };
  return unread > 0 ? { verdict: 'unknown', exitCode: 2 } : { verdict: 'clean', exitCode: 0 };
}

/** The number of findings of each level: `3 findings in 12 objects of 3 files: 2 errors, 1 note`. */
export function countText(findings: readonly Finding[], scope: Scope): string {
  const within = `in ${scopeSummary(scope)}`;
  if (findings.length === 0) return `No findings ${within}`;
  const parts = LEVELS.flatMap((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return count > 0 ? [plural(count, level)] : [];
  });
  return `${plural(findings.length, 'finding')} ${within}: ${parts.join(', ')}`;
}
