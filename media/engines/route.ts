import type { LineRateHz } from '../line/audio.ts';
import { MediaFault } from '../line/fault.ts';
import type { OwnVoice, VoiceChoice, VoiceSpec } from '../line/speech.ts';
import type { AvailableRecogniser, AvailableSpeech, AvailableVoice } from './available.ts';
import type { EngineHost } from './spec.ts';
import { resolveVoice } from './voices.ts';

/** What of a call's plan decides which engines serve it. */
export interface RoutedPlan {
  readonly voice: VoiceChoice;
  /** `auto` for any language that the engines know. */
  readonly languageCode: string;
  /** Those that the call may change to. */
  readonly languages?: readonly string[];
  /** Provider that recognises; the engines of this installation by default. */
  readonly recogniser?: string;
  /** Rate of the call's line. */
  readonly rateHz: LineRateHz;
}

/** The engines that serve a call. Where there is a fault they say why it ends. */
export interface Route {
  readonly recogniser: AvailableRecogniser;
  readonly voice: VoiceSpec;
  /** Languages of the voice. */
  readonly spoken: readonly string[];
  /** Those that the call may be held in; more than one where the recogniser says which one it understood. */
  readonly languages: readonly string[];
  /** Recognises when a server fails. */
  readonly spareRecogniser?: AvailableRecogniser;
  /** Speaks when a server fails, in these languages. */
  readonly spareVoice?: { readonly voice: VoiceSpec; readonly spoken: readonly string[] };
  /** The voice or the recogniser is not the one that was asked for: `voice_unknown`, `speech_engine_missing`. The call continues. */
  readonly alarm?: MediaFault;
  /** No engine serves the call: `language_unsupported`. */
  readonly fault?: MediaFault;
}

/** Decides which engines serve a call, before its first word. Pure: the same plan and engines give the same route. */
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

/** What the recogniser distinguishes and the voice speaks, that of the plan first. */
function languagesOf(
  { languageCode, languages = [] }: RoutedPlan,
  { detectsLanguage, languages: known }: AvailableRecogniser,
  voice: AvailableVoice,
): readonly string[] {
  if (detectsLanguage !== true) return [languageCode];
  const others = languages.filter((code) => code !== languageCode && known.map(primary).includes(primary(code)));
  return [languageCode, ...others.filter((code) => speaks(voice, code))];
}

/** Nothing is sent to a server that the plan does not name. */
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

/** What this installation has itself, for when a server fails. */
function sparesOf(
  plan: RoutedPlan,
  chosen: { readonly recogniser: AvailableRecogniser; readonly voice: AvailableVoice },
  { recognisers, voices }: AvailableSpeech,
): Pick<Route, 'spareRecogniser' | 'spareVoice'> {
  const own = voices.filter(({ host, sampleRatesHz }) => host === 'model' && sampleRatesHz.includes(plan.rateHz));
  const speaking = own.find((one) => speaks(one, plan.languageCode));
  const [voice = own[0]] = [speaking];
  const recogniser = recognisers.find((one) => one.host === 'model' && knows(one, plan));
  return {
    ...(chosen.voice.host === 'model' || voice === undefined
      ? {}
      : { spareVoice: { voice: resolveVoice(voice, plan.voice), spoken: voice.languageCodes } }),
    ...(chosen.recogniser.host === 'model' || recogniser === undefined ? {} : { spareRecogniser: recogniser }),
  };
}

/** Whether it can follow a caller into every language of the plan. */
const followsAll = ({ detectsLanguage, languages }: AvailableRecogniser, plan: RoutedPlan): boolean =>
  detectsLanguage === true && (plan.languages ?? []).every((code) => languages.map(primary).includes(primary(code)));

const knows = ({ languages, sampleRatesHz }: AvailableRecogniser, { languageCode, rateHz }: RoutedPlan): boolean =>
  sampleRatesHz.includes(rateHz) &&
  (primary(languageCode) === 'auto' || languages.map(primary).includes(primary(languageCode)));

/** That of the provider, or the first that knows the language at the line's rate; else the first of all, with the fault. */
function chooseRecogniser(
  plan: RoutedPlan,
  { recognisers }: AvailableSpeech,
): { readonly chosen: AvailableRecogniser; readonly fault?: MediaFault; readonly alarm?: MediaFault } {
  const { recogniser: provider, languageCode } = plan;
  const able = recognisers.filter((one) => knows(one, plan));
  const wanted = able.find((one) => one.provider === provider);
  const isMultilingual = new Set([languageCode, ...(plan.languages ?? [])].map(primary)).size > 1;
  const following = isMultilingual ? able.find((one) => followsAll(one, plan)) : undefined;
  const chosen = wanted ?? following ?? able.find(({ host }) => host === 'model') ?? able[0];
  if (chosen !== undefined && (provider === undefined || wanted !== undefined)) return { chosen };
  if (chosen !== undefined) return { chosen, alarm: missingRecogniser(provider as string, chosen) };
  const languages = [...new Set(recognisers.flatMap((one) => one.languages))];
  return { chosen: recognisers[0] as AvailableRecogniser, fault: unsupported('recogniser', languages, languageCode) };
}

/**
 * The voice that was asked for. Otherwise the one of this name from another provider, or one that speaks the language,
 * the default before all others.
 */
function chooseVoice(
  plan: RoutedPlan,
  { voices, synthesisers }: AvailableSpeech,
): { readonly voice: AvailableVoice; readonly alarm?: MediaFault } {
  const { speaker, provider, own } = plan.voice;
  const spokenBy = own && synthesisers.find(({ engine }) => engine === own.engine);
  if (own !== undefined && spokenBy !== undefined) return { voice: ownVoiceOf(speaker, own, spokenBy) };
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

const ownVoiceOf = (
  name: string,
  own: OwnVoice,
  { host, acceptsPronunciations = false }: AvailableSpeech['synthesisers'][number],
): AvailableVoice => ({
  ...{ name, gender: 'unknown', age: 'unknown', description: name, ...own, languageCodes: [...own.languageCodes] },
  ...{ provider: 'platform', host, sampleRatesHz: [8000, 16_000], acceptsPronunciations },
});

const missingRecogniser = (provider: string, { engine }: AvailableRecogniser): MediaFault =>
  new MediaFault('speech_engine_missing', `${provider} cannot recognise this call; ${engine} does`);

const speakingFault = ({ languageCode }: RoutedPlan, voice: AvailableVoice): MediaFault | undefined =>
  speaks(voice, languageCode) ? undefined : unsupported('voice', voice.languageCodes, languageCode);

const unsupported = (who: string, languages: readonly string[], languageCode: string): MediaFault =>
  new MediaFault('language_unsupported', `the ${who} knows ${languages.join(', ')}, not ${languageCode}`);

const speaks = ({ languageCodes }: AvailableVoice, languageCode: string): boolean =>
  primary(languageCode) === 'auto' || languageCodes.some((code) => primary(code) === primary(languageCode));

/** The language of a code, without its region. */
export const primary = (languageCode: string): string => languageCode.toLowerCase().split(/[-_]/)[0] as string;
