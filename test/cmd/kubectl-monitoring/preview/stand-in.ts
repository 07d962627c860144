import type { TestContext } from 'node:test';
import { type Listener, listen } from '../../../support/listen.ts';

/** What a Prometheus answers to a query: series with values at the ends of the period, an error, or nothing at all. */
export type Answer = Record<string, [first: number, last: number]> | { error: string } | 'silence';

/** A Prometheus, which answers queries as they are written here, and others with no series. */
export async function startStandIn(
  answers: Record<string, Answer>,
  values: Record<string, string[]> = {},
): Promise<Listener & { asked: string[] }> {
  const asked: string[] = [];
  const { port, stop } = await listen(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const send = (data: object) => response.end(JSON.stringify({ status: 'success', data }));
    const [, label] = /^\/api\/v1\/label\/(\w+)\/values$/.exec(pathname) ?? [];
    if (label !== undefined) return send(values[label] ?? []);
    const query = searchParams.get('query');
    if (query === null) return send({});
    asked.push(query);
    const answer = answers[query] ?? {};
    if (answer === 'silence') return;
    if (typeof answer.error === 'string')
      return response
        .writeHead(400)
        .end(JSON.stringify({ status: 'error', errorType: 'bad_data', error: answer.error }));
    const at = (name: string) => Number(searchParams.get(name));
    const series = Object.entries(answer as Record<string, [number, number]>);
    if (pathname.endsWith('/query'))
      return send({
        resultType: 'vector',
        result: series.map(([name, [, last]]) => ({ metric: { name }, value: [at('time'), String(last)] })),
      });
    const [start, end] = [at('start'), at('end')];
    return send({
      resultType: 'matrix',
      result: series.map(([name, [first, last]]) => ({
        metric: { name },
        values: [0, 1, 2, 3].map((step) => [
          start + ((end - start) * step) / 3,
          String(first + ((last - first) * step) / 3),
        ]),
      })),
    });
  });
  return { port, stop, asked };
}

/** The same at an address of its own, until the test ends. */
export async function standIn(
  t: TestContext,
  answers: Record<string, Answer>,
  values: Record<string, string[]> = {},
): Promise<{ url: string; asked: string[] }> {
  const { port, stop, asked } = await startStandIn(answers, values);
  t.after(stop);
  return { url: `http://127.0.0.1:${port}`, asked };
}
