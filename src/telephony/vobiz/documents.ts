import { createDocuments } from '../telephony-a/documents.ts';
import { recordElement } from '../telephony-a/record-element.ts';

/** The elements of telephony_a, except that `Gather` reads keys and `Record` needs an action. */
export const documents = createDocuments({
  input: { name: 'Gather', attributes: {} },
  record: (begins, callbackUrl) => ({
    ...recordElement(begins, callbackUrl),
    '@action': callbackUrl,
    '@method': 'POST',
    '@playBeep': 'false',
  }),
});
