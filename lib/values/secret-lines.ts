/**
 * A line of a values file as it may be shown: without what follows a key that sounds like a secret, or the address of a webhook, which
 * whoever knows it can use.
 */
export const withoutSecrets = (line: string): string => line.replace(SECRET, '$1***');

const SECRET =
  /(^.*?["']?[\w.-]*(?:pas+w|secret(?!Name|s?\b\s*:\s*\[?$)|token|credential|api_?key|auth|(?<!root_)url)[\w.-]*["']?\s*:\s).*\S.*$/i;
