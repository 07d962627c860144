import { fieldsOf } from '../objects/fields.ts';
import { isIronicSettings, SETTING_KEYS, valuesAt } from './fields.ts';
import type { Path } from './finding.ts';

/** A field with text that may contain addresses. */
export interface Text {
  path: Path;
  text: string;
  /** Whether the text must not be shown. */
  secret: boolean;
}

export function textsIn(root: Record<string, unknown>, kind: string): Text[] {
  if (kind === 'Secret') return [...secretTexts(root, 'stringData'), ...secretTexts(root, 'data')];
  if (kind === 'Ironic') return IRONIC_TEXTS.flatMap((at) => valuesAt(root, at)).map(plain);
  if (kind !== 'ConfigMap' || !isIronicSettings(root)) return [];
  const others = Object.keys(fieldsOf(root.data) ?? {}).filter((key) => !SETTING_KEYS.has(key));
  return others.flatMap((key) => valuesAt(root, ['data', key])).map(plain);
}

const IRONIC_TEXTS = [
  ['spec', 'extraConfig', '*', 'value'],
  ['spec', 'deployRamdisk', 'extraKernelParams'],
];

/** The keys that the operator reads first-boot data from; `value` is that of bootstrap providers. */
const SECRET_KEYS = ['userData', 'networkData', 'metaData', 'value'];

const secretTexts = (root: Record<string, unknown>, field: 'data' | 'stringData'): Text[] =>
  SECRET_KEYS.flatMap((key) => valuesAt(root, [field, key])).map(({ path, value }) => ({
    path,
    text: field === 'data' ? Buffer.from(value, 'base64').toString('utf8') : value,
    secret: true,
  }));

const plain = ({ path, value }: { path: Path; value: string }): Text => ({
  path,
  text: value,
  secret: false,
});
