import type { Answering, ProviderAnswer, ProviderDocuments } from '../provider.ts';
import { responseXml } from '../response-xml.ts';

/** Number of times the summary is played to a teammate before silence declines the call. */
const timesWhispered = 2;
const choiceSeconds = '8';
const bridgeRingSeconds = '40';

const hangUp = (): string => responseXml({ Hangup: '' });

/** Opens a bidirectional stream; the call ends when it closes. */
function answer(answering: Answering): ProviderAnswer {
  if (answering.kind !== 'stream') return { kind: 'document', body: refusalXml(answering) };
  const { streamUrl, statusUrl } = answering;
  const stream = { '@url': streamUrl, '@statusCallback': statusUrl, '@statusCallbackMethod': 'POST' };
  return { kind: 'document', body: responseXml({ Connect: { Stream: stream } }) };
}

/** `Reject` is for inbound calls and does not answer them. */
const refusalXml = ({ kind, isPlaced }: Exclude<Answering, { kind: 'stream' }>): string =>
  isPlaced || kind === 'over'
    ? hangUp()
    : responseXml({ Reject: { '@reason': kind === 'busy' ? 'busy' : 'rejected' } });

/** Records the leg from now on, each side on its own channel. */
const startRecording = (callbackUrl: string) => ({
  Start: {
    Recording: {
      '@channels': 'dual',
      '@track': 'both',
      '@recordingStatusCallback': callbackUrl,
      '@recordingStatusCallbackMethod': 'POST',
    },
  },
});

export const documents: ProviderDocuments = {
  format: { type: 'xml' },
  answer,
  handover: {
    whisper({ choiceUrl, brief }) {
      const question = {
        '@action': choiceUrl,
        '@method': 'POST',
        '@input': 'dtmf',
        '@numDigits': '1',
        '@timeout': choiceSeconds,
        Say: `You have a transferred call. ${brief} Press 1 to accept, or 2 to decline.`,
      };
      return responseXml({ Gather: Array.from({ length: timesWhispered }, () => question), Hangup: '' });
    },
    room: (room, recordingUrl) =>
      responseXml({
        ...(recordingUrl === undefined ? {} : startRecording(recordingUrl)),
        Dial: {
          Conference: {
            '@beep': 'false',
            '@startConferenceOnEnter': 'true',
            '@endConferenceOnExit': 'true',
            '#text': room,
          },
        },
      }),
    goodbye: (text) => responseXml({ Say: text, Hangup: '' }),
    none: hangUp,
  },
  // The account's own number is shown: Twilio rejects a caller ID that the account does not have or has not verified.
  bridge: ({ callerId, placedFrom, to, statusUrl, recordingUrl }) =>
    responseXml({
      Dial: {
        '@callerId': placedFrom ?? callerId,
        '@timeout': bridgeRingSeconds,
        '@record': 'record-from-answer-dual',
        '@recordingStatusCallback': recordingUrl,
        '@recordingStatusCallbackMethod': 'POST',
        Number: {
          '@statusCallback': statusUrl,
          '@statusCallbackMethod': 'POST',
          '@statusCallbackEvent': 'answered completed',
          '#text': to,
        },
      },
    }),
  hangUp,
};
