import type { RecordingName } from './recordings.ts';

/** What a server answered. */
export interface RecordedAnswer {
  status: number;
  /** Its content type. */
  type: string;
  body: string;
}

/** Answers of each server, by the path that was asked for with its query, as `keyOf` writes it. */
export type Answers = Record<Service, Record<string, RecordedAnswer>>;

export type Service = (typeof services)[number];
export const services = ['prometheus', 'alertmanager'] as const;

/** What a file of answers is about: a recording, or a state of the watchdog whatever the recording is. */
export type Topic = RecordingName | WatchdogState;
export type WatchdogState = (typeof watchdogStates)[number];
export const watchdogStates = ['fires', 'silent'] as const;

/** The namespace that recorded requests and answers speak of. */
export const RECORDED_NAMESPACE = 'monitoring-system';

export const answersFile = (topic: Topic): URL => new URL(`./answers/${topic}.json`, import.meta.url);

/** A path with its query in one order and one spelling. */
export function keyOf(path: string): string {
  const { pathname, searchParams } = new URL(`http://localhost${path}`);
  searchParams.sort();
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}
