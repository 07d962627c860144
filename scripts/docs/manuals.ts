import { explained as hostGuards } from '../../cmd/kubectl-bmh/explain/guards.ts';
import { program as bmh } from '../../cmd/kubectl-bmh/program.ts';
import { explained as volumeGuards } from '../../cmd/kubectl-monitoring/explain/guards.ts';
import { program as monitoring } from '../../cmd/kubectl-monitoring/program.ts';
import { plugins } from '../plugins.ts';
import type { Manual } from './page.ts';
import { manualOf } from './pages.ts';

/** The manuals of both programs. */
export const manuals = (): Manual[] => [
  manualOf(bmh, summaryOf('bmh'), hostGuards()),
  manualOf(monitoring, summaryOf('monitoring'), volumeGuards()),
];

/** What plugin.yaml says that a plugin is for. */
function summaryOf(plugin: string): string {
  const found = plugins.find(({ name }) => name === plugin);
  if (!found) throw new Error(`plugin.yaml has no plugin "${plugin}".`);
  return found.shortDescription;
}
