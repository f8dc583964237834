import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../http/test-app.ts';
import { makeCall } from './calls.ts';
import { openReceiver } from './receiver.ts';
import { openWebhookApp } from './webhook-app.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'webhooks.md'), 'utf8');

/** The sample that the documentation gives, to the letter. */
function sample(language: string, holding: string): string {
  const blocks = [...page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(
    ([, code]) => code as string,
  );
  return blocks.find((code) => code.includes(holding)) ?? expect.unreachable(`no ${language} sample`);
}

type Verify = (bodyPath: string, signature: string, secret: string) => boolean;

const verifiers: Readonly<Record<string, Verify>> = {
  node(bodyPath, signature, secret) {
    const program = `${sample('js', 'isFromParley')}
      import { readFileSync } from 'node:fs';
      const [path, signature, secret] = process.argv.slice(1);
      console.log(isFromParley(readFileSync(path), signature, secret));`;
    const from = ['--input-type=module', '--eval', program, '--', bodyPath, signature, secret];
    return execFileSync(process.execPath, from, { encoding: 'utf8' }).trim() === 'true';
  },
  python(bodyPath, signature, secret) {
    const program = `${sample('python', 'is_from_parley')}
import sys
print(is_from_parley(open(sys.argv[1], 'rb').read(), sys.argv[2], sys.argv[3]))`;
    return (
      execFileSync('python3', ['-c', program, bodyPath, signature, secret], { encoding: 'utf8' }).trim() === 'True'
    );
  },
  openssl(bodyPath, signature, secret) {
    const program = sample('sh', 'openssl').replace('body.json', '"$BODY"');
    const env = { ...process.env, SECRET: secret, BODY: bodyPath };
    return execFileSync('sh', ['-c', program], { encoding: 'utf8', env }).trim() === signature;
  },
};

test('signatures match the samples in the documentation, and nothing else', async () => {
  const app = await openWebhookApp();
  const receiver = await openReceiver();
  const { secret } = await app.register({ url: receiver.url });
  const call = await makeCall(app);
  call.start();
  call.say('customer', 'Müller, "ठीक है" \u2028 </script> \\u0000 🙂', 100);
  call.end();
  const [delivery] = await receiver.until(1);
  const signature = String(delivery!.headers['x-webhook-signature']);
  const folder = temporaryFolder();
  const bodyPath = join(folder, 'body');
  const changedPath = join(folder, 'changed');
  writeFileSync(bodyPath, delivery!.body);
  // The same JSON in other bytes.
  writeFileSync(changedPath, JSON.stringify(JSON.parse(delivery!.body.toString()), null, 1));
  for (const [language, verify] of Object.entries(verifiers)) {
    expect(verify(bodyPath, signature, secret), language).toBe(true);
    expect(verify(changedPath, signature, secret), language).toBe(false);
    expect(verify(bodyPath, signature, `${secret}x`), language).toBe(false);
    expect(verify(bodyPath, `sha256=${'0'.repeat(64)}`, secret), language).toBe(false);
  }
});
