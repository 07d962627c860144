import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objectsIn } from '../../../lib/audit/file-objects.ts';
import { generatedObject, settingsByName, tellingOf } from '../../../lib/audit/generators.ts';

/** The objects, file references and other values that generatorsIn finds in a file. */
function madeOf(text: string) {
  const [whole, ...objects] = objectsIn(text);
  return {
    objects: objects.map(({ value, leaves }) => ({ value, paths: leaves.map(({ path }) => path.join('.')) })),
    references: whole?.references?.map(({ leaf: _, ...reference }) => reference),
    others: whole?.leaves.map(({ path }) => path.join('.')),
  };
}

const configMap = (name: string, data: object, kind: 'ConfigMap' | 'Secret' = 'ConfigMap') => {
  const field = kind === 'Secret' ? 'stringData' : 'data';
  return {
    value: { apiVersion: 'v1', kind, metadata: { name }, [field]: data },
    paths: Object.keys(data).map((key) => `${field}.${key}`),
  };
};

const cases: [what: string, text: string, made: Partial<ReturnType<typeof madeOf>>][] = [
  [
    'literals are the values of one object for each generator',
    'configMapGenerator:\n- {name: a, literals: [K=v, "L=m=n"]}\n- {name: b, literals: [K=w]}\n',
    {
      objects: [configMap('a', { K: 'v', L: 'm=n' }), configMap('b', { K: 'w' })],
      references: [],
      others: ['configMapGenerator.0.name', 'configMapGenerator.1.name'],
    },
  ],
  [
    'quotes around a value are removed if both are the same',
    `configMapGenerator:\n- {name: a, literals: ['K="v"', "L='m\\""]}\n`,
    { objects: [configMap('a', { K: 'v', L: `'m"` })] },
  ],
  [
    'a literal without a key is skipped',
    'configMapGenerator:\n- {name: a, literals: [v, =w]}\n',
    { objects: [configMap('a', {})] },
  ],
  [
    'literals of a Secret are its texts',
    'secretGenerator:\n- {name: a, literals: [K=v]}\n',
    { objects: [configMap('a', { K: 'v' }, 'Secret')] },
  ],
  [
    'files are read under their key, or under their name',
    'configMapGenerator:\n- {name: a, files: [k=conf/b.yaml, conf/c.yaml]}\n',
    {
      references: [
        { kind: 'ConfigMap', name: 'a', key: 'k', path: 'conf/b.yaml' },
        { kind: 'ConfigMap', name: 'a', key: 'c.yaml', path: 'conf/c.yaml' },
      ],
      others: ['configMapGenerator.0.name'],
    },
  ],
  [
    'files of settings are read line by line',
    'configMapGenerator:\n- {name: a, envs: [b.env], env: c.env}\n',
    {
      references: [
        { kind: 'ConfigMap', name: 'a', path: 'b.env' },
        { kind: 'ConfigMap', name: 'a', path: 'c.env' },
      ],
      others: ['configMapGenerator.0.name'],
    },
  ],
  [
    'an object of a generator alone is read as one of a list is',
    'apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: a}\nliterals: [K=v]\nenv: b.env\n',
    {
      objects: [configMap('a', { K: 'v' })],
      references: [{ kind: 'ConfigMap', name: 'a', path: 'b.env' }],
      others: ['apiVersion', 'kind', 'metadata.name'],
    },
  ],
  [
    'entries of another shape are left as they are',
    'configMapGenerator:\n- {name: a, literals: K=v, env: [b.env], files: {x: y}, others: [K=v], envs: [[c]]}\n',
    {
      objects: [],
      references: [{ kind: 'ConfigMap', name: 'a', key: 'y', path: 'y' }],
      others: ['name', 'literals', 'env.0', 'others.0', 'envs.0.0'].map(
        (path) => `configMapGenerator.0.${path}`,
      ),
    },
  ],
  [
    'a number among the texts is left as it is',
    'configMapGenerator:\n- {name: a, literals: [1]}\n',
    { objects: [], others: ['configMapGenerator.0.name', 'configMapGenerator.0.literals.0'] },
  ],
  [
    'another list is not a generator',
    'generators:\n- {name: a, literals: [K=v]}\n',
    { objects: [], references: [] },
  ],
];
for (const [what, text, made] of cases)
  test(`generators: ${what}`, () => {
    const found = madeOf(text);
    assert.deepEqual(
      Object.fromEntries(Object.keys(made).map((key) => [key, found[key as keyof typeof found]])),
      made,
    );
  });

test('generatedObject reads a key and a value from each line, a key alone as a variable, and skips comments', () => {
  const object = generatedObject('\uFEFFA=1\r\n# B=2\n  C = 3=4 \nD\n\nE="x y"', {
    kind: 'ConfigMap',
    name: 'a',
  });
  assert.deepEqual(object.value, configMap('a', { A: '1', 'C ': ' 3=4 ', D: `\${D}`, E: 'x y' }).value);
  assert.deepEqual(
    object.leaves.map(({ node }) => node?.range),
    [
      [3, 4, 4],
      [17, 22, 22],
      [24, 24, 24],
      [28, 33, 33],
    ],
  );
});

test('generatedObject stores a whole file under its key', () => {
  const { value } = generatedObject('A=1\n', { kind: 'Secret', name: 'a', key: 'k' });
  assert.deepEqual(value, configMap('a', { k: 'A=1\n' }, 'Secret').value);
});

test('settingsByName names the ConfigMap after an .env file only', () => {
  assert.deepEqual(settingsByName('conf/ironic_bmo_configmap.env'), {
    kind: 'ConfigMap',
    name: 'ironic-bmo-configmap',
  });
  assert.deepEqual(settingsByName('conf\\a.env'), { kind: 'ConfigMap', name: 'a' });
  for (const file of ['a.yaml', 'a.env.yaml', '.env']) assert.equal(settingsByName(file), undefined, file);
});

test('tellingOf prefers the settings of Ironic, else the first object', () => {
  const [a, ironic] = [
    { kind: 'ConfigMap', name: 'a' },
    { kind: 'ConfigMap', name: 'ironic' },
  ] as const;
  const secret = { kind: 'Secret', name: 'ironic' } as const;
  assert.equal(tellingOf(undefined, a), a);
  assert.equal(tellingOf(a, ironic), ironic);
  assert.equal(tellingOf(ironic, a), ironic);
  assert.equal(tellingOf(a, secret), a);
});
