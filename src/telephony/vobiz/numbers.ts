import { z } from 'zod';
import type { NumberFound, TelephonyProvider } from '../client.ts';
import type { Exchanged } from '../exchange.ts';
import { lacksNumber, notTheirs, pagesOf, read, readList, sameNumber } from '../rest-answers.ts';
import { applicationUrls, applicationWith } from '../telephony-a/applications.ts';
import type { Ask } from '../telephony-a/requests.ts';

const numbers = z.object({
  items: z.array(z.looseObject({ e164: z.string(), application_id: z.coerce.string().nullish() })),
});
/** Page size of the provider's lists. */
const listed = 100;

/** Numbers are answered by the application that they are attached to. */
export function createNumbers(ask: Ask): Required<Pick<TelephonyProvider, 'owns' | 'numbers' | 'setAnswerUrl'>> {
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
      const urls = await applicationUrls(ask, listed);
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
    async setAnswerUrl(phoneNumber, answerUrls) {
      const owned = readList(numbers, await search(phoneNumber));
      if (owned.kind === 'failed') return owned;
      const number = owned.value.items.find(({ e164 }) => sameNumber(e164, phoneNumber));
      if (number === undefined) return lacksNumber;
      const id = await applicationWith(ask, listed, answerUrls);
      if (typeof id !== 'string') return id;
      const path = `numbers/${encodeURIComponent(number.e164)}/application`;
      const set = readList(z.unknown(), await ask('POST', path, { application_id: id }));
      return set.kind === 'failed' ? set : { kind: 'done' };
    },
  };
}
