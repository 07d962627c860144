import { rename, rm } from 'node:fs/promises';
import options from '@yao-pkg/pkg/lib-es5/options.js';
import pkg from '@yao-pkg/pkg/lib-es5/sea.js';

const seaConfig = {
  disableExperimentalSEAWarning: true,
  useSnapshot: false,
  useCodeCache: false,
  // Node loads all its root certificates before any TLS connection, for 20 ms, also of those that name their own.
  execArgv: ['--use-openssl-ca'],
  // NODE_OPTIONS is for a user's own programs.
  execArgvExtension: 'none',
};

/**
 * Makes `output`, an executable for this machine.
 *
 * @param start the script that it runs first
 * @param assets what that script may read, by name: the files that hold it
 */
export async function pack(start: string, assets: Record<string, string>, output: string): Promise<void> {
  // pkg asks its options for hooks even when it was not configured.
  options.default.set({});
  const unfinished = `${output}.${process.pid}`;
  try {
    await pkg.default(start, {
      targets: [{ ...thisMachine(), nodeRange: `node${process.versions.node}`, output: unfinished }],
      nodePath: process.execPath,
      signature: true,
      seaConfig: { ...seaConfig, assets },
    });
    await rename(unfinished, output);
  } finally {
    await rm(unfinished, { force: true });
  }
}

function thisMachine(): { platform: 'linux' | 'macos' | 'win'; arch: 'x64' | 'arm64' } {
  const platform = ({ linux: 'linux', darwin: 'macos', win32: 'win' } as const)[process.platform as string];
  if (!platform || (process.arch !== 'x64' && process.arch !== 'arm64'))
    throw new Error(`There is no Node to pack for ${process.platform}-${process.arch}.`);
  return { platform, arch: process.arch };
}
