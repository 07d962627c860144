// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the UI look so
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { previewSource, readPreview } from '../../../../lib/cluster/dashboards/read-preview.ts';
import { pageOf } from '../../../../lib/dashboards/preview/page.ts';
import { planOf } from '../../../../lib/dashboards/preview/preview.ts';
import { uplotTexts } from '../../../../lib/dashboards/preview/uplot.ts';
import { SHIPPED } from '../../../../lib/dashboards/shipped/shipped.ts';
import { html } from '../../../../lib/html/html.ts';
import { fieldsOf } from '../../../../lib/objects/fields.ts';
import { isPrintable } from '../../../../lib/words/text.ts';

const NOW = new Date('2026-01-02T03:04:05Z');

/** A page; with data, each query gives one series with these labels. */
async function pageFor(fields: Record<string, unknown>, labels?: Record<string, string>): Promise<string> {
  const plan = planOf({ fields, path: [] }, fields, NOW);
  const values = [
    [NOW.getTime() / 1000 - 60, '1'],
    [NOW.getTime() / 1000, '-2.5'],
  ];
  const source = previewSource({
    data: async (path) =>
      path.includes('/query')
        ? { resultType: 'matrix', result: [{ metric: labels, values }] }
        : Object.values(labels ?? {}),
  });
  const content = await readPreview(plan, labels ? { source, via: 'a test' } : {});
  return pageOf(content, uplotTexts);
}

/** The policy of a page, and the hashes of what it has. */
function hashesIn(page: string) {
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  const hash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  const of = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, text = '']) => hash(text));
  return { policy, styles: of(/<style>(.*?)<\/style>/gs), scripts: of(/<script>(.*?)<\/script>/gs) };
}

const CHART = {
  title: 'a',
  type: 'timeseries',
  gridPos: { x: 0, y: 0, w: 12, h: 8 },
  targets: [{ refId: 'A', expr: 'up' }],
};

test('without data, a page has no script, and its policy allows its own style alone', async () => {
  const page = await pageFor({ title: 'A', panels: [CHART] });
  const { policy, styles, scripts } = hashesIn(page);
  assert.deepEqual([styles.length, scripts], [1, []]);
  assert.equal(policy, `default-src 'none'; style-src '${styles[0]}'; base-uri 'none'; form-action 'none'`);
  assert.doesNotMatch(page, /<script|uPlot/);
});

test('with charts, its policy allows its own script and style by their hashes', async () => {
  const { policy, styles, scripts } = hashesIn(await pageFor({ title: 'A', panels: [CHART] }, { job: 'b' }));
  assert.deepEqual([styles.length, scripts.length], [1, 1]);
  assert.equal(
    policy,
    `default-src 'none'; style-src '${styles[0]}'; script-src '${scripts[0]}'; base-uri 'none'; form-action 'none'`,
  );
});

test('no element has a style or a handler of its own, and nothing is loaded', async () => {
  for (const labels of [undefined, { job: 'b' }]) {
    const page = (await pageFor({ title: 'A', panels: [CHART] }, labels)).replace(
      /<script>.*?<\/script>/gs,
      '',
    );
    assert.doesNotMatch(page, /<[^>]+\s(style|on\w+|src|href)=/i);
    assert.doesNotMatch(page, /url\(|@import|<link|<iframe|<object/i);
  }
});

test('the text of a panel keeps its line breaks', async () => {
  const page = await pageFor({ title: 'A', panels: [{ type: 'text', options: { content: 'a\nb' } }] });
  assert.match(page, /<p class="content">a\nb<\/p>/);
  assert.match(page, /\.content\{white-space:pre-line\}/);
});

test('the shipped dashboards without data are at most 100 KB', async () => {
  for (const { definition } of SHIPPED) assert.ok((await pageFor(definition())).length < 100 * 1000);
});

describe('text from dashboards and from the cluster is shown, and is never markup', () => {
  const HOSTILE = [
    '<script>alert(1)</script>',
    '</script><script>alert(1)</script>',
    '</style><img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    '<!-- --><b>',
    '&lt;b&gt;',
    '\u202eabc\u2066',
    '\u0000\u001b[31m\u0085',
    '\u2028\u2029',
    '\ud800',
    '${title} $1 $& {{job}}',
    '__proto__',
  ];
  /** Everything that a page shows. */
  const hostile = (text: string) => ({
    ...{ title: text, uid: text, refresh: text, tags: [text], time: { from: text, to: text } },
    templating: {
      list: [
        { name: text, label: text, type: 'query', query: 'label_values(a)', current: { value: text } },
        { name: 'c', label: text, type: 'custom', query: text, current: { value: text } },
      ],
    },
    panels: [
      ...['timeseries', 'stat', 'gauge', 'table', 'text', text].map((type, at) => ({
        ...{ type, title: text, description: text, repeat: text, gridPos: { x: 0, y: at, w: 6, h: 4 } },
        fieldConfig: {
          defaults: {
            unit: text,
            noValue: text,
            mappings: [{ type: 'value', options: { '-2.5': { text, color: text } } }],
            thresholds: {
              steps: [
                { color: text, value: null },
                { color: text, value: 1 },
              ],
            },
          },
        },
        options: { content: text },
        transformations: [{ id: 'organize', options: { renameByName: { job: text } } }],
        targets: [
          { refId: text, expr: text, legendFormat: text },
          { refId: 'B', expr: 'up' },
        ],
      })),
      { type: 'row', title: text, repeat: text, collapsed: true, panels: [], gridPos: { y: 30 } },
    ],
  });
  /** A page without what differs from text to text: only its elements and attributes. */
  const skeleton = (page: string): string =>
    page
      .replace(/<script type="application\/json" id="data">[^<]*<\/script>/, '<data>')
      .replace(/<script>.*?<\/script>/s, '<script>')
      .replace(/>[^<]*</g, '><')
      .replace(/aria-label="[^"]*"/g, 'aria-label')
      .replace(/sha256-[^']*/g, '')
      .replace(/(points|d)="[^"]*"/g, '$1');

  for (const labels of [undefined, (text: string) => ({ job: text, [text]: 'a' })])
    for (const text of HOSTILE)
      test(`${JSON.stringify(text)} ${labels ? 'with data' : 'without data'}`, async () => {
        const page = await pageFor(hostile(`x${text}`), labels?.(text));
        const plain = await pageFor(hostile('plain'), labels?.('plain'));
        assert.equal(skeleton(page), skeleton(plain));
        assert.equal(
          page.split('\n').find((line) => !isPrintable(line)),
          undefined,
        );
      });

  test('any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const written = html`<p title="${text}">${text}</p>`.html;
        assert.match(written, /^<p title="[^"<>]*">[^<>]*<\/p>$/);
        assert.equal(written.length >= text.length, true);
      }),
    );
  });
});

describe('whatever a file or Prometheus says, there is a page', () => {
  const dashboard = SHIPPED[1]?.definition() ?? {};
  /** A copy with another value at a path, which its own fields choose. */
  const changed = (value: unknown, path: readonly number[], put: unknown): unknown => {
    const [at, ...rest] = path;
    if (at === undefined || typeof value !== 'object' || value === null) return put;
    const keys = Object.keys(value);
    const key = keys[at % Math.max(1, keys.length)];
    if (key === undefined) return put;
    const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...value };
    copy[key] = changed(copy[key], rest, put);
    return copy;
  };
  const paths = fc.array(fc.nat(30), { minLength: 1, maxLength: 7 });
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('', '$node', 'now-1x', '__proto__', '{"a":', 1e308, -1, 0.5),
  );

  test('of a dashboard with any value in any place', async () => {
    await fc.assert(
      fc.asyncProperty(paths, odd, async (path, put) => {
        const fields = fieldsOf(changed(dashboard, path, put)) ?? {};
        assert.match(await pageFor(fields), /<\/html>\n$/);
        assert.match(await pageFor(fields, { job: 'a' }), /<\/html>\n$/);
      }),
      { numRuns: 100 },
    );
  });

  test('of a Prometheus that answers anything', async () => {
    const answer = { resultType: 'matrix', result: [{ metric: { a: 'b' }, values: [[1, '1']] }] };
    await fc.assert(
      fc.asyncProperty(paths, odd, async (path, put) => {
        const plan = planOf({ fields: dashboard, path: [] }, dashboard, NOW);
        const source = previewSource({ data: async () => changed(answer, path, put) });
        assert.match(pageOf(await readPreview(plan, { source, via: 'a test' }), uplotTexts), /<\/html>\n$/);
      }),
      { numRuns: 100 },
    );
  });
});
