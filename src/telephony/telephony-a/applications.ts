import { z } from 'zod';
import type { NumbersListed, TelephonyProvider } from '../client.ts';
import { readList } from '../rest-answers.ts';
import type { Ask } from './requests.ts';

const applications = z.object({
  objects: z.array(z.looseObject({ app_id: z.coerce.string(), answer_url: z.string().nullish() })),
});
const created = z.looseObject({ app_id: z.coerce.string() });

const mostPages = 20;

type Failed = Extract<NumbersListed, { kind: 'failed' }>;
type AnswerUrls = Parameters<NonNullable<TelephonyProvider['setAnswerUrl']>>[1];

/** Returns the answer URLs of the account's applications, by id. `listed`: applications of one page. */
export async function applicationUrls(ask: Ask, listed: number): Promise<ReadonlyMap<string, string> | Failed> {
  const urls = new Map<string, string>();
  for (let page = 0; page < mostPages; page++) {
    const list = readList(applications, await ask('GET', `Application/?limit=${listed}&offset=${page * listed}`));
    if (list.kind === 'failed') return list;
    const { objects } = list.value;
    for (const { app_id: id, answer_url: url } of objects) urls.set(id, url ?? '');
    if (objects.length < listed) break;
  }
  return urls;
}

/** Returns the id of the application with this answer URL, which is created if there is none. */
export async function applicationWith(
  ask: Ask,
  listed: number,
  { answer, status }: AnswerUrls,
): Promise<string | Failed> {
  const urls = await applicationUrls(ask, listed);
  if ('kind' in urls) return urls;
  const [id] = [...urls].find(([, url]) => url === answer) ?? [];
  if (id !== undefined) return id;
  const application = {
    app_name: `Parley-${new URL(answer).hostname.replaceAll(/[^A-Za-z0-9]/g, '-')}`.slice(0, 60),
    answer_url: answer,
    answer_method: 'POST',
    hangup_url: status,
    hangup_method: 'POST',
  };
  const creation = readList(created, await ask('POST', 'Application/', application));
  return creation.kind === 'failed' ? creation : creation.value.app_id;
}
