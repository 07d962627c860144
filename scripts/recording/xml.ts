/** Text between tags, or in an attribute with double quotes. What XML has no place for becomes U+FFFD. */
export const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export type Attributes = Record<string, string | number | undefined>;

/** An element with these attributes (those without a value are left out) around what is XML already. */
export function element(name: string, attributes: Attributes, inner = ''): string {
  const words = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(String(value))}"`],
  );
  return `<${name}${words.join('')}${inner === '' ? '/>' : `>${inner}</${name}>`}`;
}
