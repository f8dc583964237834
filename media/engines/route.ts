import type { LineRateHz } from '../line/audio.ts';
import { MediaFault } from '../line/fault.ts';
import type { OwnVoice, VoiceChoice, VoiceSpec } from '../line/speech.ts';
import type { AvailableRecogniser, AvailableSpeech, AvailableVoice } from './available.ts';
import type { EngineHost } from './spec.ts';
import { resolveVoice } from './voices.ts';

/** The parts of a call's plan that determine its engines. */
export interface RoutedPlan {
  readonly voice: VoiceChoice;
  /** `auto` for any language that the engines support. */
  readonly languageCode: string;
  /** Languages to which the call may switch. */
  readonly languages?: readonly string[];
  /** Provider of recognition; the engines of this installation by default. */
  readonly recogniser?: string;
  /** Sample rate of the call's line. */
  readonly rateHz: LineRateHz;
}

/** The engines of a call. If `fault` is set, the call ends. */
export interface Route {
  readonly recogniser: AvailableRecogniser;
  readonly voice: VoiceSpec;
  /** Languages of the voice. */
  readonly spoken: readonly string[];
  /** Languages in which the call may be conducted; several only if the recogniser reports the language of the words. */
  readonly languages: readonly string[];
  /** Recognises if the server fails. */
  readonly spareRecogniser?: AvailableRecogniser;
  /** Speaks if the server fails, in these languages. */
  readonly spareVoice?: { readonly voice: VoiceSpec; readonly spoken: readonly string[] };
  /**
   * The voice or the recogniser differs from the requested one: `voice_unknown` or `speech_engine_missing`. The call
   * continues.
   */
  readonly alarm?: MediaFault;
  /** No engine can serve the call: `language_unsupported`. */
  readonly fault?: MediaFault;
}

/** Selects the engines of a call before its first word. Pure: the same plan and engines yield the same route. */
export function route(plan: RoutedPlan, available: AvailableSpeech): Route {
  const permitted = permittedOf(plan, available);
  const recogniser = chooseRecogniser(plan, permitted);
  const { voice, alarm = recogniser.alarm } = chooseVoice(plan, permitted);
  const fault = recogniser.fault ?? speakingFault(plan, voice);
  return {
    recogniser: recogniser.chosen,
    voice: resolveVoice(voice, plan.voice, plan.languageCode),
    spoken: voice.languageCodes,
    languages: languagesOf(plan, recogniser.chosen, voice),
    ...sparesOf(plan, { recogniser: recogniser.chosen, voice }, available),
    ...(alarm === undefined ? {} : { alarm }),
    ...(fault === undefined ? {} : { fault }),
  };
}

/** Returns the languages that both the recogniser and the voice support, the plan's own first. */
function languagesOf(
  { languageCode, languages = [] }: RoutedPlan,
  { detectsLanguage, languages: languageCodes }: AvailableRecogniser,
  voice: AvailableVoice,
): readonly string[] {
  if (detectsLanguage !== true) return [languageCode];
  const others = languages.filter(
    (code) => code !== languageCode && languageCodes.map(primary).includes(primary(code)),
  );
  return [languageCode, ...others.filter((code) => speaks(voice, code))];
}

/** Excludes servers that the plan does not name, so that no data is sent to them. */
function permittedOf({ recogniser, voice }: RoutedPlan, available: AvailableSpeech): AvailableSpeech {
  const isPermitted = ({ host, provider }: { readonly host: EngineHost; readonly provider: string }): boolean =>
    host === 'model' || provider === recogniser || provider === voice.provider;
  const spoken = ({ host, provider }: AvailableVoice): boolean => host === 'model' || provider === voice.provider;
  return {
    ...available,
    recognisers: available.recognisers.filter(isPermitted),
    voices: available.voices.filter(spoken),
  };
}

/** Returns the local engines to use if a server fails. */
function sparesOf(
  plan: RoutedPlan,
  chosen: { readonly recogniser: AvailableRecogniser; readonly voice: AvailableVoice },
  { recognisers, voices }: AvailableSpeech,
): Pick<Route, 'spareRecogniser' | 'spareVoice'> {
  const embedded = voices.filter(({ host, sampleRatesHz }) => host === 'model' && sampleRatesHz.includes(plan.rateHz));
  const speaking = embedded.find((listedVoice) => speaks(listedVoice, plan.languageCode));
  const [voice = embedded[0]] = [speaking];
  const recogniser = recognisers.find((each) => each.host === 'model' && knows(each, plan));
  return {
    ...(chosen.voice.host === 'model' || voice === undefined
      ? {}
      : { spareVoice: { voice: resolveVoice(voice, plan.voice), spoken: voice.languageCodes } }),
    ...(chosen.recogniser.host === 'model' || recogniser === undefined ? {} : { spareRecogniser: recogniser }),
  };
}

/** Returns whether the recogniser detects every language of the plan. */
const followsAll = ({ detectsLanguage, languages }: AvailableRecogniser, plan: RoutedPlan): boolean =>
  detectsLanguage === true && (plan.languages ?? []).every((code) => languages.map(primary).includes(primary(code)));

const knows = ({ languages, sampleRatesHz }: AvailableRecogniser, { languageCode, rateHz }: RoutedPlan): boolean =>
  sampleRatesHz.includes(rateHz) &&
  (primary(languageCode) === 'auto' || languages.map(primary).includes(primary(languageCode)));

/**
 * Chooses the provider's recogniser, else one that detects all of the plan's languages, else a local one, else any that
 * supports the language at the line's rate. If none does, returns the first with a fault.
 */
function chooseRecogniser(
  plan: RoutedPlan,
  { recognisers }: AvailableSpeech,
): { readonly chosen: AvailableRecogniser; readonly fault?: MediaFault; readonly alarm?: MediaFault } {
  const { recogniser: provider, languageCode } = plan;
  const able = recognisers.filter((each) => knows(each, plan));
  const wanted = able.find((each) => each.provider === provider);
  const isMultilingual = new Set([languageCode, ...(plan.languages ?? [])].map(primary)).size > 1;
  const following = isMultilingual ? able.find((each) => followsAll(each, plan)) : undefined;
  const ofVoice = able.find((each) => each.recognisesOwnCalls === true && each.provider === plan.voice.provider);
  const chosen =
    wanted ??
    (provider === undefined ? ofVoice : undefined) ??
    following ??
    able.find(({ host }) => host === 'model') ??
    able[0];
  if (chosen !== undefined && (provider === undefined || wanted !== undefined)) return { chosen };
  if (chosen !== undefined) return { chosen, alarm: missingRecogniser(provider as string, chosen) };
  const languages = [...new Set(recognisers.flatMap((each) => each.languages))];
  return { chosen: recognisers[0] as AvailableRecogniser, fault: unsupported('recogniser', languages, languageCode) };
}

/**
 * Chooses the requested voice, else the voice of this name from another provider, else one that speaks the language,
 * else the default.
 */
function chooseVoice(
  plan: RoutedPlan,
  { voices, synthesisers }: AvailableSpeech,
): { readonly voice: AvailableVoice; readonly alarm?: MediaFault } {
  const { speaker, provider, own: ownVoice } = plan.voice;
  const spokenBy = ownVoice && synthesisers.find(({ engine }) => engine === ownVoice.engine);
  if (ownVoice !== undefined && spokenBy !== undefined) return { voice: ownVoiceOf(speaker, ownVoice, spokenBy) };
  const usable = voices.filter(({ sampleRatesHz }) => sampleRatesHz.includes(plan.rateHz));
  const named = usable.find(({ name }) => name === speaker);
  if (named !== undefined && (provider === undefined || named.provider === provider)) return { voice: named };
  const voice = named ?? usable.find((each) => speaks(each, plan.languageCode)) ?? (voices[0] as AvailableVoice);
  const isServed = provider === undefined || voices.some((each) => each.provider === provider);
  const why = isServed
    ? `no speaker is called "${speaker}"; there are ${voices.map(({ name }) => name).join(', ')}`
    : `no speech engine serves the provider "${provider}"`;
  return { voice, alarm: new MediaFault('voice_unknown', `${why}; ${voice.name} speaks instead`) };
}

const ownVoiceOf = (
  name: string,
  ownVoice: OwnVoice,
  { host, acceptsPronunciations = false }: AvailableSpeech['synthesisers'][number],
): AvailableVoice => ({
  name,
  gender: 'unknown',
  age: 'unknown',
  description: name,
  ...ownVoice,
  languageCodes: [...ownVoice.languageCodes],
  provider: 'platform',
  host,
  sampleRatesHz: [8000, 16_000],
  acceptsPronunciations,
});

const missingRecogniser = (provider: string, { engine }: AvailableRecogniser): MediaFault =>
  new MediaFault('speech_engine_missing', `${provider} cannot recognise this call; ${engine} does`);

const speakingFault = ({ languageCode }: RoutedPlan, voice: AvailableVoice): MediaFault | undefined =>
  speaks(voice, languageCode) ? undefined : unsupported('voice', voice.languageCodes, languageCode);

const unsupported = (who: string, languages: readonly string[], languageCode: string): MediaFault =>
  new MediaFault('language_unsupported', `the ${who} knows ${languages.join(', ')}, not ${languageCode}`);

const speaks = ({ languageCodes }: AvailableVoice, languageCode: string): boolean =>
  primary(languageCode) === 'auto' || languageCodes.some((code) => primary(code) === primary(languageCode));

/** Returns the primary subtag of a language code. */
export const primary = (languageCode: string): string => languageCode.toLowerCase().split(/[-_]/)[0] as string;
