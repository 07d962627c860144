import {
  type Answers,
  RECORDED_NAMESPACE,
  type RecordedAnswer,
  type Service,
  services,
  type Topic,
} from './answers.ts';
import { startReal } from './real.ts';
import { requestsAbout } from './requests.ts';
import { settled } from './settled.ts';

/** The current responses of real servers to all requests of a topic. */
export async function askReal(topic: Topic): Promise<Answers> {
  const ofState = topic === 'fires' || topic === 'silent';
  const servers = await startReal({
    namespace: RECORDED_NAMESPACE,
    recording: ofState ? 'young' : topic,
    watchdog: ofState ? topic : 'silent',
  });
  try {
    const requests = requestsAbout(topic);
    const entries = services.map(async (service) => [
      service,
      await answersOf(servers[service], requests[service]),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  } finally {
    await servers.stop();
  }
}

async function answersOf(port: number, keys: readonly string[]): Promise<Answers[Service]> {
  const entries = keys.map(async (key) => [key, settled(await ask(`http://127.0.0.1:${port}${key}`))]);
  return Object.fromEntries(await Promise.all(entries));
}

/** Sends one GET. */
export async function ask(url: string): Promise<RecordedAnswer> {
  const answer = await fetch(url);
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? '',
    body: await answer.text(),
  };
}
