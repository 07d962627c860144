/** Text as it may be shown: logins, signatures and tokens inside addresses are masked, wherever in it they stand. */
export const masked = (text: string): string => text.replace(LOGIN, '***@').replace(SIGNATURE, '$1***');

/** Looked for from behind the scheme, so that a long word without an address is passed over quickly. */
const LOGIN = /(?<=[a-z0-9+.-]:\/\/)[^/?#\s"'\\]*@/gi;

/** What presigned addresses carry: `?X-Amz-Signature=`, `&sig=`, `?token=`, as plain text or with `&` as JSON may escape it. */
const SIGNATURE =
  /((?:[?&;]|\\u0026)[\w.~%-]{0,40}(?:sig|token|secret|passw|pwd|credential|auth|key|session)[\w.~%-]{0,40}=)[^&;#\s"'\\<>]+/gi;
