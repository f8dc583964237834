import { MediaFault } from '../line/fault.ts';
import type { VoiceSpec } from '../line/speech.ts';
import type { CallPlan } from '../ports.ts';

/** What the models of this machine can do. */
export interface SpeechAbilities {
  /** Languages that the recogniser understands, as primary subtags (`en`); absent: whatever it is told. */
  readonly heard?: readonly string[];
  readonly speakers: readonly { readonly name: string; readonly languageCodes: readonly string[] }[];
  readonly defaultSpeaker: string;
}

export interface PlanCheck {
  /** What to speak with. */
  readonly voice: VoiceSpec;
  /** The voice is not the one that was asked for: `voice_unknown`. The call goes on. */
  readonly alarm?: MediaFault;
  /** The call cannot be held: `language_unsupported`. */
  readonly fault?: MediaFault;
}

const primary = (languageCode: string): string => languageCode.toLowerCase().split(/[-_]/)[0] as string;

/** Whether a call can be held as it is planned, found out before the caller hears the first word of it. */
export function checkPlan(plan: Pick<CallPlan, 'voice' | 'brain'>, abilities: SpeechAbilities): PlanCheck {
  const { languageCode } = plan.brain;
  const wanted = abilities.speakers.find(({ name }) => name === plan.voice.speaker);
  const speaker = wanted ?? abilities.speakers.find(({ name }) => name === abilities.defaultSpeaker);
  const voice = wanted === undefined ? { ...plan.voice, speaker: abilities.defaultSpeaker } : plan.voice;
  const names = abilities.speakers.map(({ name }) => name).join(', ');
  const alarm =
    wanted === undefined
      ? new MediaFault(
          'voice_unknown',
          `no speaker is called "${plan.voice.speaker}"; there are ${names}; ${abilities.defaultSpeaker} speaks instead`,
        )
      : undefined;
  const fault = languageFault(languageCode, abilities.heard, speaker?.languageCodes ?? []);
  return { voice, ...(alarm === undefined ? {} : { alarm }), ...(fault === undefined ? {} : { fault }) };
}

function languageFault(
  languageCode: string,
  heard: readonly string[] | undefined,
  spoken: readonly string[],
): MediaFault | undefined {
  const language = primary(languageCode);
  const unsupported = (who: string, languages: readonly string[]): MediaFault =>
    new MediaFault('language_unsupported', `the ${who} knows ${languages.join(', ')}, not ${languageCode}`);
  if (heard !== undefined && language !== 'auto' && !heard.includes(language)) return unsupported('recogniser', heard);
  if (language !== 'auto' && !spoken.some((code) => primary(code) === language)) return unsupported('voice', spoken);
  return undefined;
}
