import { after, before } from 'node:test';
import type { Scenario } from '../scenarios/scenario.ts';
import type { TestServer } from './server.ts';
import type { ServerKind } from './servers.ts';
import { openStage, type Stage, type StageOptions } from './stage.ts';

/** What the tests of a command play on, all in one. */
export interface Staged {
  server: TestServer;
  stage: Stage;
  /** The name that `metal3` has here. */
  namespace: string;
  /** Of the administrator, in that namespace. */
  kubeconfig: string;
}

interface Wanted extends StageOptions {
  kind: ServerKind;
  scenario: Scenario;
}

/**
 * Has the tests of the `describe` that it is called in share one stage, on a server of their own: `use` gets it before they run, and
 * after them both end.
 */
export function stageFor({ kind, scenario, ...options }: Wanted, use: (staged: Staged) => void): void {
  let server: TestServer | undefined;
  let stage: Stage | undefined;
  before(async () => {
    server = await kind.start();
    stage = await openStage(server, scenario, options);
    const namespace = stage.namespace('metal3');
    use({ server, stage, namespace, kubeconfig: await stage.kubeconfig(server.admin, namespace) });
  });
  after(async () => {
    await stage?.stop();
    await server?.stop();
  });
}
