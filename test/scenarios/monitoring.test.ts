import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { componentObject } from './components.ts';
import { monitoringScenario } from './monitoring.ts';

test('the values file matches the resources', () => {
  const { components, namespace, files } = monitoringScenario();
  const values = parse(files['values.yaml'] ?? '');
  const specs = components.map((component) => {
    const { spec } = componentObject(component, namespace);
    const { paused, image, ...said } = spec;
    assert.equal(paused, false);
    assert.match(String(image), /:v/);
    return said;
  });
  const { storageSpec, ...metrics } = values.prometheus.prometheusSpec;
  assert.deepEqual(specs, [{ ...metrics, storage: storageSpec }, values.alertmanager.alertmanagerSpec]);
});
