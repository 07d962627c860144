/**
 * Arrows point one way: cmd → lib/<subject>, lib/procedure, lib/metrics, lib/kube, lib/cli; lib/<subject> → lib/procedure and
 * lib/metrics, and lib/kube for types only. Files that lie in lib itself serve every room. Tests may import everything.
 */
const SUBJECTS = '^lib/(?!cli/|kube/|procedure/|metrics/)[^/]+/';
const OTHER_ROOM = '^(cmd/|lib/[^/]+/)';

/** Files of `room` may use their own room, what lies in lib itself, and packages. */
const aloneIn = (room, comment) => ({
  name: `${room.replace('/', '-')}-alone`,
  comment,
  severity: 'error',
  from: { path: `^${room}/` },
  to: { path: OTHER_ROOM, pathNot: `^${room}/` },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      // What is imported for its types alone is not there when the program runs.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'product-apart',
      comment: 'What users get imports neither tests nor scripts, nor packages that are there for those.',
      severity: 'error',
      from: { path: '^(cmd|lib)/' },
      to: { path: '^(test|scripts)/' },
    },
    {
      name: 'product-packages',
      severity: 'error',
      from: { path: '^(cmd|lib)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'plugins-apart',
      comment: 'What both plugins need lies in lib or, where it joins its rooms, in cmd/shared.',
      severity: 'error',
      from: { path: '^cmd/([^/]+)/' },
      to: { path: '^cmd/[^/]+/', pathNot: '^cmd/($1|shared)/' },
    },
    aloneIn('lib/cli', 'lib/cli knows no domain and no cluster.'),
    aloneIn('lib/kube', 'lib/kube serves the other rooms and knows none of them.'),
    {
      name: 'procedure-knows-no-subject',
      severity: 'error',
      from: { path: '^lib/procedure/' },
      to: { path: [SUBJECTS, '^cmd/', '^lib/cli/'] },
    },
    {
      name: 'metrics-know-no-subject',
      comment: 'What is asked of Prometheus, and how it answers, is the same whatever it is about.',
      severity: 'error',
      from: { path: '^lib/metrics/' },
      to: { path: [SUBJECTS, '^cmd/', '^lib/cli/', '^lib/procedure/'] },
    },
    {
      name: 'subjects-apart',
      comment:
        'A subject is pure functions of records: it knows no other subject, and neither words nor output.',
      severity: 'error',
      from: { path: '^lib/((?!cli/|kube/|procedure/|metrics/|audit/|status/|capacity/|sizing/)[^/]+)/' },
      to: { path: [SUBJECTS, '^cmd/', '^lib/cli/'], pathNot: '^lib/$1/' },
    },
    {
      name: 'audit-on-hosts',
      comment:
        'What an audit finds is what a repair of hosts mends: both have one notion of images and services.',
      severity: 'error',
      from: { path: '^lib/audit/' },
      to: { path: [SUBJECTS, '^cmd/', '^lib/cli/'], pathNot: '^lib/(audit|hosts)/' },
    },
    {
      name: 'capacity-on-volumes',
      comment: 'What fills is a claim of an instance, which volumes know.',
      severity: 'error',
      from: { path: '^lib/capacity/' },
      to: { path: [SUBJECTS, '^cmd/', '^lib/cli/'], pathNot: '^lib/(capacity|volumes|versions)/' },
    },
    {
      name: 'sizing-on-its-parts',
      comment: 'What is sized are the pods of the building block and the volumes of its metrics servers.',
      severity: 'error',
      from: { path: '^lib/sizing/' },
      to: { path: [SUBJECTS, '^cmd/', '^lib/cli/'], pathNot: '^lib/(sizing|volumes|versions)/' },
    },
    {
      name: 'status-on-its-parts',
      comment: 'A status is of everything that the building block is made of.',
      severity: 'error',
      from: { path: '^lib/status/' },
      to: { path: [SUBJECTS, '^cmd/', '^lib/cli/'], pathNot: '^lib/(status|capacity|volumes|versions)/' },
    },
    {
      name: 'kube-for-types-only',
      comment: 'Only cmd sends requests; the rooms below it say what is to be sent.',
      severity: 'error',
      from: { path: [SUBJECTS, '^lib/procedure/'] },
      to: { path: '^lib/kube/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shared-files-below-all',
      severity: 'error',
      from: { path: '^lib/[^/]+$' },
      to: { path: OTHER_ROOM, dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
