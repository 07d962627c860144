import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { validateFiles } from '../../../lib/hosts/payload-check.ts';
import { payloadShape } from '../../../lib/hosts/payload-shape.ts';
import { repairPayloads } from '../../../lib/hosts/payloads.ts';
import { applyMergePatch } from '../../../lib/objects/merge-patch.ts';
import { NEW, OLD } from '../../support/records.ts';

const { status, spec } = repairPayloads(NEW);
const statusWith = (patch: object): unknown => applyMergePatch<object>(status, { status: patch });
const imageWith = (image: object | string | null): unknown =>
  applyMergePatch<object>(spec, { spec: { image } });
const IMAGE = 'spec.image';

describe('the shape of a payload', () => {
  for (const [what, value] of [
    ['the status payload of a repair', status],
    ['its spec payload', spec],
    [
      'with a checksumType',
      repairPayloads({ ...NEW, checksum: `${NEW.url}.sha256sum`, checksumType: 'sha256' }).status,
    ],
    ['a bare hash', imageWith({ checksum: 'd41d8cd98f00b204e9800998ecf8427e' })],
    ['https', imageWith({ url: 'https://images.infra/a', checksum: 'https://images.infra/a.sha512sum' })],
  ] as const)
    test(`${what} is valid`, () => assert.deepEqual(payloadShape(value).findings, []));

  const neither = 'neither a status payload {"status": {...}} nor a spec payload {"spec": {...}}';
  for (const [value, ...findings] of [
    [null, neither],
    [[], neither],
    [{}, neither],
    [{ ...status, ...spec }, neither],
    [{ ...spec, metadata: {} }, 'metadata: is not a field of this payload'],
    [{ spec: null }, 'spec: null, must be an object'],
    [imageWith(null), `${IMAGE}: missing, must be an object`],
    [imageWith('a'), `${IMAGE}: "a", must be an object`],
    [
      imageWith({ checksum: 'http://other/a.md5sum' }),
      `${IMAGE}.checksum: "http://other/a.md5sum" does not start with the image address`,
    ],
    [imageWith({ format: 'qcow2' }), `${IMAGE}.format: is not a field of this payload`],
    [imageWith({ url: null }), `${IMAGE}.url: missing, must be an address`],
    [imageWith({ url: 7 }), `${IMAGE}.url: 7, must be an address`],
    [
      imageWith({ url: 'oci://a/b', checksum: 'd41d8cd98f00b204e9800998ecf8427e' }),
      `${IMAGE}.url: "oci://a/b", must be an http or https address`,
    ],
    [
      imageWith(OLD),
      `${IMAGE}.url: ${JSON.stringify(OLD.url)} contains an IP address; it must be a stable service name`,
      `${IMAGE}.checksum: ${JSON.stringify(OLD.checksum)} contains an IP address; it must be a stable service name`,
    ],
    [
      imageWith({ url: 'http://me:secret@[::1]/a', checksum: 'd41d8cd98f00b204e9800998ecf8427e' }),
      `${IMAGE}.url: "http://***@[::1]/a" contains an IP address; it must be a stable service name`,
    ],
    [imageWith({ checksum: null }), `${IMAGE}.checksum: missing, must be an address or a hash`],
    [
      imageWith({ checksum: 'abc123' }),
      `${IMAGE}.checksum: "abc123" does not have the length of any of md5, sha256, sha512`,
    ],
    [
      imageWith({ checksum: 'http://httpd-http/images/other.qcow2.md5sum' }),
      `${IMAGE}.checksum: "http://httpd-http/images/other.qcow2.md5sum" does not start with the image address`,
    ],
    [imageWith({ checksumType: 'crc' }), `${IMAGE}.checksumType: "crc", must be one of md5, sha256, sha512`],
    [imageWith({ checksumType: 'sha256' }), `${IMAGE}.checksumType: "sha256", though the checksum is md5`],
    [statusWith({ errorCount: 1 }), 'status.errorCount: 1, must be 0'],
    [statusWith({ errorCount: null }), 'status.errorCount: missing, must be 0'],
    [statusWith({ errorMessage: 'x' }), 'status.errorMessage: "x", must be ""'],
    [statusWith({ errorType: '' }), 'status.errorType: is not a field of this payload'],
    [statusWith({ provisioning: null }), 'status.provisioning: missing, must be an object'],
    [
      statusWith({ provisioning: { state: 'available' } }),
      'status.provisioning.state: "available", must be "provisioned"',
    ],
    [statusWith({ provisioning: { ID: 'a' } }), 'status.provisioning.ID: is not a field of this payload'],
  ] as const)
    test(findings.join('; '), () => assert.deepEqual(payloadShape(value).findings, findings));

  test('never throws on a JSON value, and a valid one has a kind', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { kind, findings } = payloadShape(value);
        assert.ok(kind || findings.length > 0);
      }),
    );
  });
});

describe('files of payloads', () => {
  const file = (name: string, value: unknown) => ({ file: name, text: JSON.stringify(value) });
  const other = repairPayloads({
    url: 'http://httpd-http/images/b',
    checksum: 'http://httpd-http/images/b.md5sum',
  });
  const disagreeing = [
    `image.url differs: ${NEW.url} in the status payload, http://httpd-http/images/b in the spec payload (a)`,
    `image.checksum differs: ${NEW.checksum} in the status payload, http://httpd-http/images/b.md5sum in the spec payload (a)`,
  ];

  test('two files must agree, whatever their names', () => {
    assert.deepEqual(validateFiles([file('a', status), file('b', other.spec)]), [
      {
        file: 'a',
        verdict: 'clean',
        reason: '',
        message: 'valid status payload',
        payload: 'status',
        findings: [],
      },
      {
        file: 'b',
        verdict: 'findings',
        reason: 'invalid',
        message: '2 problems',
        payload: 'spec',
        findings: disagreeing,
      },
    ]);
  });

  test('for several hosts, files of the same name must agree', () => {
    const files = [
      file('d/w0-status.json', status),
      file('d/w0-spec.json', spec),
      file('d/w1-status.json', other.status),
      file('d/w1-spec.json', other.spec),
    ];
    assert.ok(validateFiles(files).every(({ verdict }) => verdict === 'clean'));
    const swapped = [...files.slice(0, 3), file('d/w1-spec.json', spec)];
    assert.deepEqual(
      validateFiles(swapped).map(({ verdict }) => verdict),
      ['clean', 'clean', 'clean', 'findings'],
    );
  });

  test('refuses a file larger than the API server accepts', () => {
    const large = (characters: number) =>
      validateFiles([{ file: 'a', text: ' '.repeat(characters) }])[0]?.findings;
    assert.deepEqual(large(3 * 2 ** 20 + 1), ['larger than 3 MiB, the most that an API server accepts']);
    assert.match(large(3 * 2 ** 20)?.[0] ?? '', /not JSON/);
  });

  test('reports invalid JSON and unreadable files', () => {
    assert.deepEqual(
      validateFiles([
        { file: 'a', text: '{' },
        { file: 'b', error: 'gone' },
      ]),
      [
        {
          file: 'a',
          verdict: 'findings',
          reason: 'invalid',
          message: '1 problem',
          findings: ['line 1, column 2: not JSON: unexpected end of file'],
        },
        {
          file: 'b',
          verdict: 'unknown',
          reason: 'unreadable',
          message: 'the file could not be read',
          error: 'gone',
          findings: [],
        },
      ],
    );
  });
});
