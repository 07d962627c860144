import { isIPv4, isIPv6 } from 'node:net';

const formats: Record<string, (text: string) => boolean> = {
  'date-time': (text) =>
    /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.test(text) &&
    !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  uri: (text) => URL.canParse(text) || text.startsWith('/'),
  ipv4: isIPv4,
  ipv6: isIPv6,
  byte: (text) => /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0,
  uuid: (text) => /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(text),
};

/** Whether a string has a format of OpenAPI. Unknown formats accept everything, as on the API server. */
export const formatMatches = (format: string, text: string): boolean => formats[format]?.(text) ?? true;
