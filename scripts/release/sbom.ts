import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ComponentType, HashAlgorithm } from '@cyclonedx/cyclonedx-library/Enums';
import {
  Bom,
  Component,
  HashDictionary,
  LicenseRepository,
  SpdxLicense,
} from '@cyclonedx/cyclonedx-library/Models';
import { JSON as CycloneJson, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import { PackageURL } from 'packageurl-js';
import { namesOf, thisPlatform } from '../build/platforms.ts';
import { licenceOf } from '../licences.ts';
import { root } from '../root.ts';
import { lockedPackage, resolvedFrom } from './lockfile.ts';

export interface Contents {
  program: string;
  /** Without a leading `v`. */
  version: string;
  /** Folders of the packages in it, from the project's: `node_modules/yargs`. */
  packages: string[];
  /** Names of the npm packages with Node, one for each platform. */
  nodes: string[];
  /** When the release was made, as far as that matters. */
  time: Date;
}

/**
 * The bill of materials of a program, in CycloneDX's JSON: every package with code in the executables,
 * and Node with what is part of it. It has no serial number, which would be another each time.
 */
export async function billOf({ program, version, packages, nodes, time }: Contents): Promise<string> {
  const application = new Component(ComponentType.Application, program, {
    version,
    bomRef: program,
    licenses: await licencesOf(''),
  });
  const node = nodeComponent(nodes, await licencesOf(`node_modules/${namesOf(thisPlatform()).package}`));
  const components = new Map(
    await Promise.all(packages.map(async (folder) => [folder, await packageComponent(folder)] as const)),
  );
  application.dependencies.add(node.bomRef);
  for (const [folder, component] of [['', application] as const, ...components])
    for (const name of await dependenciesOf(folder)) {
      const found = components.get(resolvedFrom(folder, name) ?? '');
      if (found) component.dependencies.add(found.bomRef);
    }

  const bom = new Bom();
  bom.metadata.timestamp = time;
  bom.metadata.component = application;
  for (const component of [node, ...components.values()]) bom.components.add(component);
  const serializer = new JsonSerializer(new CycloneJson.Normalize.Factory(Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

async function packageComponent(folder: string): Promise<Component> {
  const { name, description } = await packageFile(folder);
  const { version } = lockedPackage(folder);
  const [scope, bare = ''] = name.includes('/') ? name.split('/') : [undefined, name];
  return new Component(ComponentType.Library, bare, {
    ...(scope && { group: scope }),
    ...(description && { description }),
    version,
    bomRef: folder,
    purl: new PackageURL('npm', scope, bare, version).toString(),
    hashes: hashesOf(folder),
    licenses: await licencesOf(folder),
  });
}

/** Node, in which lie the packages that it comes from and the libraries that it was built with. */
function nodeComponent(nodes: string[], licenses: LicenseRepository): Component {
  const { node: version, ...parts } = process.versions;
  const component = new Component(ComponentType.Platform, 'node', {
    version,
    bomRef: 'node',
    licenses,
    purl: new PackageURL('generic', undefined, 'node', version).toString(),
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:-:*:*:*`,
  });
  for (const name of nodes)
    component.components.add(
      new Component(ComponentType.Platform, name, {
        version,
        bomRef: `node_modules/${name}`,
        purl: new PackageURL('npm', undefined, name, version).toString(),
        hashes: hashesOf(`node_modules/${name}`),
      }),
    );
  for (const [name, partVersion] of Object.entries(parts))
    component.components.add(
      new Component(ComponentType.Library, name, { version: partVersion, bomRef: `node/${name}` }),
    );
  return component;
}

async function dependenciesOf(folder: string): Promise<string[]> {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
    await packageFile(folder);
  // A peer that a package does without is often in the last of these alone.
  return Object.keys({
    ...dependencies,
    ...optionalDependencies,
    ...peerDependencies,
    ...peerDependenciesMeta,
  });
}

interface PackageFile {
  name: string;
  description?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, unknown>;
}

const packageFile = async (folder: string): Promise<PackageFile> =>
  JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));

const licencesOf = async (folder: string): Promise<LicenseRepository> =>
  new LicenseRepository([new SpdxLicense(await licenceOf(join(root, folder)))]);

/** Of the package's archive, which the lockfile has the checksum of. */
function hashesOf(folder: string): HashDictionary {
  const [, digest = ''] = lockedPackage(folder).integrity.split('sha512-');
  return new HashDictionary([[HashAlgorithm['SHA-512'], Buffer.from(digest, 'base64').toString('hex')]]);
}
