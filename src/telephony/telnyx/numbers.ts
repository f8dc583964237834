import { z } from 'zod';
import type { AnswerUrlSet, NumberFound, NumbersListed, TelephonyProvider } from '../client.ts';
import type { Asking, Exchanged } from '../exchange.ts';
import { lacksNumber, notTheirs, pagesOf, read, readList, sameNumber } from '../rest-answers.ts';

const numbers = z.object({
  data: z.array(
    z.looseObject({ id: z.coerce.string(), phone_number: z.string(), connection_id: z.coerce.string().nullish() }),
  ),
});
const application = z.object({
  data: z.looseObject({ application_name: z.string(), webhook_event_url: z.string().nullish() }),
});
const listed = 250;

/** The numbers of an account, and the application that answers them. */
export function createNumbers(
  ask: (method: Asking['method'], path: string, body?: object) => Promise<Exchanged>,
  applicationId: string,
): Pick<TelephonyProvider, 'owns' | 'numbers' | 'setAnswerUrl'> {
  async function owns(phoneNumber: string): Promise<NumberFound> {
    const query = new URLSearchParams({ 'filter[phone_number]': phoneNumber });
    const answer = await ask('GET', `phone_numbers?${query}`);
    const rejected = notTheirs(answer);
    if (rejected !== undefined) return rejected;
    const reply = read(numbers, answer);
    if (reply.kind === 'unknown') return reply;
    const ours = reply.kind === 'read' ? reply.value.data : [];
    // The filter also matches parts of numbers.
    return ours.some(({ phone_number: number }) => sameNumber(number, phoneNumber)) ? { kind: 'owned' } : lacksNumber;
  }

  const applicationPath = `call_control_applications/${encodeURIComponent(applicationId)}`;

  /** A number is answered by the webhook of the application that it is assigned to. */
  async function listNumbers(): Promise<NumbersListed> {
    const ours = readList(application, await ask('GET', applicationPath));
    if (ours.kind === 'failed') return ours;
    const { webhook_event_url: url } = ours.value.data;
    return pagesOf(1, async (page) => {
      const query = new URLSearchParams({ 'page[number]': String(page), 'page[size]': String(listed) });
      const list = readList(numbers, await ask('GET', `phone_numbers?${query}`));
      if (list.kind === 'failed') return list;
      return {
        numbers: list.value.data.map(({ phone_number: phoneNumber, connection_id: connection }) => ({
          phoneNumber,
          ...(connection === applicationId && url ? { answerUrl: url } : {}),
        })),
        next: list.value.data.length < listed ? undefined : page + 1,
      };
    });
  }

  async function setAnswerUrl(phoneNumber: string, urls: { readonly answer: string }): Promise<AnswerUrlSet> {
    const query = new URLSearchParams({ 'filter[phone_number]': phoneNumber });
    const list = readList(numbers, await ask('GET', `phone_numbers?${query}`));
    if (list.kind === 'failed') return list;
    const number = list.value.data.find((each) => sameNumber(each.phone_number, phoneNumber));
    if (number === undefined) return lacksNumber;
    const ours = readList(application, await ask('GET', applicationPath));
    if (ours.kind === 'failed') return ours;
    const { application_name: name, webhook_event_url: url } = ours.value.data;
    if (url !== urls.answer) {
      const changed = { application_name: name, webhook_event_url: urls.answer, webhook_api_version: '2' };
      const answer = readList(application, await ask('PATCH', applicationPath, changed));
      if (answer.kind === 'failed') return answer;
    }
    if (number.connection_id === applicationId) return { kind: 'done' };
    const path = `phone_numbers/${encodeURIComponent(number.id)}`;
    const moved = readList(z.unknown(), await ask('PATCH', path, { connection_id: applicationId }));
    return moved.kind === 'failed' ? moved : { kind: 'done' };
  }

  return { owns, numbers: listNumbers, setAnswerUrl };
}
