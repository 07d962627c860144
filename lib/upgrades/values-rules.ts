import { fieldsOf } from '../objects/fields.ts';
import { rulesIn } from '../rules/recognize.ts';
import type { GivenValues, RuleObject } from './facts.ts';

/** The rules that values files have in them, which the chart makes into rule objects. */
export function rulesInValues({ roots, at, placeOf }: GivenValues): RuleObject[] {
  return roots.flatMap((root) =>
    ['additionalPrometheusRules', 'additionalPrometheusRulesMap'].flatMap((key) =>
      Object.entries(at([...root, key]) ?? {}).flatMap(([name, value]) => {
        const rules = rulesIn({ groups: fieldsOf(value)?.groups });
        return rules ? [{ object: placeOf([...root, key, name]), rules }] : [];
      }),
    ),
  );
}
