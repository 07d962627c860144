import assert from 'node:assert/strict';
import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { brokenScenario } from '../../scenarios/broken.ts';
import { type PackedEnd, runPacked } from '../../support/packed.ts';
import { freePort, knock } from '../../support/ports.ts';
import { PAUSED } from '../../support/records.ts';
import type { Endpoint, TestServer } from '../../support/server.ts';
import { openStage } from '../../support/stage.ts';

/** One broken host, and all that a run which repairs it has to itself: its proxy's port, its folder for temporary files. */
export interface Case {
  name: string;
  namespace: string;
  /** The command's words; its proxy is to listen on `port`. */
  words: string[];
  /** The same without a word about the port. */
  plainWords: string[];
  /** Its whole environment. */
  env: Record<string, string>;
  port: number;
  /** The lines printed before any change. */
  plan: string[];
  /** The command that resumes an unfinished run, as it is printed. */
  goOn: string;
  /** Its folder for temporary files. */
  temporary: string;
  /** The host as it is now. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the server has
  now(): Promise<any>;
  isUntouched(): Promise<void>;
  isRepaired(): Promise<void>;
  /** The host is paused, its status is patched and its spec is not. */
  isHalfDone(): Promise<void>;
  /** Nothing of the run is left on this machine. */
  isGone(): Promise<void>;
  /** Runs the same command to its end, straight to the server. */
  again(): Promise<PackedEnd>;
}

export interface Cases {
  /** The next case, with a kubeconfig for this endpoint; the server itself when absent. */
  next(endpoint?: Endpoint): Promise<Case>;
  stop(): Promise<void>;
}

/** Puts so many broken hosts on a server, with the operator running. */
export async function openCases(server: TestServer, count: number): Promise<Cases> {
  const scenario = brokenScenario(count);
  const stage = await openStage(server, scenario);
  const namespace = stage.namespace('metal3');
  const names = scenario.hosts.map(({ host }) => host.metadata.name).values();

  async function next(endpoint = server.admin): Promise<Case> {
    const name = names.next().value ?? assert.fail(`there are more than ${count} cases`);
    const now = () => stage.host(namespace, name);
    const before = await now();
    const direct = await stage.kubeconfig(server.admin, namespace);
    const config = endpoint === server.admin ? direct : await stage.kubeconfig(endpoint, namespace);
    const temporary = await mkdtemp(join(stage.folder, 'tmp-'));
    const port = await freePort();
    const env = { HOME: stage.folder, TMPDIR: temporary };
    const { url, checksum } = before.spec.image;
    const target = `http://httpd-http/images/${url.split('/').at(-1)}`;
    const plainWords = ['repair', name, '--stable-for=0', '--kubeconfig', config];
    return {
      name,
      namespace,
      words: [...plainWords, '--proxy-port', String(port)],
      plainWords,
      env,
      port,
      plan: [
        '  Context    test',
        `  Server     ${endpoint.url}`,
        `  Namespace  ${namespace}`,
        `  Host       ${name} (provisioned registration error)`,
        `  Image      ${url}`,
        `             -> ${target}`,
        `  Checksum   ${checksum}`,
        `             -> ${target}.md5sum`,
      ],
      goOn: `kubectl bmh repair ${name} -n ${namespace} --kubeconfig ${config}`,
      temporary,
      now,
      isUntouched: async () => assert.deepEqual(await now(), before),
      async isRepaired() {
        const { metadata, spec, status } = await now();
        assert.equal(spec.image.url, target);
        assert.equal(status.provisioning.image.url, target);
        assert.equal(status.errorCount, 0);
        assert.equal(metadata.annotations?.[PAUSED], undefined);
        assert.deepEqual(stage.operator.wiped, []);
      },
      async isHalfDone() {
        const { metadata, spec, status } = await now();
        assert.equal(metadata.annotations[PAUSED], 'true');
        assert.equal(status.provisioning.image.url, target);
        assert.equal(spec.image.url, url);
      },
      async isGone() {
        assert.equal(await knock(port), 'ECONNREFUSED');
        assert.deepEqual(await readdir(temporary), []);
      },
      again: () =>
        runPacked('kubectl-bmh', ['repair', name, '--stable-for=0', '--kubeconfig', direct, '-y'], { env }),
    };
  }
  return { next, stop: stage.stop };
}
