import { type Resource, storedVerbs } from './types.ts';

/** What a built-in resource says of itself; the rest goes without saying. */
type Told = Pick<Resource, 'plural' | 'singular' | 'kind' | 'namespaced' | 'schema' | 'columns'> &
  Partial<Resource>;

/** A built-in resource of the core group. */
export const core = (told: Told): Resource => inGroup('', told);

/** A built-in resource of another group, in its version v1. */
export const inGroup = (group: string, told: Told): Resource => ({
  group,
  version: 'v1',
  listKind: `${told.kind}List`,
  verbs: storedVerbs,
  subresources: [],
  custom: false,
  counted: false,
  ...told,
});
