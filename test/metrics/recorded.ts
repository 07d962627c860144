import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { unescape as unescaped } from 'node:querystring';
import { listen } from '../support/listen.ts';
import { type Answers, answersFile, keyOf, RECORDED_NAMESPACE, type Service, type Topic } from './answers.ts';
import type { MetricsOptions, MetricsServers } from './options.ts';

/** Starts stand-ins that return only recorded responses; see `startMetrics`. */
export async function startRecorded(options: Required<MetricsOptions>): Promise<MetricsServers> {
  const files = await Promise.all([options.watchdog, options.recording].map(readAnswers));
  const serve = (service: Service) =>
    listen(handler(Object.assign({}, ...files.map((answers) => answers[service])), options));
  const [prometheus, alertmanager] = await Promise.all([serve('prometheus'), serve('alertmanager')]);
  return {
    prometheus: prometheus.port,
    alertmanager: alertmanager.port,
    async stop() {
      await Promise.all([prometheus.stop(), alertmanager.stop()]);
    },
  };
}

/** The file of a topic's responses. */
export const readAnswers = async (topic: Topic): Promise<Answers> =>
  JSON.parse(await readFile(answersFile(topic), 'utf8'));

/** Replaces the recorded namespace with the block's in requests and responses. */
function handler(
  answers: Answers[Service],
  { namespace, recording, watchdog }: Required<MetricsOptions>,
): RequestListener {
  return (request, response) => {
    const asked = (request.url ?? '/').replaceAll(namespace, RECORDED_NAMESPACE);
    const answer = request.method === 'GET' ? answers[keyOf(asked)] : undefined;
    if (answer) {
      response.writeHead(answer.status, { 'content-type': answer.type });
      response.end(answer.body.replaceAll(RECORDED_NAMESPACE, namespace));
    } else {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(
        `Nothing is recorded for ${request.method} ${unescaped(asked.replaceAll('+', ' '))} (${recording}, watchdog ${watchdog}). ` +
          'Add it to test/metrics/requests.ts and run node test/metrics/record.ts.\n',
      );
    }
  };
}
