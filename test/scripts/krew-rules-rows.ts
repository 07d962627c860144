import { type ManifestPlatform, manifestOf } from '../../scripts/krew.ts';
import { platforms } from '../../scripts/plugins.ts';

/** A plugin of this name, `bmh`, is what the rows describe. */
export const rowsPlugin = {
  name: 'bmh',
  program: 'kubectl-bmh',
  shortDescription: 'Repair bare-metal host records',
  description: 'Repairs records of hosts.\nIt leaves the rest alone.\n',
  caveats: 'Run this once:\n  kubectl bmh completion install\n',
};
const releases = platforms.map(({ os, arch }) => ({
  os,
  arch,
  uri: `https://releases.invalid/kubectl-bmh_v1.2.3_${os}_${arch}.${os === 'windows' ? 'zip' : 'tar.gz'}`,
  sha256: 'a0'.repeat(32),
}));

/** A manifest that holds to all rules. */
export const goodManifest = manifestOf(rowsPlugin, releases, 'v1.2.3');

const spec = (fields: object) => ({ ...goodManifest, spec: { ...goodManifest.spec, ...fields } });
/** With one platform, the last (windows/arm64), written otherwise. */
const last = (fields: object) =>
  spec({
    platforms: goodManifest.spec.platforms.map((one, at, all) =>
      at === all.length - 1 ? { ...one, ...fields } : one,
    ),
  });
const [first] = goodManifest.spec.platforms as [ManifestPlatform];
const WIDE = `Repairs ${'records '.repeat(10)}`;

/** A rule, and a manifest that breaks it alone. */
export type BrokenManifest = [rule: string, what: string, manifest: object];

/** What krew itself refuses. */
export const refusedByKrew: BrokenManifest[] = [
  ['api-version', 'another version of the API', { ...goodManifest, apiVersion: 'krew.dev/v1' }],
  ['kind', 'another kind', { ...goodManifest, kind: 'Index' }],
  ['name', 'a name unlike the file’s', { ...goodManifest, metadata: { name: 'hosts' } }],
  ['name', 'no metadata', { ...goodManifest, metadata: undefined }],
  ['version', 'no v before it', spec({ version: '1.2.3' })],
  ['version', 'two numbers', spec({ version: 'v1.2' })],
  ['version', 'a number with a zero before it', spec({ version: 'v1.02.3' })],
  ['version', 'an empty word after it', spec({ version: 'v1.2.3-' })],
  ['short-description', 'none', spec({ shortDescription: '' })],
  ['short-description', 'two lines', spec({ shortDescription: 'Repair\nhosts' })],
  ['platforms-disjoint', 'one twice', spec({ platforms: [...goodManifest.spec.platforms, first] })],
  [
    'platforms-disjoint',
    'one for every architecture',
    spec({
      platforms: [...goodManifest.spec.platforms, { ...first, selector: { matchLabels: { os: 'linux' } } }],
    }),
  ],
  ['uri', 'none', last({ uri: undefined })],
  ['sha256', 'none', last({ sha256: undefined })],
  ['sha256', 'in capitals', last({ sha256: 'A0'.repeat(32) })],
  ['sha256', 'too short', last({ sha256: 'a0'.repeat(20) })],
  [
    'selector',
    'a label that krew does not know',
    last({ selector: { matchLabels: { os: 'windows', arch: 'arm64', libc: 'musl' } } }),
  ],
];

/** What krew would take, and its index or its users would not. */
export const refusedByUs: BrokenManifest[] = [
  ['homepage', 'a home that is no address', spec({ homepage: 'the wiki' })],
  ['homepage', 'a home without TLS', spec({ homepage: 'http://releases.invalid' })],
  ['short-description', '51 characters', spec({ shortDescription: 'x'.repeat(51) })],
  ['description-width', 'none', spec({ description: '' })],
  ['description-width', 'a line of 88 characters', spec({ description: WIDE })],
  ['description-width', 'such a line in the caveats', spec({ caveats: WIDE })],
  ['description-usage', 'commands', spec({ description: 'Usage:\nrepair a host\n' })],
  ['description-usage', 'a command line', spec({ description: 'Repairs.\n  kubectl bmh repair a\n' })],
  ['description-usage', 'flags', spec({ description: 'Repairs, without questions with --yes.\n' })],
  ['description-usage', 'a list', spec({ description: 'Does:\n- repair\n- undo\n' })],
  ['all-platforms', 'one less', spec({ platforms: goodManifest.spec.platforms.slice(1) })],
  ['uri', 'a file’s', last({ uri: 'file:///releases/kubectl-bmh.zip' })],
  ['uri', 'a path', last({ uri: 'kubectl-bmh.zip' })],
  ['uri', 'another format', last({ uri: 'https://releases.invalid/kubectl-bmh.tar.xz' })],
  ['bin', 'in a folder', last({ bin: 'bin/kubectl-bmh.exe' })],
  ['bin', 'outside', last({ bin: '../kubectl-bmh.exe' })],
  ['bin-extension', 'none on Windows', last({ bin: 'kubectl-bmh' })],
  [
    'bin-extension',
    'one elsewhere',
    spec({ platforms: [{ ...first, bin: 'kubectl-bmh.exe' }, ...goodManifest.spec.platforms.slice(1)] }),
  ],
  ['files', 'a list of files', last({ files: [{ from: '*', to: '.' }] })],
  [
    'selector',
    'an expression beside the labels',
    last({
      selector: {
        matchLabels: { os: 'windows', arch: 'arm64' },
        matchExpressions: [{ key: 'os', operator: 'Exists' }],
      },
    }),
  ],
];
