import { createHash } from 'node:crypto';
import { type Content, html, trusted } from './html.ts';

/** A page that needs nothing else. */
export interface Document {
  title: string;
  style: string;
  body: Content;
  script?: string | undefined;
}

/**
 * The text of a page that may load nothing: its policy allows its own style and script alone, by their hashes.
 */
export function documentText({ title, style, body, script }: Document): string {
  const scripts = script === undefined ? '' : `; script-src '${hashOf(script)}'`;
  const policy = `default-src 'none'; style-src '${hashOf(style)}'${scripts}; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
${body}${script !== undefined && html`<script>${trusted(script)}</script>\n`}</body>
</html>
`.html;
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
