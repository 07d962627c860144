import type { Result } from './play.ts';

/** Whether nothing is wrong with what came of a case. */
export const isWell = ({ problems }: Result): boolean => problems.length === 0;

/** One line a procedure: its cases without those of the documented window, which have a line of another form. */
export function lines(server: string, results: readonly Result[]): string[] {
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

const counts = (results: readonly Result[]): string =>
  [
    `cases ${results.length}`,
    `converged ${results.filter(isWell).length}`,
    `wiped ${results.filter(({ wiped }) => wiped).length}`,
    `silently paused ${results.filter(({ silentlyPaused }) => silentlyPaused).length}`,
  ].join(', ');

const windowText = (results: readonly Result[]): string => {
  const wiped = results.filter((result) => result.wiped).length;
  return `the pause was removed in the window of the documented order ${results.length} times, which wiped ${wiped} hosts`;
};
