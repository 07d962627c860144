/**
 * Arrows point one way: cmd → lib/cluster → lib/<subject> → lib/procedure and lib/metrics; cmd and lib/cluster → lib/kube and lib/cli,
 * which the rooms between know for kube's types only. lib/objects, lib/input, lib/words and lib/html serve every room. Tests may import
 * everything.
 */
const GROUND = ['objects', 'input', 'words', 'html'];
const SUBJECTS = `^lib/(?!cli/|cluster/|kube/|procedure/|metrics/|${GROUND.map((room) => `${room}/`).join('|')})[^/]+/`;
const OTHER_ROOM = `^(cmd/|lib/(?!${GROUND.join('|')})[^/]+/)`;

/** Files of `room` may use their own room, the ground, and packages. */
const aloneIn = (room, comment) => ({
  name: `${room.replace('/', '-')}-alone`,
  comment,
  severity: 'error',
  from: { path: `^${room}/` },
  to: { path: OTHER_ROOM, pathNot: `^${room}/` },
});

/** What other rooms may import of a room of lib/kube, and what only lib/kube itself may: all else is private to it. */
const KUBE = {
  config: {
    open: ['connect', 'connection', 'duration', 'kubeconfig'],
    inside: ['server'],
  },
  auth: {
    open: [],
    inside: ['credentials', 'exec-plugin', 'exec-program', 'oidc'],
  },
  http: {
    open: ['answer-to', 'body', 'client'],
    inside: ['agent', 'trace', 'transport'],
  },
  watch: { open: ['list-watch'], inside: [] },
  'port-forward': { open: ['port-forward'], inside: [] },
  proxy: { open: ['guard', 'proxy'], inside: [] },
};
const privateTo = ([room, { open, inside }]) => {
  const files = (names) => `^lib/kube/${room}/(${names.join('|')})[.]ts$`;
  return [
    {
      name: `kube-${room}-open`,
      severity: 'error',
      from: { path: '^(cmd|lib)/', pathNot: '^lib/kube/' },
      to: { path: `^lib/kube/${room}/`, ...(open.length > 0 && { pathNot: files(open) }) },
    },
    {
      name: `kube-${room}-inside`,
      severity: 'error',
      from: { path: '^lib/kube/', pathNot: `^lib/kube/${room}/` },
      to: { path: `^lib/kube/${room}/`, pathNot: files([...open, ...inside]) },
    },
  ];
};

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Imports for types count too.',
      from: {},
      to: { circular: true },
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
      comment: 'What both plugins need lies in lib or in cmd/shared.',
      severity: 'error',
      from: { path: '^cmd/([^/]+)/' },
      to: { path: '^cmd/[^/]+/', pathNot: '^cmd/($1|shared)/' },
    },
    {
      name: 'commands-apart',
      comment: 'What several commands of a plugin need lies in its shared folder.',
      severity: 'error',
      from: { path: '^cmd/(kubectl-[^/]+)/([^/]+)/' },
      to: { path: '^cmd/kubectl-[^/]+/[^/]+/', pathNot: '^cmd/$1/($2|shared)/' },
    },
    {
      name: 'shared-below-commands',
      severity: 'error',
      from: { path: ['^cmd/shared/', '^cmd/[^/]+/shared/'] },
      to: { path: '^cmd/kubectl-', pathNot: '^cmd/[^/]+/shared/' },
    },
    aloneIn('lib/cli', 'lib/cli knows no domain and no cluster.'),
    aloneIn('lib/kube', 'lib/kube serves the other rooms and knows none of them.'),
    ...Object.entries(KUBE).flatMap(privateTo),
    {
      name: 'cluster-below-commands',
      comment: 'What reads a cluster for a subject knows no command.',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^cmd/' },
    },
    {
      name: 'subjects-without-a-cluster',
      comment: 'Only commands have a cluster read.',
      severity: 'error',
      from: { path: '^lib/', pathNot: '^lib/cluster/' },
      to: { path: '^lib/cluster/' },
    },
    {
      name: 'rooms-with-names',
      comment: 'A file lies in a room that says what it is for.',
      severity: 'error',
      from: {},
      to: { path: '^(lib/[^/]+|cmd/[^/]+)$' },
    },
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
        'A subject is pure functions of records: it knows no other subject but the versions of what runs and the language of expressions and how findings in files look, and no output.',
      severity: 'error',
      from: {
        path: '^lib/((?!cli/|cluster/|kube/|procedure/|metrics/|audit/|status/|capacity/|sizing/|scaling/|values/|upgrades/|block/|report/)[^/]+)/',
      },
      to: { path: [SUBJECTS, '^cmd/', '^lib/cli/'], pathNot: '^lib/($1|versions|promql|lint)/' },
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
      name: 'values-on-alerts',
      comment: 'Values have the configuration of alert managers, and sizes that measured growth must fit in.',
      severity: 'error',
      from: { path: '^lib/values/' },
      to: { path: [SUBJECTS, '^cmd/', '^lib/cli/'], pathNot: '^lib/(values|lint|alerts|capacity|versions)/' },
    },
    {
      name: 'upgrades-on-rules',
      comment: 'What an upgrade reads otherwise is in rules, expressions and values.',
      severity: 'error',
      from: { path: '^lib/upgrades/' },
      to: {
        path: [SUBJECTS, '^cmd/', '^lib/cli/'],
        pathNot: '^lib/(upgrades|rules|promql|values|versions|dashboards|lint)/',
      },
    },
    {
      name: 'block-on-rules',
      comment: 'The files of the building block are rules and dashboards, which charts have as templates.',
      severity: 'error',
      from: { path: '^lib/block/' },
      to: { path: [SUBJECTS, '^cmd/', '^lib/cli/'], pathNot: '^lib/(block|rules|dashboards|versions)/' },
    },
    {
      name: 'scaling-on-volumes',
      comment: 'Replicas have claims, and a resize of these may be unfinished: volumes know both.',
      severity: 'error',
      from: { path: '^lib/scaling/' },
      to: { path: [SUBJECTS, '^cmd/', '^lib/cli/'], pathNot: '^lib/(scaling|volumes|versions)/' },
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
      to: {
        path: [SUBJECTS, '^cmd/', '^lib/cli/'],
        pathNot: '^lib/(status|alerts|capacity|volumes|versions)/',
      },
    },
    {
      name: 'report-on-findings-and-volumes',
      comment:
        'The page of a result groups findings by address as an audit does, and says of volumes what capacity does.',
      severity: 'error',
      from: { path: '^lib/report/' },
      to: {
        path: [SUBJECTS, '^cmd/', '^lib/cli/', '^lib/procedure/', '^lib/metrics/'],
        pathNot: '^lib/(report|audit|capacity)/',
      },
    },
    {
      name: 'kube-for-types-only',
      comment: 'Only cmd sends requests; the rooms below it say what is to be sent.',
      severity: 'error',
      from: { path: [SUBJECTS, '^lib/procedure/'] },
      to: { path: '^lib/kube/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'ground-below-all',
      severity: 'error',
      from: { path: `^lib/(${GROUND.join('|')})/` },
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
