import { parseArgs } from 'node:util';
import { type Platform, platforms } from '../plugins.ts';

export const USAGE = `npm run release [-- [--base-url URL] [--platform OS/ARCH]…]

Writes dist/release: an archive of each program for each platform, their checksums and bills of materials; dist/image:
a Containerfile and the folder that it builds an image of kubectl-bmh from; and dist/krew-index, which is a custom index
of krew's once it is pushed to a git repository.

  --base-url URL        the address of the folder that the archives will be downloaded from, https://… Without it
                        the index names files alone: such manifests install with --archive=FILE, not by name.
  --platform OS/ARCH    make this platform alone, like linux/amd64; may be given more than once. No index is written.
`;

export interface Options {
  /** Without a slash at its end; empty when absent. */
  baseUrl: string;
  platforms: Platform[];
  help: boolean;
}

/** @throws {Error} that says which word is wrong and what would be right. */
export function optionsOf(words: string[]): Options {
  const { values } = parseArgs({
    args: words,
    options: {
      'base-url': { type: 'string' },
      platform: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h' },
    },
  });
  return {
    baseUrl: baseUrlOf(values['base-url']),
    platforms: values.platform?.map(platformOf) ?? platforms,
    help: values.help ?? false,
  };
}

function baseUrlOf(text: string | undefined): string {
  if (text === undefined) return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAddress = url && ['https:', 'http:'].includes(url.protocol) && !url.search && !url.hash;
  if (isAddress) return url.href.replace(/\/+$/, '');
  throw new Error(`--base-url ${text} is no address of a folder: give one like https://HOST/PATH.`);
}

function platformOf(text: string): Platform {
  const found = platforms.find(({ os, arch }) => text === `${os}/${arch}`);
  if (found) return found;
  const known = platforms.map(({ os, arch }) => `${os}/${arch}`).join(', ');
  throw new Error(`--platform ${text} is not in plugin.yaml: ${known}.`);
}
