import type { Fields } from '../objects/model.ts';

/** The media type in which kubectl asks for `/openapi/v2`, and what it is answered as: `@` is not valid in a media type. */
export const ASKED_AS = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
export const ANSWERED_AS = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

const title = 'Kubernetes';

/**
 * The body of `/openapi/v2`, without definitions: kubectl asks for it where an object is of no single type (a
 * `List`), and leaves the check of what it finds no definition for to the server.
 */
export const openApiV2 = (version: string): Fields => ({
  swagger: '2.0',
  info: { title, version },
  paths: {},
  definitions: {},
});

/** The same as a protobuf message. */
export const openApiV2Protobuf = (version: string): Buffer =>
  Buffer.concat([member(1, '2.0'), member(2, Buffer.concat([member(1, title), member(2, version)]))]);

/** One field of a message that is not longer than 127 bytes, so that its length is one byte. */
function member(number: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
}
