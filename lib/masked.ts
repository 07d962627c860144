/** Text as it may be shown: credentials inside addresses are masked, wherever in it they stand. */
export const masked = (text: string): string => text.replace(LOGIN, '***@');

/** Looked for from behind the scheme, so that a long word without an address is passed over quickly. */
const LOGIN = /(?<=[a-z0-9+.-]:\/\/)[^/?#\s"'\\]*@/gi;
