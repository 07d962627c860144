import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../scripts/root.ts';
import { type Mutant, mutated } from './places.ts';

/** Tells whether the compiler takes a mutant. It reads the project once. */
export function compiler(): (mutant: Mutant) => boolean {
  const path = join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const changed = new Map<string, { version: number; text: string }>();
  let version = 0;
  const textOf = (file: string): string => changed.get(file)?.text ?? readFileSync(file, 'utf8');
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (file) => String(changed.get(file)?.version ?? 0),
    getScriptSnapshot: (file) =>
      ts.sys.fileExists(file) ? ts.ScriptSnapshot.fromString(textOf(file)) : undefined,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
  });
  return (mutant) => {
    const file = join(root, mutant.file);
    const source = readFileSync(file, 'utf8');
    changed.set(file, { version: ++version, text: mutated(source, mutant) });
    const isTaken = service.getSemanticDiagnostics(file).length === 0;
    changed.set(file, { version: ++version, text: source });
    return isTaken;
  };
}
