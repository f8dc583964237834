import type { LineRateHz } from '../line/audio.ts';
import { MediaFault } from '../line/fault.ts';
import type { VoiceChoice, VoiceSpec } from '../line/speech.ts';
import type { AvailableRecogniser, AvailableSpeech, AvailableVoice } from './available.ts';
import { resolveVoice } from './voices.ts';

/** What of a call's plan decides which engines serve it. */
export interface RoutedPlan {
  readonly voice: VoiceChoice;
  /** `auto` for any language that the engines know. */
  readonly languageCode: string;
  /** Rate of the call's line. */
  readonly rateHz: LineRateHz;
}

/** The engines that serve a call. Where there is a fault they say why it ends. */
export interface Route {
  readonly recogniser: AvailableRecogniser;
  readonly voice: VoiceSpec;
  /** Languages of the voice. */
  readonly spoken: readonly string[];
  /** The voice is not the one that was asked for: `voice_unknown`. The call continues. */
  readonly alarm?: MediaFault;
  /** No engine serves the call: `language_unsupported`. */
  readonly fault?: MediaFault;
}

/** Decides which engines serve a call, before its first word. Pure: the same plan and engines give the same route. */
export function route(plan: RoutedPlan, available: AvailableSpeech): Route {
  const recogniser = chooseRecogniser(plan, available);
  const { voice, alarm } = chooseVoice(plan, available);
  const fault = recogniser.fault ?? speakingFault(plan, voice);
  return {
    recogniser: recogniser.chosen,
    voice: resolveVoice(voice, plan.voice),
    spoken: voice.languageCodes,
    ...(alarm === undefined ? {} : { alarm }),
    ...(fault === undefined ? {} : { fault }),
  };
}

/** The first that knows the language at the line's rate; else the first of all, with the fault. */
function chooseRecogniser(
  { languageCode, rateHz }: RoutedPlan,
  { recognisers }: AvailableSpeech,
): { readonly chosen: AvailableRecogniser; readonly fault?: MediaFault } {
  const language = primary(languageCode);
  const chosen = recognisers.find(
    ({ languages, sampleRatesHz }) =>
      sampleRatesHz.includes(rateHz) && (language === 'auto' || languages.map(primary).includes(language)),
  );
  if (chosen !== undefined) return { chosen };
  const languages = [...new Set(recognisers.flatMap((one) => one.languages))];
  return { chosen: recognisers[0] as AvailableRecogniser, fault: unsupported('recogniser', languages, languageCode) };
}

/**
 * The voice that was asked for. Otherwise the one of this name from another provider, or one that speaks the language,
 * the default before all others.
 */
function chooseVoice(
  plan: RoutedPlan,
  { voices }: AvailableSpeech,
): { readonly voice: AvailableVoice; readonly alarm?: MediaFault } {
  const { speaker, provider } = plan.voice;
  const usable = voices.filter(({ sampleRatesHz }) => sampleRatesHz.includes(plan.rateHz));
  const named = usable.find(({ name }) => name === speaker);
  if (named !== undefined && (provider === undefined || named.provider === provider)) return { voice: named };
  const voice = named ?? usable.find((one) => speaks(one, plan.languageCode)) ?? (voices[0] as AvailableVoice);
  const isServed = provider === undefined || voices.some((one) => one.provider === provider);
  const why = isServed
    ? `no speaker is called "${speaker}"; there are ${voices.map(({ name }) => name).join(', ')}`
    : `no speech engine serves the provider "${provider}"`;
  return { voice, alarm: new MediaFault('voice_unknown', `${why}; ${voice.name} speaks instead`) };
}

const speakingFault = ({ languageCode }: RoutedPlan, voice: AvailableVoice): MediaFault | undefined =>
  speaks(voice, languageCode) ? undefined : unsupported('voice', voice.languageCodes, languageCode);

const unsupported = (who: string, languages: readonly string[], languageCode: string): MediaFault =>
  new MediaFault('language_unsupported', `the ${who} knows ${languages.join(', ')}, not ${languageCode}`);

const speaks = ({ languageCodes }: AvailableVoice, languageCode: string): boolean =>
  primary(languageCode) === 'auto' || languageCodes.some((code) => primary(code) === primary(languageCode));

const primary = (languageCode: string): string => languageCode.toLowerCase().split(/[-_]/)[0] as string;
