import type { Plugin } from 'esbuild';
import { blockFiles } from '../../lib/block/files.ts';

/** Puts the files that `init` writes into the program, which has no folder of its own. */
export const embedFiles: Plugin = {
  name: 'embed-files',
  setup(build) {
    build.onLoad({ filter: /[\\/]lib[\\/]block[\\/]files\.ts$/ }, () => ({
      contents: `export const blockFiles = () => (${JSON.stringify(blockFiles())});`,
    }));
  },
};
