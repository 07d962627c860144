import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './root.ts';

/** plugin.yaml: the one description of both plugins. */
export interface PluginFile {
  /** What a release is made for, in Go's names. */
  platforms: Platform[];
  plugins: Plugin[];
}

export interface Platform {
  os: 'linux' | 'darwin' | 'windows';
  arch: 'amd64' | 'arm64';
}

export interface Plugin {
  /** What krew calls it, and its manifest's file name. */
  name: string;
  /** The executable's name, without `.exe`, and its folder under cmd. */
  program: string;
  /** One line of at most 50 characters. */
  shortDescription: string;
  /** Lines of at most 80 characters. */
  description: string;
  /** What is left to do after an install. */
  caveats?: string;
}

export const { platforms, plugins } = parse(readFileSync(join(root, 'plugin.yaml'), 'utf8')) as PluginFile;

const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  homepage?: string;
};

/** With a leading `v`. */
export const version = `v${about.version}`;

/** Where the project is at home, if it has said so. */
export const homepage = about.homepage;
