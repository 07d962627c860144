/** The parts of a container image's reference, `registry:5000/team/name:tag@sha256:…`. */
export interface ImageReference {
  /** The last part of its repository: `name`. */
  name: string;
  tag: string | undefined;
  /** `sha256:…`. */
  digest: string | undefined;
}

export function imageReference(image: string): ImageReference {
  const [tagged = '', digest] = image.split('@', 2);
  const last = tagged.slice(tagged.lastIndexOf('/') + 1);
  const [name = '', tag] = last.split(':', 2);
  return { name, tag: tag || undefined, digest: digest || undefined };
}

/** What a reference says of the version: its tag, else its digest; a reference without either is the tag `latest`. */
export function imageVersion(image: string): string {
  const { tag, digest } = imageReference(image);
  return tag ?? digest ?? 'latest';
}

/** A version as a person reads it: of a digest its beginning, as container tools show it. */
export const versionText = (version: string | null): string =>
  version?.replace(/^(sha256:[0-9a-f]{12})[0-9a-f]+$/, '$1') ?? '<unknown>';
