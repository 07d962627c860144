import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The texts of uPlot that a page with charts has. Packed programs have no packages: the build puts the same texts in place of this module
 * (scripts/build/esbuild-plugins.ts).
 */
export const uplotTexts = (): { script: string; style: string } => ({
  script: textAt(import.meta.resolve('uplot/dist/uPlot.iife.min.js')),
  style: textAt(import.meta.resolve('uplot/dist/uPlot.min.css')),
});

const textAt = (url: string): string => readFileSync(fileURLToPath(url), 'utf8');
