import { main } from '../../lib/cli/main.ts';
import { processHost } from '../../lib/cli/process.ts';
import { program } from './program.ts';

const host = processHost();
main(program, process.argv.slice(2), host).then(host.exit);
