import { posix, win32 } from 'node:path';
import type { Machine } from './exec-program.ts';

/**
 * The kubeconfig files that are read without `--kubeconfig`: those that `KUBECONFIG` lists, which may be missing, or that of
 * the home folder, where there is one. Windows has three places for a home, which are asked in the order of client-go.
 */
export function kubeconfigFiles({ platform, env, exists }: Machine): string[] {
  const { delimiter, join } = platform === 'win32' ? win32 : posix;
  if (env.KUBECONFIG) return [...new Set(env.KUBECONFIG.split(delimiter).filter(Boolean))];
  const windows = [env.HOMEDRIVE && env.HOMEPATH && env.HOMEDRIVE + env.HOMEPATH, env.USERPROFILE];
  const homes = [env.HOME, ...(platform === 'win32' ? windows : [])].filter((home) => home !== undefined);
  const candidates = homes.filter(Boolean).map((home) => join(home, '.kube', 'config'));
  return candidates.filter(exists).slice(0, 1);
}
