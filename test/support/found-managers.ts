import { type Listener, listen } from './listen.ts';

/**
 * Starts a stand-in for the Prometheus at that port of loopback that has found its Alertmanagers at these addresses, as one in a
 * cluster finds pods: the one there knows them by loopback alone. All else is its own answer.
 */
export const startFinder = (port: number, managers: () => readonly string[]): Promise<Listener> =>
  listen(async (request, response) => {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${request.url}`);
      const text = await answer.text();
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      response.end(request.url === '/api/v1/alertmanagers' ? found(text, managers()) : text);
    } catch {
      response.destroy();
    }
  });

/** One that has found none stays without any. */
function found(text: string, managers: readonly string[]): string {
  const answer: { data: { activeAlertmanagers: { url: string }[] } } = JSON.parse(text);
  if (answer.data.activeAlertmanagers.length > 0)
    answer.data.activeAlertmanagers = managers.map((address) => ({ url: `http://${address}/api/v2/alerts` }));
  return JSON.stringify(answer);
}
