/** The real control plane as a program: `npm run --silent cluster -- --kubeconfig FILE [--scenario NAME]`. */
import { serve } from '../support/serve.ts';
import { findOrExit } from './find-or-exit.ts';
import { startCluster } from './server.ts';

const binaries = await findOrExit();
process.stderr.write(`kubectl: ${binaries.kubectl}\n`);
await serve(() => startCluster({ binaries }), process.argv.slice(2));
