import { type Clock, pause } from '../../kit/clock.ts';
import type { Scope } from '../../kit/scope.ts';
import type { AgentAction, AgentEvent, AgentInput, AgentMemory, AgentRequest, AgentTrace } from '../../line/agent.ts';
import type { LineRateHz } from '../../line/audio.ts';
import type { EngineClient } from '../../line/engine.ts';
import type { SpeakJob, SpeakResult, SpokenWord, VoiceSpec } from '../../line/speech.ts';
import type { NamedPerson, SpeculativeWork, UsedModels } from '../../ports.ts';
import { sentencesOf } from '../../text/sentences.ts';
import type { Conversation } from './conversation.ts';
import type { DialogueOptions } from './dialogue-options.ts';
import type { SpokenFallbacks, SpokenLine } from './spoken-fallbacks.ts';

/** Receives a reply once it is released. */
export interface ReplySink {
  phrase(phraseId: string, text: string): void;
  audio(phraseId: string, samples: Float32Array, words: readonly SpokenWord[] | undefined): void;
  seal(phraseId: string): void;
  /** The agent wants this action. */
  action(action: AgentAction): void;
  /** All phrases have been passed on. */
  end(outcome: ReplyOutcome): void;
  /** Audio waiting to be played; limits how far ahead the reply is prepared. */
  readonly queuedMs: number;
}

/** Result of a reply besides its audio. */
export interface ReplyOutcome {
  readonly actions: readonly AgentAction[];
  readonly trace: AgentTrace | undefined;
  /** True if the agent engine or the voice failed and a fallback was spoken. */
  readonly failed: boolean;
}

export interface ReplyStamps {
  /** Milliseconds of the call; undefined until it has happened. */
  phraseMs: number | undefined;
  audioMs: number | undefined;
}

export interface ReplyOptions {
  readonly id: number;
  readonly request: AgentRequest;
  /** True if the words are known and the agent engine is not used. */
  readonly scripted: boolean;
  readonly person: NamedPerson | undefined;
  readonly agent: EngineClient<AgentRequest, AgentEvent>;
  readonly speech: EngineClient<SpeakJob, SpeakResult>;
  readonly fallbacks: SpokenFallbacks;
  readonly voice: VoiceSpec;
  readonly rateHz: LineRateHz;
  readonly nowMs: () => number;
  readonly clock: Clock;
  readonly scope: Scope;
  readonly onTrouble: (error: unknown) => void;
  /** Called once, when a reply ends for which language models were asked. */
  readonly onModelsUsed: (turn: number, used: UsedModels) => void;
  /** Runs timer callbacks, so that an error affects only this call. */
  readonly guarded: (part: () => void) => void;
}

/** A reply being prepared. It may be speculative, and is silent until it is released. */
export interface Reply {
  readonly request: AgentRequest;
  readonly stamps: Readonly<ReplyStamps>;
  /** The agent's memory so far. It precedes the words, so an interrupted reply keeps what was understood. */
  readonly memory: AgentMemory | undefined;
  /** The person whose words these are. */
  readonly person: NamedPerson | undefined;
  /** Phrases that the agent has produced so far; undefined if it was not used. */
  readonly phrases: readonly string[] | undefined;
  /** Cost so far. */
  readonly work: SpeculativeWork;
  /**
   * Commits the reply: passes what is ready to the sink now, and the rest as it is produced. Only the first call has an
   * effect.
   */
  release(sink: ReplySink): void;
  /** Discards the reply, or the rest of it. Idempotent. */
  drop(reason: string): void;
}

type Step = (sink: ReplySink) => void;

/** Only the opening of a speculative reply is synthesised: enough to start with, cheap to discard. */
const speculativePhrases = 1;
/** A released reply is prepared this far ahead of playback. */
const aheadMs = 4000;
/** A caller who has waited this long in silence is asked for a moment. */
const patienceMs = 2500;
const appetiteCheckMs = 50;
/** With a single engine thread, none is available until its replacement has loaded its models. */
const retryAfterMs = 1000;

function startReply(options: ReplyOptions): Reply {
  const { scope, nowMs } = options;
  const stamps: ReplyStamps = { phraseMs: undefined, audioMs: undefined };
  const waiting: Step[] = [];
  let sink: ReplySink | undefined;
  let releaseOrDrop = (): void => {};
  const released = new Promise<void>((resolve) => {
    releaseOrDrop = resolve;
  });
  scope.defer(releaseOrDrop);
  let memory: AgentMemory | undefined;
  let trace: AgentTrace | undefined;
  let isOver = false;
  let phraseCount = 0;
  const phrases: string[] = [];
  const cost = createReplyCost(nowMs);

  const give = (step: Step): void => {
    if (scope.signal.aborted) return;
    if (sink === undefined) waiting.push(step);
    else step(sink);
  };
  const nextPhraseId = (): string => `r${options.id}.p${++phraseCount}`;

  function sayClip(clip: SpokenLine | undefined): void {
    if (clip === undefined) return;
    const phraseId = nextPhraseId();
    give((to) => to.phrase(phraseId, clip.text));
    give((to) => to.audio(phraseId, clip.samples, clip.words));
    give((to) => to.seal(phraseId));
  }

  /** Waits until the next phrase is needed: the reply is released, and playback has caught up. */
  async function appetite(): Promise<void> {
    if (phraseCount >= speculativePhrases) await released;
    while (!scope.signal.aborted && sink !== undefined && sink.queuedMs > aheadMs) {
      await pause(options.clock, appetiteCheckMs, scope.signal);
    }
  }

  /** The preceding phrase, which determines the pause before the next one. */
  let after: SpeakJob['after'];

  async function speak(text: string, continues: boolean): Promise<void> {
    const line = { text, voice: options.voice, rateHz: options.rateHz, continues };
    const job: SpeakJob = after === undefined ? line : { ...line, after };
    after = { text, continues };
    cost.begun(text);
    let phraseId: string | undefined;
    for (let attempt = 1; ; attempt++) {
      try {
        for await (const piece of options.speech.run(job, scope.signal)) {
          // The id is assigned with the first audio, so that fallback lines spoken meanwhile come first.
          const id = phraseId ?? nextPhraseId();
          if (phraseId === undefined) give((to) => to.phrase(id, text));
          phraseId = id;
          stamps.audioMs ??= nowMs();
          cost.audio((piece.samples.length * 1000) / options.rateHz);
          give((to) => to.audio(id, piece.samples, piece.words));
        }
        return;
      } catch (error) {
        options.onTrouble(error);
        // A dead thread is replaced, so the phrase is tried once more unless part of it has been passed on.
        if (attempt === 2 || phraseId !== undefined) throw error;
        await pause(options.clock, retryAfterMs, scope.signal);
      } finally {
        // A partial phrase is sealed too; otherwise the following phrases would wait for the rest forever.
        const id = phraseId;
        if (id !== undefined) give((to) => to.seal(id));
      }
    }
  }

  async function make(): Promise<void> {
    const actions: AgentAction[] = [];
    let failed = false;
    try {
      for await (const event of options.agent.run(options.request, scope.signal)) {
        if (event.type === 'action') {
          const { action } = event;
          actions.push(action);
          give((to) => to.action(action));
        } else if (event.type === 'memory') memory = event.memory;
        else if (event.type === 'trace') trace = event.trace;
        else {
          stamps.phraseMs ??= nowMs();
          phrases.push(event.text);
          await appetite();
          if (scope.signal.aborted) return;
          await speak(event.text, event.continues === true).finally(cost.spoken);
        }
      }
    } catch (error) {
      options.onTrouble(error);
      failed = true;
      sayClip(options.fallbacks.apology);
    }
    give((to) => to.end({ actions, trace, failed }));
  }

  make().catch(options.onTrouble);

  function reportModels(): void {
    const { brain, models = [], fallback, refusal } = trace ?? {};
    if (brain === undefined || models.length === 0) return;
    const why = { ...(fallback !== undefined && { fallback }), ...(refusal !== undefined && { refusal }) };
    options.onModelsUsed(options.request.turn, { brain, models, ...why, discarded: sink === undefined });
  }

  return {
    request: options.request,
    person: options.person,
    stamps,
    get memory() {
      return memory;
    },
    phrases: options.scripted ? undefined : phrases,
    get work() {
      return cost.soFar(stamps.phraseMs);
    },
    release(to) {
      if (sink !== undefined) return;
      sink = to;
      for (const step of waiting.splice(0)) step(to);
      releaseOrDrop();
      const cancel = options.clock.after(patienceMs, () => {
        if (stamps.audioMs === undefined) options.guarded(() => sayClip(options.fallbacks.moment));
      });
      scope.defer(cancel);
    },
    drop(reason) {
      if (!isOver) reportModels();
      isOver = true;
      void scope.close(reason);
    },
  };
}

/** Counts what a reply has cost so far, from now on. */
function createReplyCost(nowMs: () => number) {
  const startedMs = nowMs();
  let speechMs = 0;
  let speakingSinceMs: number | undefined;
  let characters = 0;
  let audioMs = 0;
  const speakingMs = (): number => (speakingSinceMs === undefined ? 0 : nowMs() - speakingSinceMs);
  return {
    /** The voice begins to synthesise this text. */
    begun(text: string): void {
      characters += text.length;
      speakingSinceMs = nowMs();
    },
    spoken(): void {
      speechMs += speakingMs();
      speakingSinceMs = undefined;
    },
    audio(ms: number): void {
      audioMs += ms;
    },
    /** `phraseMs`: when the agent engine had its first phrase. */
    soFar: (phraseMs: number | undefined): SpeculativeWork => ({
      brainMs: (phraseMs ?? nowMs()) - startedMs,
      speechMs: speechMs + speakingMs(),
      characters,
      audioMs,
    }),
  };
}

/** Creates the replies of a call. */
export interface ReplyMaker {
  make(input: AgentInput): Reply;
  /** Creates a reply with known words, without the agent engine. */
  sayOnly(text: string, input: AgentInput, person?: NamedPerson): Reply;
}

export function createReplyMaker(options: DialogueOptions, conversation: Conversation): ReplyMaker {
  const { language } = options;
  let replies = 0;

  const inLanguage = (request: AgentRequest): AgentRequest =>
    request.plan.languageCode === language.code
      ? request
      : { ...request, plan: { ...request.plan, languageCode: language.code } };

  function make(
    input: AgentInput,
    agent: EngineClient<AgentRequest, AgentEvent>,
    words: { readonly scripted: boolean; readonly person?: NamedPerson | undefined },
  ): Reply {
    replies += 1;
    return startReply({
      id: replies,
      request: inLanguage(conversation.request(input, options.wallNowMs())),
      scripted: words.scripted,
      person: words.person,
      agent,
      speech: options.speech,
      fallbacks: options.fallbacks,
      voice: options.language.voice,
      rateHz: options.rateHz,
      nowMs: options.nowMs,
      clock: options.clock,
      scope: options.scope.child(),
      onTrouble: options.onTrouble,
      onModelsUsed: (turn, used) => options.note({ type: 'models', atMs: options.nowMs(), turn, used }),
      guarded: options.guarded,
    });
  }

  return {
    make: (input) => make(input, options.agent, { scripted: false }),
    sayOnly: (text, input, person) =>
      make(
        input,
        {
          async *run() {
            for (const sentence of sentencesOf(text, { anyStart: true })) yield { type: 'phrase', text: sentence };
          },
        },
        { scripted: true, person },
      ),
  };
}
