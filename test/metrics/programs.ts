import { onPath } from '../cluster/on-path.ts';

/** The programs of a real Prometheus, and their Debian packages. */
const PACKAGES = {
  prometheus: 'prometheus',
  promtool: 'prometheus',
  'prometheus-alertmanager': 'prometheus-alertmanager',
  amtool: 'prometheus-alertmanager',
} as const;

/**
 * The path of a program on `PATH`.
 *
 * @throws with the package to install, if it is missing: a test must not be skipped silently.
 */
export async function metricsProgram(name: keyof typeof PACKAGES, env = process.env): Promise<string> {
  const file = await onPath(name, env);
  if (file === undefined)
    throw new Error(`There is no ${name} on PATH: apt-get install --no-install-recommends ${PACKAGES[name]}`);
  return file;
}
