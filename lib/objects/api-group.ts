/** Whether a text is an API group of a custom resource: a DNS name of two parts or more (RFC 1123), at most 253 characters. */
export const isApiGroup = (text: string): boolean => text.length <= 253 && GROUP.test(text);

const GROUP = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)+$/;
