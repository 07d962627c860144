import fc from 'fast-check';

/** Texts of what templates, YAML and Go read in ways of their own. */
export const oddText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '{{',
          '}}',
          '{{ $labels.pod }}',
          '{{pod}}',
          '{{- end -}}',
          '{',
          '}',
          '`',
          '{{`',
          '`}}',
          '{{/*',
          '*/}}',
        ],
        ...[
          '"',
          "'",
          '\\',
          '\n',
          '\r\n',
          '\t',
          ' ',
          '---\n',
          '#',
          ': ',
          '- ',
          '|',
          '>',
          '&a',
          '*a',
          '!',
          '%',
          '@',
          '?',
        ],
        ...[
          'yes',
          'on',
          'y',
          'null',
          '~',
          '1:30',
          '0x1f',
          '1e3',
          '.inf',
          '2026-01-01',
          '\u2028',
          '\u0085',
          '\ufeff',
        ],
        ...['\u00e9', '\u{1f600}', '\u0007', '\u200b', '$value', '\u00a0'],
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join('').toWellFormed());
