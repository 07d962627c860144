import type { Check } from '../check.ts';
import { CONTAINER_CHECKS } from './container.ts';
import { DEFINITION_CHECKS } from './definition.ts';
import { FIELD_TYPE } from './field-types.ts';
import { FORM_CHECKS } from './forms.ts';
import { LAYOUT_CHECKS } from './layout.ts';
import { METADATA_CHECKS } from './metadata.ts';
import { PANEL_CHECKS } from './panels.ts';
import { TARGET_CHECKS } from './targets.ts';
import { TEXT_CHECKS } from './text.ts';
import { VARIABLE_CHECKS } from './variables.ts';

/** Every check of dashboards and their containers, in the order in which they are explained. */
export const CHECKS: readonly Check[] = [
  ...CONTAINER_CHECKS,
  ...METADATA_CHECKS,
  ...TEXT_CHECKS,
  ...FORM_CHECKS,
  ...DEFINITION_CHECKS,
  FIELD_TYPE,
  ...LAYOUT_CHECKS,
  ...VARIABLE_CHECKS,
  ...PANEL_CHECKS,
  ...TARGET_CHECKS,
];
