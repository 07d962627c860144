/** Texts that must stay text on a page. */
export const HOSTILE = [
  '<script>console.error(1)</script>',
  '</style><script>console.error(2)</script>',
  '"><img src=x onerror=console.error(3)>',
  "' onmouseover='console.error(4)",
  '</title></head><body onload=console.error(5)>',
  '<!-- --><svg onload=console.error(6)>',
  '</td></tr></table></section><iframe src=javascript:console.error(7)>',
  ']]><?php echo 1 ?>&lt;b&gt;&amp;&#60;i&#62;',
  'javascript:console.error(8)//http://example.com/a.js',
  '<a href="http://example.com/">x</a><base href="http://example.com/">',
  '\u0000\u0001\u0007\b\u000b\f\u001b[31mred\u001b[0m\u001b]8;;http://example.com\u0007\u007f\u0085\u009b',
  'one\r\ntwo\tthree\u2028four\u2029five',
  '\u202egnp.exe\u202c \u2066a\u2069 \u200bzero\u200d\ufeff\u00ad',
  '\ud800 lone \udfff surrogates \ufffe\uffff',
  `${'W'.repeat(3_000)}`,
  '\u{e0041}\u{e0042} \u{1f469}\u200d\u{1f680} \u5b57\u5b57',
  '{{7*7}} `$(1)` %s %00 \\u003cscript\\u003e',
];

/**
 * A copy of a result with every text in it replaced, in turns by one of these.
 * What a result is, is kept, and so are times: without them there are no charts.
 */
export function withTexts(result: object, texts: readonly string[]): object {
  let at = 0;
  const replaced = (value: unknown, isRoot: boolean): unknown => {
    if (typeof value === 'string') {
      if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return value;
      at += 1;
      return texts[at % texts.length];
    }
    if (Array.isArray(value)) return value.map((one) => replaced(one, false));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        isRoot && (name === 'apiVersion' || name === 'kind') ? one : replaced(one, false),
      ]),
    );
  };
  return replaced(result, true) as object;
}
