import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { test } from 'node:test';
import { startImageServer } from './images.ts';

const URL_ = 'http://httpd-http/images/acme-standard-ubuntu2204.qcow2';

function get(
  port: number,
  url: string,
  method = 'GET',
): Promise<{ status: number | undefined; text: string }> {
  const { host, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    request(
      { host: '127.0.0.1', port, method, path: pathname, headers: { host }, agent: false },
      async (response) => {
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += chunk;
        resolve({ status: response.statusCode, text });
      },
    )
      .on('error', reject)
      .end();
  });
}

test('serves an image and its checksum file only under their own host', async () => {
  const server = await startImageServer([URL_]);
  try {
    const { status, text } = await get(server.port, URL_);
    const sum = createHash('md5').update(text).digest('hex');
    assert.equal(status, 200);
    assert.deepEqual(await get(server.port, `${URL_}.md5sum`), {
      status: 200,
      text: `${sum}  acme-standard-ubuntu2204.qcow2\n`,
    });
    for (const [url, expected] of [
      [URL_, 200],
      [`${URL_}.md5sum`, 200],
      [URL_.replace('httpd-http', '172.22.0.1:6180'), 404],
      [URL_.replace('httpd-http', '[fd00:1101::3]:6180'), 404],
      [`${URL_}.sha256sum`, 404],
      ['http://httpd-http/images/', 404],
    ] as const) {
      assert.equal(await server.head(url), expected, url);
    }
    assert.equal((await get(server.port, URL_, 'POST')).status, 405);
  } finally {
    await server.stop();
  }
});

test('serves the images of httpd-http at the service port under any name', async () => {
  const server = await startImageServer([URL_, 'http://elsewhere/images/other.qcow2']);
  try {
    const status = async (url: string) => (await get(server.servicePort, url, 'HEAD')).status;
    assert.equal(await status(URL_.replace('httpd-http', '10.244.0.7')), 200);
    assert.equal(await status('http://elsewhere/images/other.qcow2'), 404);
  } finally {
    await server.stop();
  }
});

test('serves the images in the set, and nothing once stopped', async () => {
  const server = await startImageServer([]);
  assert.equal(await server.head(URL_), 404);
  server.images.add(URL_);
  assert.equal(await server.head(URL_), 200);
  server.images.delete(URL_);
  assert.equal(await server.head(URL_), 404);
  await server.stop();
  await assert.rejects(server.head(URL_), { code: 'ECONNREFUSED' });
});
