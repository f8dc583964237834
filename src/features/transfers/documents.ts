import { recordElement, responseXml } from '../../telephony-providers/index.ts';

export interface Whisper {
  /** Where the key that was pressed goes. */
  readonly choiceUrl: string;
  readonly brief: string;
}

/** How often the teammate hears what the call is about before it counts as declined. */
const timesTold = 2;
const choiceSeconds = '8';

/** telephony_a, to the teammate: what the call is about, and a key to take it. Whoever says nothing declines. */
export function whisperXml({ choiceUrl, brief }: Whisper): string {
  const asked = {
    '@action': choiceUrl,
    '@method': 'POST',
    '@inputType': 'dtmf',
    '@numDigits': '1',
    '@executionTimeout': choiceSeconds,
    '@redirect': 'true',
    Speak: `A call is handed to you. ${brief} Press 1 to take it, or 2 to decline.`,
  };
  return responseXml({ GetInput: Array.from({ length: timesTold }, () => asked), Hangup: '' });
}

/** telephony_a, to both: one room, which is over when either leaves. Who is asked for a recording tells where it is. */
export const roomXml = (room: string, recordingUrl?: string): string =>
  responseXml({
    ...(recordingUrl === undefined ? {} : { Record: recordElement('at_once', recordingUrl) }),
    Conference: {
      '@startConferenceOnEnter': 'true',
      '@endConferenceOnExit': 'true',
      '@beep': 'false',
      '#text': room,
    },
  });

/** telephony_a, to a teammate who declined or came too late. */
export const goodbyeXml = (text: string): string => responseXml({ Speak: text, Hangup: '' });

export interface Dialled {
  readonly phoneNumber: string;
  readonly isRecorded: boolean;
  /** For a teammate who has not heard it yet. */
  readonly brief: string | undefined;
}

/** The most that telephony_b lets two people talk. */
const longestTalkSeconds = 4500;

/** telephony_b: whom the next applet of the flow is to dial, and what they hear before the caller does. */
export const dialJson = ({ phoneNumber, isRecorded, brief }: Dialled) => ({
  fetch_after_attempt: false,
  destination: { numbers: [phoneNumber] },
  max_ringing_duration: 30,
  max_conversation_duration: longestTalkSeconds,
  ...(isRecorded ? { record: true, recording_channels: 'dual' as const } : {}),
  ...(brief === undefined
    ? {}
    : {
        start_call_playback: {
          ...{ playback_to: 'callee' as const, type: 'text' as const },
          value: `A call is handed to you. ${brief}`,
        },
      }),
});
