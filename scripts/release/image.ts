import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { version } from '../plugins.ts';
import type { Archive } from './parts.ts';

/** The program in the image. */
const PROGRAM = 'kubectl-bmh';

/** Its executable needs libc, libstdc++ and libgcc; `cc` is the smallest of distroless that has them. */
const BASE = 'gcr.io/distroless/cc-debian12:nonroot';

/** The user `nonroot` of distroless images, as a number: Kubernetes checks that it is not root. */
const USER = '65532:65532';

/**
 * Writes the build context of the image: a Containerfile, and for each architecture the executable from its archive in
 * `release`, byte for byte.
 */
export async function writeImage(
  folder: string,
  { release, archives }: { release: string; archives: readonly Archive[] },
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const { file, plugin, platform } of archives) {
    if (plugin.program !== PROGRAM || platform.os !== 'linux') continue;
    const members = await membersOf(join(release, file));
    const place = join(folder, platform.os, platform.arch);
    await mkdir(place, { recursive: true });
    for (const [name, content] of members) {
      const isProgram = name === PROGRAM;
      const path = join(isProgram ? place : folder, name);
      await writeFile(path, content);
      // Whatever the umask is: the image's user is another one.
      await chmod(path, isProgram ? 0o755 : 0o644);
    }
    await writeFile(join(folder, 'Containerfile'), CONTAINERFILE);
  }
}

async function membersOf(archive: string): Promise<Map<string, Buffer>> {
  const members = new Map<string, Buffer>();
  const reader = extract();
  reader.end(gunzipSync(await readFile(archive)));
  for await (const entry of reader) members.set(entry.header.name, await buffer(entry));
  return members;
}

const CONTAINERFILE = `# ${PROGRAM} ${version} for linux/amd64 and linux/arm64. In this folder:
#   podman build --platform linux/amd64,linux/arm64 --manifest REGISTRY/${PROGRAM}:${version} .
#   docker buildx build -f Containerfile --platform linux/amd64,linux/arm64 -t REGISTRY/${PROGRAM}:${version} --push .

# The base has libc, libstdc++, libgcc and CA certificates, and no shell. For another one: --build-arg BASE=IMAGE
ARG BASE=${BASE}
FROM $BASE

# Set by the builder.
ARG TARGETARCH
COPY linux/$TARGETARCH/${PROGRAM} /usr/local/bin/${PROGRAM}
COPY LICENSE THIRD_PARTY_NOTICES.txt /usr/share/doc/${PROGRAM}/
LABEL org.opencontainers.image.title="${PROGRAM}" \\
      org.opencontainers.image.version="${version}" \\
      org.opencontainers.image.licenses="Apache-2.0"
USER ${USER}
ENTRYPOINT ["/usr/local/bin/${PROGRAM}"]
`;
