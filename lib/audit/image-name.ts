import { followsNamePattern, lastPathPart } from '../hosts/image.ts';
import { masked } from '../words/masked.ts';

/**
 * The document's three flavours (§2.1), as image names spell them: the standard node image, the HPC-optimised image, and the
 * GPU-enabled compute image.
 */
const FLAVOURS = ['standard', 'std', 'hpc', 'gpu'] as const;

/**
 * What is wrong with the name of an image; undefined where it is `<platform>-<flavour>-<os>.qcow2` with one of the flavours. A
 * platform may have hyphens in its name, so that a flavour is looked for in every part but the first and the last.
 */
export function nameFault(url: string, more: readonly string[]): string | undefined {
  const name = lastPathPart(url) ?? '';
  const shown = name === '' ? 'the address ends without an image name' : `${masked(name)} is`;
  if (!followsNamePattern(url))
    return name === '' ? shown : `${shown} not of the form <platform>-<flavour>-<os>.qcow2`;
  const between = name.toLowerCase().split('-').slice(1, -1).join('-');
  const flavours = [...new Set([...FLAVOURS, ...more])];
  if (flavours.some((flavour) => `-${between}-`.includes(`-${flavour.toLowerCase()}-`))) return undefined;
  return `${shown} of no flavour that there is (${flavours.join(', ')})`;
}
