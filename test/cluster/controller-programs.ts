import { join } from 'node:path';
import { type BuildOptions, buildProgram, sourceFolder } from './build.ts';
import { kwok, type ProgramName, prometheusOperator } from './modules.ts';
import { onPath } from './on-path.ts';

/** The programs that act on or check what the API server holds, and what they read, as absolute paths. */
export interface ControllerPrograms {
  kubeControllerManager: string;
  prometheusOperator: string;
  /** Its webhook, which checks rules. No test but those of the webhook runs it. */
  admissionWebhook: string;
  /** The newest Prometheus. */
  prometheus: string;
  /** The newest Alertmanager that builds as a Go module. */
  alertmanager: string;
  /** The folder of its CustomResourceDefinitions, `GROUP_PLURAL.yaml` each. */
  definitions: string;
  kwok: string;
  /** What kwok does with nodes and pods, a file each. */
  stages: string[];
}

export type FindControllerOptions = Partial<Omit<BuildOptions, 'go'>>;

/**
 * Builds, with the machine's Go, the controllers that the monitoring building block needs beside a real control
 * plane; later it finds what it built.
 *
 * @throws with a message for the user if there is no Go; like `buildProgram` otherwise.
 */
export async function findControllerPrograms(
  options: FindControllerOptions = {},
): Promise<ControllerPrograms> {
  const building = await withGo(options);
  const build = (name: ProgramName) => buildProgram(name, building);
  const stages = join(await sourceFolder(kwok, building), 'kustomize/stage');
  return {
    kubeControllerManager: await build('kube-controller-manager'),
    prometheusOperator: await build('prometheus-operator'),
    admissionWebhook: await build('admission-webhook'),
    definitions: join(await sourceFolder(prometheusOperator, building), 'example/prometheus-operator-crd'),
    prometheus: await build('prometheus'),
    alertmanager: await build('alertmanager'),
    kwok: await build('kwok'),
    stages: STAGES.map((stage) => join(stages, stage)),
  };
}

/**
 * The same for one program, for tests that run it beside no control plane.
 *
 * @throws like `findControllerPrograms`.
 */
export async function findGoProgram(name: ProgramName, options: FindControllerOptions = {}): Promise<string> {
  return buildProgram(name, await withGo(options));
}

async function withGo(options: FindControllerOptions): Promise<BuildOptions> {
  const { env = process.env } = options;
  const go = await onPath('go', env);
  if (go === undefined) throw new Error(NO_GO);
  return { ...options, env, go };
}

/** kwok must not handle volumes here: the storage stand-in provisions and grows them. */
const STAGES = ['node/fast/node-initialize.yaml', 'pod/fast/pod-ready.yaml', 'pod/fast/pod-delete.yaml'];

const NO_GO = [
  'kube-controller-manager, prometheus-operator with its webhook, Prometheus, Alertmanager and kwok are always built from Go modules, and there is no Go here.',
  'Put Go 1.26 or later on PATH, and they are built (several minutes, once).',
].join('\n');
