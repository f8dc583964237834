import { parseArgs } from 'node:util';
import { signature } from '../../src/telephony/telephony-a/signature.ts';
import { findSdk, ourDocuments, randomCallbacks, type Sdk, wrongDocuments } from './provider-sdk-oracle.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `provider-sdk: signatures and documents of telephony_a against the SDK of its provider.
  --callbacks N  random callbacks that the SDK signs (default 3000)
  --seed N       (default 1)
  --out FILE     (default bench/results/provider-sdk.json)
Needs Python 3.11 or newer with pip, which fetches the SDK once, pinned and hash-checked.
`;

const options = {
  callbacks: { type: 'string', default: '3000' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: 'bench/results/provider-sdk.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [count, seed] = [Number(values.callbacks), Number(values.seed)];
  if (values.help || !(count > 0) || !Number.isInteger(seed)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const sdk = await findSdk(env);
  return conclude(values.out, [await signatures(sdk, count, seed), await documents(sdk)]);
}

/**
 * Checks that SDK signatures are accepted with the account's token, and rejected with another token or after a change.
 */
async function signatures(sdk: Sdk, count: number, seed: number): Promise<Verdict> {
  const about = {
    test: "signatures of telephony_a by its provider's SDK",
    limit: 'every one, and no forged one',
    seed,
  };
  if (!sdk.ok) return { ...about, figure: sdk.reason, outcome: 'skip' };
  const callbacks = randomCallbacks('https://calls.example.com/api/voice/webhooks/telephony_a/answer', count, seed);
  const answer = await sdk.ask({ callbacks });
  const isRight = callbacks.map(({ uri, params, nonce, token }, index) => {
    const sent = { urls: [uri], form: params, nonce, signatures: [answer.signatures[index] ?? ''] };
    const forged = [
      signature.isSignedBy(`${token}x`, sent),
      signature.isSignedBy(token, { ...sent, nonce: `${nonce}1` }),
      signature.isSignedBy(token, { ...sent, form: { ...params, Added: 'x' } }),
    ];
    return signature.isSignedBy(token, sent) && !forged.includes(true);
  });
  const right = isRight.filter(Boolean).length;
  return { ...about, figure: `${right} of ${count} callbacks`, outcome: judged(right === count) };
}

async function documents(sdk: Sdk): Promise<Verdict> {
  const about = {
    test: "documents of telephony_a as its provider's SDK writes them",
    limit: 'every one; two wrong ones are refused',
  };
  if (!sdk.ok) return { ...about, figure: sdk.reason, outcome: 'skip' };
  const ours = ourDocuments();
  const answer = await sdk.ask({ documents: [...ours, ...wrongDocuments] });
  const wrong = answer.documents.slice(0, ours.length).filter((one) => one !== null);
  const refused = answer.documents.slice(ours.length).filter((one) => one !== null).length;
  for (const one of wrong) process.stderr.write(`${one}\n`);
  const figure = `${ours.length - wrong.length} of ${ours.length} documents, ${refused} of ${wrongDocuments.length} wrong ones refused`;
  return { ...about, figure, outcome: judged(wrong.length === 0 && refused === wrongDocuments.length) };
}
