import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { onPath } from '../cluster/on-path.ts';

/** A headless Chromium. */
export interface Browser {
  /** Opens a file. Resolves when it is loaded and drawn. */
  open(file: string, screen?: Screen): Promise<Page>;
  close(): Promise<void>;
}

export interface Screen {
  /** In pixels; default: 1400 by 1000. */
  width?: number;
  height?: number;
  isDark?: boolean;
  /** Whether it is laid out as on paper. */
  isPrint?: boolean;
}

export interface Page {
  /** Everything that the console has: messages, exceptions, violations of the policy. */
  console: string[];
  /** What was requested, without the file itself. */
  requests: string[];
  /** The value of an expression in the page, as JSON has it. */
  evaluate(expression: string): Promise<unknown>;
  /** What the screen shows, as PNG. */
  screenshot(): Promise<Buffer>;
  /** The page on A4, as PDF. */
  print(): Promise<Buffer>;
  close(): Promise<void>;
}

/** The program, by the names that distributions give it; undefined if there is none. */
async function chromium(env = process.env): Promise<string | undefined> {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome'])
    if (await onPath(name, env)) return onPath(name, env);
  return undefined;
}

/** Why a test that needs a browser is left out; false if it is not. */
export const withoutBrowser = async (): Promise<string | false> =>
  (await chromium()) === undefined ? 'chromium is not installed: pages are not looked at' : false;

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--hide-scrollbars',
  '--remote-debugging-pipe',
];

/** Starts Chromium with a profile of its own. It is told what to do through pipes, so it needs no port, and ends when this process does. */
export async function openBrowser(): Promise<Browser> {
  const program = await chromium();
  if (program === undefined) throw new Error('There is no chromium on PATH: apt-get install chromium');
  const profile = await mkdtemp(join(tmpdir(), 'bmh-browser-'));
  const child = spawn(program, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: profile },
  });
  const ended = once(child, 'exit');
  const protocol = connect(child);
  return {
    open: (file, screen) => openPage(protocol, file, screen),
    async close() {
      await protocol.send('Browser.close').catch(() => {});
      const impatient = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(impatient);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Fields = Record<string, unknown>;
type Listener = (method: string, params: Fields) => void;

interface Protocol {
  /** Sends a command of the DevTools protocol. */
  send(method: string, params?: Fields, session?: string): Promise<Fields>;
  /** Hears the events of a session. */
  listen(session: string, listener: Listener): void;
}

/** Messages are JSON, each with a zero byte after it. */
function connect(child: ChildProcess): Protocol {
  const [input, output] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  const waiting = new Map<number, PromiseWithResolvers<Fields>>();
  const listeners = new Map<string, Listener>();
  let rest = '';
  let last = 0;
  output.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result = {}, error, method, params, sessionId } = JSON.parse(message);
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error) asked?.reject(new Error(`${error.message}`));
      else if (asked) asked.resolve(result);
      else listeners.get(sessionId)?.(method, params);
    }
  });
  input.on('error', () => {});
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('Chromium ended'));
  });
  return {
    send(method, params = {}, sessionId = undefined) {
      last += 1;
      const answer = Promise.withResolvers<Fields>();
      waiting.set(last, answer);
      input.write(`${JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) })}\0`);
      return answer.promise;
    },
    listen: (session, listener) => void listeners.set(session, listener),
  };
}

async function openPage(
  { send, listen }: Protocol,
  file: string,
  { width = 1400, height = 1000, isDark = false, isPrint = false }: Screen = {},
): Promise<Page> {
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const session = String(sessionId);
  const tell = (method: string, params?: Fields) => send(method, params, session);
  const url = pathToFileURL(file).href;
  const [console, requests]: [string[], string[]] = [[], []];
  const loaded = Promise.withResolvers<void>();
  listen(session, (method, params) => {
    if (method === 'Page.loadEventFired') loaded.resolve();
    if (/^(Runtime\.(consoleAPICalled|exceptionThrown)|Log\.entryAdded)$/.test(method))
      console.push(JSON.stringify(params));
    const { request } = params as { request?: { url?: string } };
    if (method === 'Network.requestWillBeSent' && request?.url !== url) requests.push(String(request?.url));
  });
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await tell(`${domain}.enable`);
  await tell('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
  await tell('Emulation.setEmulatedMedia', {
    ...(isPrint && { media: 'print' }),
    features: [{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }],
  });
  await tell('Page.navigate', { url });
  await loaded.promise;
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await tell('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value?: unknown }).value;
  };
  // Two frames: sizes are observed in the first, and drawn by the second.
  await evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))');
  const drawn = async (method: string, params: Fields): Promise<Buffer> =>
    Buffer.from(String((await tell(method, params)).data), 'base64');
  return {
    console,
    requests,
    evaluate,
    screenshot: () => drawn('Page.captureScreenshot', {}),
    print: () => drawn('Page.printToPDF', { printBackground: true, preferCSSPageSize: true }),
    close: async () => void (await send('Target.closeTarget', { targetId })),
  };
}
