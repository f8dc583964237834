import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Opens an external judge that returns these responses, one per request, and repeats the last one. */
export async function openJudge(...answers: readonly (readonly [status: number, body: object])[]) {
  const asked: { readonly authorization: string | undefined; readonly body: { readonly run_uuid: string } }[] = [];
  const server = createServer(async (request, reply) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text);
    asked.push({ authorization: request.headers.authorization, body });
    const [status, answer] = answers[Math.min(asked.length, answers.length) - 1] as readonly [number, object];
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, env: { JUDGE_API_BASE_URL: url, JUDGE_API_TOKEN: 'the-token-of-the-judge' } };
}

/** A result of the judge. */
export const judged = {
  simulation_id: 's',
  verdict: 'pass',
  objective_met: true,
  extraction: {},
  qms_scores: {},
  summary: 'Fine.',
  scores: [{ field_id: '1', name: 'A', score: 80, max: 100, bar: 70, rationale: 'So.', evidence: [0] }],
};
