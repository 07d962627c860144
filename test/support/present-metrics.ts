import { MOMENT } from '../metrics/recordings.ts';
import { type Listener, listen } from './listen.ts';

/**
 * Starts a stand-in for the Prometheus at that port of loopback that has now what that one had at the moment of the tests: times
 * in questions and answers are moved, so that whoever has a real clock finds a recording up to the present.
 */
export const startPresent = (port: number): Promise<Listener> =>
  listen(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`);
    const shift = moved(url.searchParams);
    try {
      const answer = await fetch(url);
      const type = answer.headers.get('content-type') ?? '';
      const text = await answer.text();
      response.writeHead(answer.status, { 'content-type': type });
      response.end(shift === 0 || !type.startsWith('application/json') ? text : movedBack(text, shift));
    } catch {
      response.destroy();
    }
  });

/** Moves the times of a query to those of the recording, in place; gives by how many seconds. */
function moved(query: URLSearchParams): number {
  const moment = MOMENT.getTime() / 1000;
  const [time, start, end, step] = ['time', 'start', 'end', 'step'].map((name) => Number(query.get(name)));
  if (time) {
    query.set('time', moment.toFixed(3));
    return time - moment;
  }
  if (!start || !end || !step) return 0;
  // Questions about a time are asked at whole multiples of their step.
  const last = Math.floor(moment / step) * step;
  query.set('start', (start - (end - last)).toFixed(3));
  query.set('end', last.toFixed(3));
  return end - last;
}

type Point = [at: number, value: string];

function movedBack(text: string, shift: number): string {
  const answer: { data?: { result?: { value?: Point; values?: Point[] }[] } } = JSON.parse(text);
  const later = ([at, value]: Point): Point => [at + shift, value];
  const { result } = answer.data ?? {};
  for (const one of Array.isArray(result) ? result : []) {
    if (one.value) one.value = later(one.value);
    if (one.values) one.values = one.values.map(later);
  }
  return JSON.stringify(answer);
}
