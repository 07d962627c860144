/** `4-8/12` for the titles `4/12 …` and `8/12 …`; undefined if they have no numbers. */
export function spanOf(first = '', last = ''): string | undefined {
  const [, from] = /^(\d+)(?:-\d+)?\/\d+ /.exec(first) ?? [];
  const [, to] = /^(?:\d+-)?(\d+\/\d+) /.exec(last) ?? [];
  return from && to && `${from}-${to}`;
}
