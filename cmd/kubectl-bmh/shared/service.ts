import { type CommandError, usageError } from '../../../lib/words/errors.ts';

/** Checks what `--service` was given: a name with or without its namespace and domain, and a port or none. */
export function checkService(service: string): void {
  if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?$/.test(service)) return;
  throw notAService(service);
}

/** What is said of a `--service` that no service can be called. */
export const notAService = (service: string): CommandError =>
  usageError(
    `--service "${service}" is not the name of a service`,
    'Give a name such as httpd-http or httpd-http.metal.svc.',
  );
