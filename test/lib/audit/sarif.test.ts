import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { type Finding, RULES } from '../../../lib/audit/finding.ts';
import { sarifOf } from '../../../lib/audit/sarif.ts';

const finding: Finding = {
  rule: 'outside-service',
  level: 'warning',
  kind: 'HostFirmwareComponents',
  apiVersion: 'metal3.io/v1alpha1',
  namespace: 'metal3',
  name: 'worker-0',
  path: ['spec', 'updates', 0, 'url'],
  value: 'http://images.example.com/a',
  message: 'something is wrong',
  hint: 'fix it',
};
const file = { path: 'a b/c.yaml', line: 3, column: 5, endLine: 3, endColumn: 9 };
const options = { version: '1.2.3', uriOf: encodeURI };

const text = { type: 'object', required: ['text'], properties: { text: { type: 'string', minLength: 1 } } };
const count = { type: 'integer', minimum: 1 };
const physicalLocation = {
  type: 'object',
  required: ['artifactLocation'],
  additionalProperties: false,
  properties: {
    artifactLocation: {
      type: 'object',
      required: ['uri'],
      properties: { uri: { type: 'string', pattern: '^[^ \\\\]+$' } },
    },
    region: {
      type: 'object',
      required: ['startLine'],
      properties: { startLine: count, startColumn: count, endLine: count, endColumn: count },
    },
  },
};
const locations = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      physicalLocation,
      logicalLocations: { type: 'array', items: { properties: { fullyQualifiedName: { type: 'string' } } } },
    },
  },
};
const level = { enum: ['none', 'note', 'warning', 'error'] };

/** The parts of the SARIF 2.1.0 schema that the log uses, plus what GitHub code scanning requires. */
const schema = {
  type: 'object',
  required: ['version', 'runs', '$schema'],
  properties: {
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['tool', 'results'],
        properties: {
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          tool: {
            type: 'object',
            required: ['driver'],
            properties: {
              driver: {
                type: 'object',
                required: ['name', 'semanticVersion', 'rules'],
                properties: {
                  rules: {
                    type: 'array',
                    uniqueItems: true,
                    items: {
                      type: 'object',
                      required: ['id', 'shortDescription', 'fullDescription', 'help'],
                      properties: { shortDescription: text, fullDescription: text, help: text },
                    },
                  },
                },
              },
            },
          },
          invocations: {
            type: 'array',
            items: {
              type: 'object',
              required: ['executionSuccessful'],
              properties: {
                executionSuccessful: { type: 'boolean' },
                toolExecutionNotifications: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['message'],
                    properties: { message: text, level, locations },
                  },
                },
              },
            },
          },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['message', 'ruleId', 'level', 'locations', 'partialFingerprints'],
              properties: {
                message: text,
                level,
                locations: { ...locations, minItems: 1 },
                partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  },
};

const notes = [{ path: 'a b/t.yaml', line: 2, reason: 'is a template', hint: 'audit the rendered output' }];
const unread = [{ resource: 'configmaps', reason: 'access denied', hint: 'ask for it' }];

test('is valid SARIF with and without a location in a file', () => {
  const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
  const log = sarifOf({ findings: [finding, { ...finding, file }], notes, unread }, options);
  assert.ok(validate(log), JSON.stringify(validate.errors));
});

test('gives a result its rule, its region in the file, its field in the object and a stable fingerprint', () => {
  const log = sarifOf({ findings: [{ ...finding, file }], notes: [], unread: [] }, options) as {
    runs: { results: object[]; tool: { driver: { rules: { id: string }[] } }; invocations: object[] }[];
  };
  const [run] = log.runs;
  assert.deepEqual(run?.results, [
    {
      ruleId: 'outside-service',
      ruleIndex: 1,
      level: 'warning',
      message: {
        text: 'hostfirmwarecomponents.metal3.io/worker-0 spec.updates[0].url: something is wrong; fix it',
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'a%20b/c.yaml' },
            region: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 9 },
          },
          logicalLocations: [
            {
              fullyQualifiedName: 'metal3/hostfirmwarecomponents.metal3.io/worker-0/spec.updates[0].url',
              kind: 'member',
            },
          ],
        },
      ],
      partialFingerprints: {
        'place/v1': 'outside-service:metal3/hostfirmwarecomponents.metal3.io/worker-0/spec.updates[0].url',
      },
    },
  ]);
  assert.deepEqual(
    run?.tool.driver.rules.map(({ id }) => id),
    Object.keys(RULES),
  );
  assert.deepEqual(run?.invocations, [{ executionSuccessful: true, toolExecutionNotifications: [] }]);
});

test('reports what was unreadable or skipped as notifications', () => {
  const log = sarifOf({ findings: [], notes, unread }, options) as { runs: { invocations: object[] }[] };
  assert.deepEqual(log.runs[0]?.invocations, [
    {
      executionSuccessful: false,
      toolExecutionNotifications: [
        {
          level: 'error',
          message: { text: 'configmaps in all namespaces: access denied; ask for it' },
        },
        {
          level: 'note',
          message: { text: 'a b/t.yaml:2: is a template; audit the rendered output' },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'a%20b/t.yaml' } } }],
        },
      ],
    },
  ]);
});
