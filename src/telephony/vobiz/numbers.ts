import { z } from 'zod';
import type { NumberFound, NumbersListed, TelephonyProvider } from '../client.ts';
import type { Asking, Exchanged } from '../exchange.ts';
import { lacksNumber, notTheirs, pagesOf, read, readList, sameNumber } from '../rest-answers.ts';

const numbers = z.object({
  items: z.array(z.looseObject({ e164: z.string(), application_id: z.coerce.string().nullish() })),
});
const applications = z.object({
  objects: z.array(z.looseObject({ app_id: z.coerce.string(), answer_url: z.string().nullish() })),
});
const created = z.looseObject({ app_id: z.coerce.string() });

/** Page sizes of the provider's lists. */
const listed = 100;
const mostApplicationPages = 20;

type Ask = (method: Asking['method'], path: string, body?: object) => Promise<Exchanged>;
type ListFailed = Extract<NumbersListed, { kind: 'failed' }>;

/** Numbers are answered by the application that they are attached to. */
export function createNumbers(ask: Ask): Required<Pick<TelephonyProvider, 'owns' | 'numbers' | 'setAnswerUrl'>> {
  async function applicationUrls(): Promise<ReadonlyMap<string, string> | ListFailed> {
    const urls = new Map<string, string>();
    for (let page = 0; page < mostApplicationPages; page++) {
      const list = readList(applications, await ask('GET', `Application/?limit=${listed}&offset=${page * listed}`));
      if (list.kind === 'failed') return list;
      const { objects } = list.value;
      for (const { app_id: id, answer_url: url } of objects) urls.set(id, url ?? '');
      if (objects.length < listed) break;
    }
    return urls;
  }

  const search = (phoneNumber: string): Promise<Exchanged> =>
    ask('GET', `numbers?${new URLSearchParams({ search: phoneNumber, page: '1', per_page: String(listed) })}`);

  async function owns(phoneNumber: string): Promise<NumberFound> {
    const answer = await search(phoneNumber);
    const rejected = notTheirs(answer);
    if (rejected !== undefined) return rejected;
    const reply = read(numbers, answer);
    if (reply.kind === 'unknown') return reply;
    const ours = reply.kind === 'read' ? reply.value.items : [];
    return ours.some(({ e164 }) => sameNumber(e164, phoneNumber)) ? { kind: 'owned' } : lacksNumber;
  }

  return {
    owns,
    async numbers() {
      const urls = await applicationUrls();
      if ('kind' in urls) return urls;
      return pagesOf(1, async (page) => {
        const list = readList(numbers, await ask('GET', `numbers?page=${page}&per_page=${listed}`));
        if (list.kind === 'failed') return list;
        const { items } = list.value;
        return {
          numbers: items.map(({ e164: phoneNumber, application_id: id }) => {
            const url = urls.get(id ?? '');
            return { phoneNumber, ...(url ? { answerUrl: url } : {}) };
          }),
          next: items.length < listed ? undefined : page + 1,
        };
      });
    },
    async setAnswerUrl(phoneNumber, { answer, status }) {
      const owned = readList(numbers, await search(phoneNumber));
      if (owned.kind === 'failed') return owned;
      const number = owned.value.items.find(({ e164 }) => sameNumber(e164, phoneNumber));
      if (number === undefined) return lacksNumber;
      const urls = await applicationUrls();
      if ('kind' in urls) return urls;
      let [id] = [...urls].find(([, url]) => url === answer) ?? [];
      if (id === undefined) {
        const application = {
          app_name: `Parley-${new URL(answer).hostname.replaceAll(/[^A-Za-z0-9]/g, '-')}`.slice(0, 60),
          answer_url: answer,
          answer_method: 'POST',
          hangup_url: status,
          hangup_method: 'POST',
        };
        const creation = readList(created, await ask('POST', 'Application/', application));
        if (creation.kind === 'failed') return creation;
        id = creation.value.app_id;
      }
      const path = `numbers/${encodeURIComponent(number.e164)}/application`;
      const set = readList(z.unknown(), await ask('POST', path, { application_id: id }));
      return set.kind === 'failed' ? set : { kind: 'done' };
    },
  };
}
