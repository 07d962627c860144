import { isPrintable, printableYaml } from './text.ts';

/** A text as a YAML scalar: plain if no reader takes it for something else. */
export const yamlScalar = (text: string): string =>
  PLAIN.test(text) && !/: | #|:$/.test(text) && !OTHER.test(text) && isPrintable(text)
    ? text
    : printableYaml(JSON.stringify(text.toWellFormed()));

const PLAIN = /^[A-Za-z](?:[^\p{Cc}]*\S)?$/u;
/** What YAML 1.1 or 1.2 reads as no text. */
const OTHER = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
