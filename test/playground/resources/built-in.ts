import { type Resource, storedVerbs } from './types.ts';

/** What a resource of the core group says of itself; the rest goes without saying. */
type Told = Pick<Resource, 'plural' | 'singular' | 'kind' | 'namespaced' | 'schema' | 'columns'> &
  Partial<Resource>;

export const core = (told: Told): Resource => ({
  group: '',
  version: 'v1',
  listKind: `${told.kind}List`,
  verbs: storedVerbs,
  subresources: [],
  custom: false,
  counted: false,
  ...told,
});
