import { parse } from 'yaml';
import type { Manifest, ManifestPlatform } from './krew.ts';

/** A broken rule of a manifest, and what is wrong. */
export interface Problem {
  rule: string;
  message: string;
}

export interface Judged {
  /** The manifest's file name without `.yaml`, by which krew finds the plugin. */
  name: string;
  /** Without a release, neither `uri` nor `sha256` is asked for. */
  isReleased: boolean;
}

/** A manifest in which anything can be missing. */
type Loose<T> = T extends object ? { [Key in keyof T]?: Loose<T[Key]> } : T;
type Spec = NonNullable<Loose<Manifest>['spec']>;
type Entry = Loose<ManifestPlatform> & { files?: unknown };

type Check = (manifest: Loose<Manifest>, judged: Judged) => string[];

/** What krew itself demands, what its index does, and what this project promises: all six platforms. */
const rules: Record<string, Check> = {
  'api-version': ({ apiVersion }) =>
    unless(apiVersion === 'krew.googlecontainertools.github.com/v1alpha2', `apiVersion is ${apiVersion}`),
  kind: ({ kind }) => unless(kind === 'Plugin', `kind is ${kind}, not Plugin`),
  name: ({ metadata }, { name }) => [
    ...unless(metadata?.name === name, `metadata.name is ${metadata?.name}, and the file ${name}.yaml`),
    ...unless(/^[\w-]+$/.test(name), `the name ${name} has other characters than letters, digits, _ and -`),
  ],
  version: ({ spec }) =>
    unless(
      SEMANTIC.test(spec?.version ?? ''),
      `spec.version ${spec?.version} is not v and a semantic version`,
    ),
  homepage: ({ spec }) =>
    unless(
      !spec?.homepage || protocolOf(spec.homepage) === 'https:',
      'spec.homepage is not an https address',
    ),
  'short-description': ({ spec }) =>
    unless(
      /^.{1,50}$/.test(spec?.shortDescription ?? ''),
      'shortDescription is not one line of at most 50 characters',
    ),
  'description-width': ({ spec }) => [
    ...unless(spec?.description?.trim(), 'description is missing'),
    ...tooWide('description', spec?.description),
    ...tooWide('caveats', spec?.caveats),
  ],
  'description-usage': ({ spec }) =>
    (spec?.description ?? '')
      .split('\n')
      .filter((line) => USAGE.test(line))
      .map((line) => `description has a usage line, which belongs into --help: ${line.trim()}`),
  selector: ({ spec }) =>
    each(spec, hasPlainSelector, 'selector has something else than matchLabels with os and arch'),
  'all-platforms': ({ spec }) =>
    PLATFORMS.filter((platform) => !platformsOf(spec).some((one) => labelOf(one) === platform)).map(
      (platform) => `no platform is ${platform}`,
    ),
  'platforms-disjoint': ({ spec }) =>
    platformsOf(spec)
      .filter((one, index, all) => all.slice(0, index).some((other) => doOverlap(one, other)))
      .map((one) => `more than one platform is ${labelOf(one)}`),
  uri: ({ spec }, { isReleased }) =>
    isReleased
      ? each(spec, ({ uri }) => isArchive(uri), 'uri is not the http or https address of a zip or tar.gz')
      : [],
  sha256: ({ spec }, { isReleased }) =>
    isReleased
      ? each(
          spec,
          ({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256 ?? ''),
          'sha256 is not 64 lower-case hexadecimal digits',
        )
      : [],
  bin: ({ spec }) => each(spec, ({ bin }) => /^[\w-]+(\.exe)?$/.test(bin ?? ''), 'bin is not at the root'),
  'bin-extension': ({ spec }) =>
    each(
      spec,
      (one) => (one.selector?.matchLabels?.os === 'windows') === Boolean(one.bin?.endsWith('.exe')),
      'bin has to end in .exe on Windows, and there alone',
    ),
  files: ({ spec }) =>
    each(spec, ({ files }) => files === undefined, 'has files:, and all of the archive is wanted'),
};

/** The names of the rules that `manifestProblems` judges by. */
export const manifestRules = Object.keys(rules);

/** What a manifest's text breaks of krew's rules; nothing, where krew and its index would take it. */
export function manifestProblems(text: string, judged: Judged): Problem[] {
  const manifest = (parse(text) ?? {}) as Loose<Manifest>;
  return Object.entries(rules).flatMap(([rule, check]) =>
    check(manifest, judged).map((message) => ({ rule, message })),
  );
}

/** krew knows more, and a release is for these. */
const PLATFORMS = ['linux', 'darwin', 'windows'].flatMap((os) => [`${os}/amd64`, `${os}/arm64`]);

const NUMBER = '(?:0|[1-9]\\d*)';
const WORDS = '[\\dA-Za-z-]+(?:\\.[\\dA-Za-z-]+)*';
const SEMANTIC = new RegExp(`^v${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${WORDS})?(?:\\+${WORDS})?$`);

const USAGE = /^\s*(usage|examples?|flags|commands):|^\s*([-*$]|kubectl)\s|\s--?[a-z]/i;

const unless = (holds: unknown, message: string): string[] => (holds ? [] : [message]);

const platformsOf = (spec?: Spec): Entry[] => (spec?.platforms ?? []).filter((one) => one !== undefined);

const labelOf = ({ selector }: Entry): string =>
  `${selector?.matchLabels?.os ?? 'any'}/${selector?.matchLabels?.arch ?? 'any'}`;

const each = (spec: Spec | undefined, holds: (one: Entry) => boolean, message: string): string[] =>
  platformsOf(spec).flatMap((one) => unless(holds(one), `${labelOf(one)}: ${message}`));

/** What overlaps is plain with labels alone; krew knows no others. */
function hasPlainSelector({ selector = {} }: Entry): boolean {
  const labels = Object.keys(selector.matchLabels ?? {});
  return (
    Object.keys(selector).join() === 'matchLabels' &&
    labels.length > 0 &&
    labels.every((label) => label === 'os' || label === 'arch')
  );
}

/** A selector without a label takes every value of it. */
function doOverlap(one: Entry, other: Entry): boolean {
  const [mine, theirs] = [one.selector?.matchLabels ?? {}, other.selector?.matchLabels ?? {}];
  return (['os', 'arch'] as const).every(
    (key) => mine[key] === undefined || theirs[key] === undefined || mine[key] === theirs[key],
  );
}

function tooWide(field: string, text = ''): string[] {
  const wide = text.split('\n').filter((line) => line.length > 80);
  return wide.map((line) => `${field} has a line of ${line.length} characters, and 80 are the most: ${line}`);
}

const isArchive = (uri = ''): boolean =>
  /^https?:$/.test(protocolOf(uri) ?? '') && /\.(zip|tar\.gz)$/.test(new URL(uri).pathname);

const protocolOf = (uri: string): string | undefined =>
  URL.canParse(uri) ? new URL(uri).protocol : undefined;
