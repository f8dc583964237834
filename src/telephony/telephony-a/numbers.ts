import { z } from 'zod';
import type { TelephonyProvider } from '../client.ts';
import { lacksNumber, pagesOf, readList, sameNumber } from '../rest-answers.ts';
import { applicationUrls, applicationWith } from './applications.ts';
import type { Ask } from './requests.ts';

const numbers = z.object({
  objects: z.array(z.looseObject({ number: z.string(), application: z.string().nullish() })),
});
/** Maximum page size of the provider's lists. */
const listed = 20;
const accepted = z.unknown();

/** Numbers are answered by the application that they are assigned to. */
export const createNumbers = (ask: Ask): Required<Pick<TelephonyProvider, 'numbers' | 'setAnswerUrl'>> => ({
  async numbers() {
    const urls = await applicationUrls(ask, listed);
    if ('kind' in urls) return urls;
    return pagesOf(0, async (page) => {
      const list = readList(numbers, await ask('GET', `Number/?limit=${listed}&offset=${page * listed}`));
      if (list.kind === 'failed') return list;
      const { objects } = list.value;
      return {
        numbers: objects.map(({ number: phoneNumber, application }) => {
          const url = urls.get(appIdIn(application));
          return { phoneNumber, ...(url ? { answerUrl: url } : {}) };
        }),
        next: objects.length < listed ? undefined : page + 1,
      };
    });
  },
  async setAnswerUrl(phoneNumber, answerUrls) {
    const path = `Number/${digitsOf(phoneNumber)}/`;
    const rented = readList(z.looseObject({ number: z.string() }), await ask('GET', path));
    if (rented.kind === 'failed') return rented.reason === 'account_not_found' ? lacksNumber : rented;
    if (!sameNumber(rented.value.number, phoneNumber)) return lacksNumber;
    const appId = await applicationWith(ask, listed, answerUrls);
    if (typeof appId !== 'string') return appId;
    const set = readList(accepted, await ask('POST', path, { app_id: appId }));
    return set.kind === 'failed' ? set : { kind: 'done' };
  },
});

const digitsOf = (phoneNumber: string): string => phoneNumber.replaceAll(/\D/g, '');

/** Returns the id in an address such as `/v1/Account/<auth id>/Application/<app id>/`. */
const appIdIn = (address: string | null | undefined): string => /Application\/(\w+)\/?$/.exec(address ?? '')?.[1] ?? '';
