import { z } from 'zod';
import type { NumbersListed, TelephonyProvider } from '../client.ts';
import type { Asking, Exchanged } from '../exchange.ts';
import { lacksNumber, pagesOf, readList, sameNumber } from '../rest-answers.ts';

const numbers = z.object({
  objects: z.array(z.looseObject({ number: z.string(), application: z.string().nullish() })),
});
const applications = z.object({
  objects: z.array(z.looseObject({ app_id: z.coerce.string(), answer_url: z.string().nullish() })),
});
const created = z.looseObject({ app_id: z.coerce.string() });

/** Maximum page size of the provider's lists. */
const listed = 20;
const mostApplicationPages = 20;
const accepted = z.unknown();

/** An application; `appId` is the last part of its address. */
interface Application {
  readonly appId: string;
  readonly answerUrl: string;
}

type Ask = (method: Asking['method'], path: string, body?: object) => Promise<Exchanged>;

/** Numbers are answered by the application that they are assigned to. */
export function createNumbers(ask: Ask): Required<Pick<TelephonyProvider, 'numbers' | 'setAnswerUrl'>> {
  async function applicationsOf(): Promise<readonly Application[] | Extract<NumbersListed, { kind: 'failed' }>> {
    const ours: Application[] = [];
    for (let page = 0; page < mostApplicationPages; page++) {
      const list = readList(applications, await ask('GET', `Application/?limit=${listed}&offset=${page * listed}`));
      if (list.kind === 'failed') return list;
      const { objects } = list.value;
      for (const { app_id: appId, answer_url: url } of objects) ours.push({ appId, answerUrl: url ?? '' });
      if (objects.length < listed) break;
    }
    return ours;
  }

  return {
    async numbers() {
      const applicationList = await applicationsOf();
      if ('kind' in applicationList) return applicationList;
      const urls = new Map(applicationList.map(({ appId, answerUrl }) => [appId, answerUrl]));
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
    async setAnswerUrl(phoneNumber, { answer, status }) {
      const path = `Number/${digitsOf(phoneNumber)}/`;
      const rented = readList(z.looseObject({ number: z.string() }), await ask('GET', path));
      if (rented.kind === 'failed') return rented.reason === 'account_not_found' ? lacksNumber : rented;
      if (!sameNumber(rented.value.number, phoneNumber)) return lacksNumber;
      const applicationList = await applicationsOf();
      if ('kind' in applicationList) return applicationList;
      let appId = applicationList.find(({ answerUrl }) => answerUrl === answer)?.appId;
      if (appId === undefined) {
        const creation = readList(
          created,
          await ask('POST', 'Application/', {
            app_name: `Parley-${new URL(answer).hostname.replaceAll(/[^A-Za-z0-9]/g, '-')}`.slice(0, 60),
            answer_url: answer,
            answer_method: 'POST',
            hangup_url: status,
            hangup_method: 'POST',
          }),
        );
        if (creation.kind === 'failed') return creation;
        appId = creation.value.app_id;
      }
      const set = readList(accepted, await ask('POST', path, { app_id: appId }));
      return set.kind === 'failed' ? set : { kind: 'done' };
    },
  };
}

const digitsOf = (phoneNumber: string): string => phoneNumber.replaceAll(/\D/g, '');

/** Returns the id in an address such as `/v1/Account/<auth id>/Application/<app id>/`. */
const appIdIn = (address: string | null | undefined): string => /Application\/(\w+)\/?$/.exec(address ?? '')?.[1] ?? '';
