import type { TestServer } from './server.ts';

/** The port that what listens in a pod of the tests has there. */
export const POD_PORT = 8080;

/** How many addresses of each server were given. */
const given = new WeakMap<TestServer['pods'], number>();

/**
 * An address that no pod of the server has or had, at which `port` of loopback answers; and how it is given back. It is never
 * given again: who has given it back, or taken it out of the server's map, may still ask whether anything answers there.
 */
export function podAddress({ pods }: Pick<TestServer, 'pods'>, port: number): { ip: string; free(): void } {
  for (let index = (given.get(pods) ?? 0) + 1; ; index += 1) {
    const ip = `10.244.${index >> 8}.${index & 255}`;
    const address = `${ip}:${POD_PORT}`;
    if (pods.has(address)) continue;
    given.set(pods, index);
    pods.set(address, port);
    return { ip, free: () => pods.delete(address) };
  }
}
