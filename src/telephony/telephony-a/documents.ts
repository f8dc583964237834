import type { Answering, ProviderAnswer, ProviderDocuments } from '../provider.ts';
import { responseXml } from '../response-xml.ts';
import { recordElement } from './record-element.ts';

/** How a provider writes what differs from telephony_a. */
interface Elements {
  /** Name and own attributes of the element that reads a key. */
  readonly input: { readonly name: string; readonly attributes: Readonly<Record<string, string>> };
  readonly record: typeof recordElement;
}

/** Number of times the summary is played to a teammate before silence declines the call. */
const timesWhispered = 2;
const choiceSeconds = '8';
const bridgeRingSeconds = '40';

/** Opens a bidirectional stream and keeps the call while it is open, or does not answer. */
function answer(answering: Answering): ProviderAnswer {
  if (answering.kind !== 'stream') return { kind: 'document', body: refusalXml(answering.kind) };
  const { streamUrl, statusUrl, rateHz } = answering;
  const stream = {
    '@bidirectional': 'true',
    '@keepCallAlive': 'true',
    '@contentType': `audio/x-mulaw;rate=${rateHz}`,
    '@statusCallbackUrl': statusUrl,
    '@statusCallbackMethod': 'POST',
    '#text': streamUrl,
  };
  return { kind: 'document', body: responseXml({ Stream: stream }) };
}

const refusalXml = (kind: 'no_match' | 'over' | 'busy'): string =>
  responseXml({ Hangup: { '@reason': kind === 'busy' ? 'busy' : 'rejected' } });

/** Returns documents of telephony_a, with the elements of a provider that is like it. */
export const createDocuments = ({ input, record }: Elements): ProviderDocuments => ({
  format: { type: 'xml' },
  answer,
  handover: {
    whisper({ choiceUrl, brief }) {
      const question = {
        '@action': choiceUrl,
        '@method': 'POST',
        '@inputType': 'dtmf',
        '@numDigits': '1',
        '@executionTimeout': choiceSeconds,
        ...input.attributes,
        Speak: `You have a transferred call. ${brief} Press 1 to accept, or 2 to decline.`,
      };
      return responseXml({ [input.name]: Array.from({ length: timesWhispered }, () => question), Hangup: '' });
    },
    room: (room, recordingUrl) =>
      responseXml({
        ...(recordingUrl === undefined ? {} : { Record: record('at_once', recordingUrl) }),
        Conference: {
          '@startConferenceOnEnter': 'true',
          '@endConferenceOnExit': 'true',
          '#text': room,
        },
      }),
    goodbye: (text) => responseXml({ Speak: text, Hangup: '' }),
    none: () => refusalXml('no_match'),
  },
  bridge: ({ callerId, to, statusUrl, recordingUrl }) =>
    responseXml({
      Record: record('when_dialled_answers', recordingUrl),
      Dial: {
        '@callerId': callerId,
        '@timeout': bridgeRingSeconds,
        '@action': statusUrl,
        '@method': 'POST',
        '@redirect': 'false',
        '@callbackUrl': statusUrl,
        '@callbackMethod': 'POST',
        Number: to,
      },
    }),
  hangUp: () => responseXml({ Hangup: '' }),
});

export const documents = createDocuments({
  input: { name: 'GetInput', attributes: { '@redirect': 'true' } },
  record: recordElement,
});
