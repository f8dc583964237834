import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { BucketConfig } from '../../src/files/index.ts';

const credentials = { region: 'eu-test-1', accessKeyId: 'TESTKEY', secretAccessKey: 'test/secret+of/forty=characters' };

/** Replaces the emulator's response; undefined keeps it. */
type Trouble = (request: IncomingMessage) => { readonly status: number; readonly code: string } | 'hang' | undefined;

export interface S3Emulator {
  readonly config: BucketConfig;
  readonly objects: Map<string, { bytes: Buffer; modified: Date }>;
  readonly requests: string[];
  /** Runs before each request. */
  trouble: Trouble;
  /** Whether objects lose their last byte on upload. */
  cutsShort: boolean;
}

/** An S3-compatible server with one bucket. Checks signatures (SigV4), the content digest and Content-MD5. */
export async function openS3Emulator(): Promise<S3Emulator> {
  const objects: S3Emulator['objects'] = new Map();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const emulator: S3Emulator = {
    config: { endpoint: `http://127.0.0.1:${port}`, bucket: 'calls', prefix: 'parley/', ...credentials, idleMs: 2000 },
    objects,
    requests: [],
    trouble: () => undefined,
    cutsShort: false,
  };
  return emulator;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', `http://${headers.host}`);
    emulator.requests.push(`${method} ${url.pathname}`);
    const trouble = emulator.trouble(request);
    if (trouble === 'hang') return;
    const body = await buffer(request);
    const refusal = trouble ?? refusalOf(request, url, body);
    if (refusal !== undefined) return refuse(method, response, refusal);
    const [, bucket = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    if (bucket !== 'calls') return refuse(method, response, { status: 404, code: 'NoSuchBucket' });
    const key = rest.join('/');
    if (key === '') return list(url, response);
    const source = headers['x-amz-copy-source'];
    const from = typeof source === 'string' ? decodeURIComponent(source).replace('/calls/', '') : key;
    const found = objects.get(from);
    if (method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (method === 'PUT' && source === undefined) {
      objects.set(key, { bytes: emulator.cutsShort ? body.subarray(0, -1) : body, modified: new Date() });
      response.end();
    } else if (found === undefined) {
      refuse(method, response, { status: 404, code: 'NoSuchKey' });
    } else if (method === 'PUT') {
      objects.set(key, { bytes: found.bytes, modified: new Date() });
      response.end('<CopyObjectResult></CopyObjectResult>');
    } else read(request, response, found.bytes);
  }

  function list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    // Small pages, so that every listing has several.
    const page = keys.slice(0, 2);
    const contents = page.map((key) => {
      const modified = objects.get(key)?.modified.toISOString();
      return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified></Contents>`;
    });
    const next = keys.length > 2 ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    response.end(`<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`);
  }
}

function read({ method, headers }: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const part = start === undefined ? bytes : bytes.subarray(Number(start), Number(end) + 1);
  response.writeHead(start === undefined ? 200 : 206, { 'content-length': part.length });
  response.end(method === 'HEAD' ? undefined : part);
}

function refuse(method: string, response: ServerResponse, { status, code }: { status: number; code: string }): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(method === 'HEAD' ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** Written from the Signature Version 4 specification, not from the tested signer. */
function refusalOf({ method, headers }: IncomingMessage, url: URL, body: Buffer) {
  const [, keyId, date, region, signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (keyId !== credentials.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
  if (region !== credentials.region) return { status: 400, code: 'AuthorizationHeaderMalformed' };
  const stamp = String(headers['x-amz-date']);
  const content = String(headers['x-amz-content-sha256']);
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort();
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url.pathname, query.join('&'), lines.join(''), signed, content].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${credentials.secretAccessKey}`, date as string));
  const expected = hmac(key, ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n')).toString('hex');
  if (signature !== expected) return { status: 403, code: 'SignatureDoesNotMatch' };
  if (content !== sha256(body)) return { status: 400, code: 'XAmzContentSHA256Mismatch' };
  const md5 = headers['content-md5'];
  if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64'))
    return { status: 400, code: 'BadDigest' };
  return undefined;
}
