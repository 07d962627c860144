/** Loaded before the tests of a mutant: serves the one changed file from `MUTANT`; the working tree stays as it is. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const { url, text } = JSON.parse(readFileSync(process.env.MUTANT ?? '', 'utf8'));
delete process.env.MUTANT;

registerHooks({
  load(asked, context, next) {
    const loaded = next(asked, context);
    return asked === url ? { ...loaded, source: text } : loaded;
  },
});
