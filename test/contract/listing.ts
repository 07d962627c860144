import type { TestServer } from '../support/server.ts';
import { type Json, makeGauge } from './exchange.ts';
import { gauges } from './resources.ts';

export const names = ({ items }: Json): string[] => items.map((item: Json) => item.metadata.name);
export const query = (namespace: string, parameters: Record<string, string>) =>
  `${gauges(namespace)}?${new URLSearchParams(parameters)}`;

export async function makeGauges(server: TestServer, namespace: string, each: string[]): Promise<void> {
  for (const name of each) await makeGauge(server, namespace, name);
}
