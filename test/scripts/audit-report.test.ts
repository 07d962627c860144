import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verdictOf } from '../../scripts/audit-report.ts';

const finding = (severity: string, ...nodes: string[]) => ({
  severity,
  nodes,
  via: [{ title: 'A hole', url: 'https://example.test/1' }],
});
const audit = (vulnerabilities: object): string => JSON.stringify({ auditReportVersion: 2, vulnerabilities });
const SHIPPED = ['node_modules/yaml', 'node_modules/yargs'];

describe('verdict of an audit', () => {
  test('fails on a high finding in a shipped package', () => {
    assert.deepEqual(verdictOf(audit({ yaml: finding('high', 'node_modules/yaml') }), SHIPPED), {
      lines: [
        'audit: shipped: high: yaml (A hole, https://example.test/1)',
        'audit: 2 packages shipped, 1 findings, 1 of them high or worse in what is shipped',
      ],
      isGood: false,
    });
  });

  for (const [name, vulnerabilities] of [
    ['a moderate one', { yaml: finding('moderate', 'node_modules/yaml') }],
    ['one in what is not shipped', { ws: finding('critical', 'node_modules/ws') }],
    ['one in another copy', { yaml: finding('critical', 'node_modules/x/node_modules/yaml') }],
  ] as const)
    test(`reports ${name} without failing`, () => {
      const { isGood, lines } = verdictOf(audit(vulnerabilities), SHIPPED);
      assert.equal(isGood, true);
      assert.equal(lines.length, 2);
    });

  test('reports a registry without audits, and hides its address', () => {
    const output = JSON.stringify({
      message: '405 Method Not Allowed - POST https://registry.test/-/npm/v1/security',
    });
    assert.deepEqual(verdictOf(output, SHIPPED), {
      lines: [
        'audit: skipped, because the registry does not support audits (405 Method Not Allowed - POST the registry)',
      ],
      isGood: true,
    });
    assert.equal(verdictOf('', SHIPPED).isGood, true);
  });
});
