import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { findInstallation } from '../../src/config/installation.ts';
import { documents } from '../../src/telephony/telephony-a/documents.ts';
import { findPythonPackages } from './python-packages.ts';

export interface SdkQuestion {
  readonly callbacks?: readonly SdkCallback[];
  readonly documents?: readonly string[];
}

export interface SdkCallback {
  readonly method: 'GET' | 'POST';
  readonly uri: string;
  readonly params: Readonly<Record<string, string | string[]>>;
  readonly nonce: string;
  readonly token: string;
}

interface SdkAnswer {
  readonly signatures: readonly string[];
  /** Null, or what is wrong with each document. */
  readonly documents: readonly (string | null)[];
}

export type Sdk =
  | { readonly ok: true; ask(question: SdkQuestion): Promise<SdkAnswer> }
  /** Why the SDK is not available here. */
  | { readonly ok: false; readonly reason: string };

/** Finds the SDK of telephony_a's provider in the cache or fetches it there with pip. */
export async function findSdk(env: NodeJS.ProcessEnv): Promise<Sdk> {
  const packages = await findPythonPackages('plivo', env);
  if (!packages.ok) return packages;
  const { rootDir } = findInstallation(import.meta.url);
  const program = await readFile(join(rootDir, 'bench', 'trials', 'python', 'provider-sdk.py'), 'utf8');
  return {
    ok: true,
    async ask({ callbacks = [], documents: given = [] }) {
      const input = JSON.stringify({ callbacks, documents: given });
      const { status, output } = await packages.run(['-W', 'ignore', '-c', program], { input });
      if (status !== 0) throw new Error(output);
      return JSON.parse(output) as SdkAnswer;
    },
  };
}

const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,11}$/);
const text = fc.string({ unit: 'grapheme', maxLength: 24 });
// ASCII only: the SDK cannot read other queries.
const plain = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 });
const random = fc.record({
  query: fc.dictionary(name, plain, { maxKeys: 4 }),
  form: fc.dictionary(name, fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 4 })), { maxKeys: 12 }),
  nonce: fc.stringMatching(/^[0-9]{1,20}$/),
  secret: fc.stringMatching(/^[A-Za-z0-9]{8,40}$/),
});

/** Returns callbacks with random forms and queries, deterministic for a seed. */
export const randomCallbacks = (address: string, count: number, seed: number): SdkCallback[] =>
  fc.sample(random, { seed, numRuns: count }).map(({ query, form: params, nonce, secret }) => {
    const search = new URLSearchParams(query).toString();
    const uri = `${address}${search === '' ? '' : `?${search}`}`;
    return { method: 'POST', uri, params, nonce, token: secret };
  });

/** Returns one of each document that the server sends to the provider. */
export function ourDocuments(): string[] {
  const url = 'https://calls.example.com/hook?a=1&b=2';
  const stream = documents.answer({ kind: 'stream', streamUrl: 'wss://x.example/m/t', statusUrl: url, rateHz: 8000 });
  const refusals = (['busy', 'over', 'no_match'] as const).map((kind) => documents.answer({ kind }));
  const answers = [stream, ...refusals].map((one) => (one.kind === 'document' ? String(one.body) : one.kind));
  const { handover, bridge, hangUp } = documents;
  const rest = [
    handover?.whisper({ choiceUrl: url, brief: 'A <caller> & more.' }),
    handover?.room('room-1', url),
    handover?.room('room-1'),
    handover?.goodbye('Goodbye.'),
    handover?.none(),
    bridge?.({
      callerId: '+12025550143',
      placedFrom: '+12025550142',
      to: '+12025550144',
      statusUrl: url,
      recordingUrl: url,
    }),
    hangUp?.(),
  ];
  return [...answers, ...rest.map(String)];
}

/** Two documents that the SDK must reject: an oracle that accepts everything proves nothing. */
export const wrongDocuments = [
  '<Response><Hangup colour="red"/></Response>',
  '<Response><Stream bidirectional="7">x</Stream></Response>',
] as const;
