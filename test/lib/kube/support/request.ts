import { connect } from '../../../../lib/kube/config/connect.ts';
import { createClient } from '../../../../lib/kube/http/client.ts';
import { readFlags } from './flags.ts';

// A program for tests that need a process: connects as its words say, sends one request and prints the answer.
const warn = (text: string) => process.stderr.write(`Warning: ${text}\n`);
const interactive = process.stdin.isTTY === true;
const connection = await connect(readFlags(process.argv.slice(2)), { env: process.env, interactive, warn });
const answer = await createClient(connection, { warn }).send({ method: 'GET', path: '/whoami' });
process.stdout.write(`answer ${JSON.stringify(answer)}\n`);
