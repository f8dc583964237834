import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Collector {
  readonly address: string;
  /** Path, headers and body of each received request. */
  readonly received: readonly string[];
}

/** Opens a trace collector that stores requests unchanged. */
export async function openCollector(): Promise<Collector> {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    received.push(`${request.url} ${JSON.stringify(request.headers)} ${await buffer(request)}`);
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

export interface ServerProcess {
  readonly address: string;
  /** Returns everything written to standard output and error. */
  output(): string;
  /** Stops it as an operator would. Returns its exit status. */
  stop(): Promise<number | null>;
}

const programs = {
  /** The whole server with scripted engines. */
  whole: 'trials/scripted-server.js',
  /** Without the media plane, which costs half a second of CPU. */
  'control plane': 'api/control-plane.js',
};

/** Starts the built server as a process with only this environment. */
export async function startProcess(
  env: Readonly<Record<string, string>>,
  program: keyof typeof programs = 'whole',
): Promise<ServerProcess> {
  const entry = new URL(`../../dist/bench/${programs[program]}`, import.meta.url).href;
  const code = `const { main } = await import(${JSON.stringify(entry)}); process.exitCode = await main([], process.env);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const ended = once(child, 'close') as Promise<[number | null]>;
  const ready = new Promise<string>((resolve, reject) => {
    const keep = (chunk: Buffer): void => {
      output += chunk.toString('latin1');
      const address = /^ready (\S+)$/m.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    void ended.then(() => reject(new Error(`ended before it was ready: ${output}`)));
  });
  return {
    address: await ready,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}
