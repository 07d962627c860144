import type { Edit } from '../../../lib/values/plan-edit.ts';
import type { ReplicasEdit } from '../../../lib/values/replicas-edit.ts';
import type { Subject } from '../shared/values/values.ts';

/** The number of replicas of a component in values files. */
export const REPLICAS: Subject = {
  what: 'the replicas of this component',
  value: 'number',
  done: 'The replicas are set',
  suits: (text) => text.includes('replicas'),
};

/** Loads what plans the edit of a file for a new number. */
export const planNumber =
  (wanted: ReplicasEdit) =>
  async (texts: string[]): Promise<(text: string) => Edit> => {
    const { planReplicas } = await import('../../../lib/values/replicas-edit.ts');
    return (text) => planReplicas(text, wanted, texts);
  };
