import { isWell } from '../subject.ts';
import type { HostResult } from './play.ts';

/** One line a procedure: its cases without those of the documented window, which have a line of another form. */
export function lines(server: string, results: readonly HostResult[]): string[] {
  const counted = Map.groupBy(
    results.filter(({ inWindow }) => !inWindow),
    ({ of }) => of.procedure.name,
  );
  const inWindow = results.filter((result) => result.inWindow);
  return [
    ...[...counted].map(([name, cases]) => `${server} ${name}: ${counts(cases)}`),
    ...(inWindow.length > 0 ? [`${server}: ${windowText(inWindow)}`] : []),
  ];
}

const counts = (results: readonly HostResult[]): string =>
  [
    `cases ${results.length}`,
    `converged ${results.filter(isWell).length}`,
    `wiped ${results.filter(({ wiped }) => wiped).length}`,
    `silently paused ${results.filter(({ silentlyPaused }) => silentlyPaused).length}`,
  ].join(', ');

const windowText = (results: readonly HostResult[]): string => {
  const wiped = results.filter((result) => result.wiped).length;
  return `the pause was removed in the window of the documented order ${results.length} times, which wiped ${wiped} hosts`;
};
