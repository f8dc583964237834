import type { Answering, ProviderAnswer, ProviderDocuments } from '../provider.ts';
import { responseXml } from '../response-xml.ts';
import { recordElement } from './record-element.ts';

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

export const documents: ProviderDocuments = {
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
        '@redirect': 'true',
        Speak: `You have a transferred call. ${brief} Press 1 to accept, or 2 to decline.`,
      };
      return responseXml({ GetInput: Array.from({ length: timesWhispered }, () => question), Hangup: '' });
    },
    room: (room, recordingUrl) =>
      responseXml({
        ...(recordingUrl === undefined ? {} : { Record: recordElement('at_once', recordingUrl) }),
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
      Record: recordElement('when_dialled_answers', recordingUrl),
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
};
