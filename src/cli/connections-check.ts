import { z } from 'zod';
import type { Check } from './check.ts';
import type { ServerAddress } from './credential.ts';
import { createServerClient } from './server-client.ts';

const list = z.object({ connections: z.array(z.object({ uuid: z.string(), name: z.string(), base_url: z.string() })) });
const report = z.object({
  ok: z.boolean(),
  first_token_ms: z.number().nullable(),
  tokens_per_second: z.number().nullable(),
  error: z.string().nullable(),
  notes: z.array(z.string()),
});
const url = '/api/settings/models';

/** Tests each language model that the organisation of the credential has connected. */
export async function checkConnections(server: ServerAddress): Promise<Check[]> {
  const client = createServerClient(server);
  const read = async (path: string, method: 'GET' | 'POST'): Promise<unknown> => {
    const response = await client.request(path, { method });
    return response.ok ? response.json() : undefined;
  };
  const found = list.safeParse(await read(`${url}?limit=100`, 'GET').catch(() => undefined));
  const checks: Check[] = [];
  // One after another: those on this machine share its processors.
  for (const { uuid, name } of found.data?.connections ?? []) {
    const tested = report.safeParse(await read(`${url}/${uuid}/test`, 'POST').catch(() => undefined));
    checks.push({ name: `language model ${name}`, ...resultOf(tested.data) });
  }
  return checks;
}

function resultOf(tested: z.output<typeof report> | undefined): Omit<Check, 'name'> {
  if (tested === undefined) return { state: 'warning', detail: 'the test could not be run' };
  const { ok, error, notes, first_token_ms: firstMs, tokens_per_second: rate } = tested;
  if (!ok)
    return { state: 'failed', detail: error ?? 'no answer', advice: 'Correct the connection and test it again.' };
  const speed = rate === null ? '' : `, ${rate} tokens a second`;
  const detail = `first token after ${firstMs} ms${speed}`;
  return notes.length === 0 ? { state: 'ok', detail } : { state: 'warning', detail, advice: notes.join(' ') };
}
