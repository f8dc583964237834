import { speakingWithFallback } from '../engines/fallback.ts';
import { primary, route } from '../engines/route.ts';
import type { EngineClient } from '../line/engine.ts';
import type { SpeakJob, SpeakResult } from '../line/speech.ts';
import type { HandedOver } from '../ports.ts';
import { type CallLanguage, createCallLanguage, type Speaking } from './dialogue/call-language.ts';
import type { SpokenFallbacks } from './dialogue/spoken-fallbacks.ts';
import { spokenLinesIn } from './dialogue/spoken-lines.ts';
import type { LineContext } from './line-context.ts';

/** The language of a call and everything that is spoken in it. */
export interface LineSpeech {
  readonly language: CallLanguage;
  /** The voice, or the spare voice while the voice's server fails. */
  readonly speech: EngineClient<SpeakJob, SpeakResult>;
  /** In the language of the moment. */
  readonly fallbacks: SpokenFallbacks;
  /** Returns the voice of an agent that takes over. */
  voiceOf(next: HandedOver): Speaking;
  /** Whether one of these languages is the call's. */
  isSpoken(codes: readonly string[]): boolean;
}

export function createLineSpeech(context: LineContext): LineSpeech {
  const { plan, route: routed, equipment, rateHz, nowMs, note, trouble } = context;
  const { voice, spoken, languages, spareVoice } = routed;
  const english = spokenLinesIn('en', ['en']);
  const language = createCallLanguage({
    languageCode: plan.brain.languageCode,
    languages,
    voice,
    spoken,
    onVoice: () => fallbacks.prepare(),
    onChange(languageCode) {
      fallbacks.prepare();
      note({ type: 'language', atMs: Math.round(nowMs()), languageCode });
    },
  });
  const isSpoken = (codes: readonly string[]): boolean =>
    language.code === 'auto' || codes.some((code) => primary(code) === primary(language.code));
  const spare = spareVoice && {
    voice: spareVoice.voice,
    get speaksIt() {
      return isSpoken(spareVoice.spoken);
    },
  };
  const shelved = (lines: CallLanguage['lines'], speaker: CallLanguage['voice']): SpokenFallbacks =>
    equipment.fallbacks.of({ lines, voice: speaker, rateHz }, trouble);
  const fallbacks = createFallbacks(() => [
    shelved(language.lines, language.voice),
    // As long as the voice's server has made none.
    ...(spare === undefined ? [] : [shelved(spare.speaksIt ? language.lines : english, spare.voice)]),
  ]);
  const { failures } = equipment;
  const speech = speakingWithFallback(equipment.speech, {
    spare,
    apology: english.apology,
    failures,
    onTrouble: trouble,
  });
  function voiceOf({ brain: { languageCode }, voice: choice, languages: others = [] }: HandedOver): Speaking {
    const next = route({ voice: choice, languageCode, languages: others, rateHz }, equipment.available);
    return { languageCode, languages: next.languages, voice: next.voice, spoken: next.spoken };
  }
  return { language, speech, fallbacks, voiceOf, isSpoken };
}

/** The stored lines of the first source that has them. `prepare` asks the sources again. */
function createFallbacks(sourcesNow: () => readonly SpokenFallbacks[]): SpokenFallbacks & { prepare(): void } {
  let sources = sourcesNow();
  const first = (name: keyof SpokenFallbacks): SpokenFallbacks[typeof name] =>
    sources.map((source) => source[name]).find((line) => line !== undefined);
  return {
    prepare() {
      sources = sourcesNow();
    },
    get moment() {
      return first('moment');
    },
    get apology() {
      return first('apology');
    },
    get farewell() {
      return first('farewell');
    },
  };
}
