import type { RecordingName } from './recordings.ts';

/** A recorded response. */
export interface RecordedAnswer {
  status: number;
  type: string;
  body: string;
}

/** Responses of each server, by path and query as `keyOf` writes them. */
export type Answers = Record<Service, Record<string, RecordedAnswer>>;

export type Service = (typeof services)[number];
export const services = ['prometheus', 'alertmanager'] as const;

/** The topic of a file of responses: a recording, or a state of the watchdog. */
export type Topic = RecordingName | WatchdogState;
export type WatchdogState = (typeof watchdogStates)[number];
export const watchdogStates = ['fires', 'silent'] as const;

/** The namespace in recorded requests and responses. */
export const RECORDED_NAMESPACE = 'monitoring-system';

export const answersFile = (topic: Topic): URL => new URL(`./answers/${topic}.json`, import.meta.url);

/** A path with a normalized query. */
export function keyOf(path: string): string {
  const { pathname, searchParams } = new URL(`http://localhost${path}`);
  searchParams.sort();
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}
