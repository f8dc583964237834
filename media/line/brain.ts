import type { CustomerPlan } from './customer-plan.ts';

/** A document of the knowledge base. */
export interface KnowledgeDocument {
  readonly id: string;
  readonly title: string;
  /** Plain text or Markdown; in the form `parts`, `Part[]` of `retrieval/` as JSON, which crosses threads as one string. */
  readonly text: string;
  readonly form?: 'parts';
  /** Whose it is: its name in a question says nothing about the subject. */
  readonly about?: string;
  /** The year that is meant where a question names none. */
  readonly year?: number;
}

/** What the agent must find out, asked in order. */
export interface ScriptQuestion {
  readonly id: string;
  readonly ask: string;
  readonly kind: 'text' | 'name' | 'date' | 'time' | 'datetime' | 'phone' | 'email' | 'number' | 'yes_no' | 'choice';
  readonly choices?: readonly string[];
  /** Asked again in these words when the answer was not understood. */
  readonly retry?: string;
  /** Whether to read the answer back; "{value}" stands for it. */
  readonly confirm?: string;
}

/** A purpose a caller may have, with the questions it needs and the closing words. "{id}" stands for an answer. */
export interface ScriptGoal {
  readonly id: string;
  /** Sentences a caller might say to mean this; matched by embedding. */
  readonly examples: readonly string[];
  readonly intro?: string;
  readonly questions: readonly ScriptQuestion[];
  readonly done: string;
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The plan of an agent. */
export interface BrainPlan {
  readonly agentName: string;
  readonly businessName: string;
  readonly greeting: string;
  /** The other party speaks first: no greeting. */
  readonly silentOpening?: true;
  /** The agent plays this customer, for a person who practises; the rest of the plan says only how it speaks. */
  readonly customer?: CustomerPlan;
  readonly personaPrompt: string;
  readonly recordingDisclosure?: string;
  readonly guardrails: readonly string[];
  /** What a person who listens to this call has told the agent, oldest first. A language model follows it. */
  readonly guidance?: readonly string[];
  readonly goals: readonly ScriptGoal[];
  readonly knowledge: readonly KnowledgeDocument[];
  readonly transferTargets: readonly string[];
  readonly tools: readonly ToolSpec[];
  readonly languageCode: string;
  readonly timezone: string;
  readonly goodbye: string;
  /** Known of the other party; may be empty. */
  readonly contact: Readonly<Record<string, string>>;
  /** The goal an outbound call is about: begun with the first answer, unless the other party wants something else. */
  readonly openingGoal?: string;
  /** What to say to a voicemail greeting before ending; absent: end without a word. */
  readonly voicemailMessage?: string;
}

/** A line of the conversation as it truly happened: an agent line holds only the words the caller heard. */
export interface HeardLine {
  readonly speaker: 'agent' | 'caller';
  readonly text: string;
  /** An agent line the caller cut short. */
  readonly interrupted?: boolean;
}

export type BrainInput =
  /** `disclosed`: the recording disclosure has been said already. */
  | { readonly kind: 'opening'; readonly disclosed?: true }
  | { readonly kind: 'said'; readonly text: string; readonly confidence: number }
  | { readonly kind: 'dtmf'; readonly digits: string }
  /** The caller has said nothing; `count` is 1 the first time. */
  | { readonly kind: 'silence'; readonly count: number }
  | { readonly kind: 'tool_result'; readonly name: string; readonly ok: boolean; readonly result: string }
  | { readonly kind: 'transfer_result'; readonly result: 'accepted' | 'declined' | 'no_answer' | 'busy' | 'failed' };

/** The brain's own notes, plain JSON, kept by the call. A reply that was thrown away leaves none behind. */
export type BrainMemory = Readonly<Record<string, unknown>> | null;

/** Stateless: everything a reply depends on is here, so a reply may be tried ahead of time and dropped, or replayed. */
export interface BrainRequest {
  readonly callUuid: string;
  readonly turn: number;
  readonly plan: BrainPlan;
  readonly memory: BrainMemory;
  readonly history: readonly HeardLine[];
  readonly input: BrainInput;
  /** Wall clock, for "tomorrow". */
  readonly nowMs: number;
  /** The language model that answers; by default that of the engine's own settings, if any. */
  readonly llm?: LlmConfig;
}

export type AgentAction =
  | { readonly kind: 'end'; readonly reason: EndReason }
  | { readonly kind: 'transfer'; readonly target: string; readonly brief: string }
  | { readonly kind: 'dtmf'; readonly digits: string }
  | { readonly kind: 'tool'; readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };

export type EndReason =
  | 'agent_goodbye'
  | 'caller_goodbye'
  | 'wrong_number'
  | 'dnc_request'
  | 'voicemail'
  | 'silence'
  | 'guardrail'
  /** Of a simulated customer. */
  | CustomerEndReason;

export type CustomerEndReason = 'customer_satisfied' | 'customer_hung_up' | 'most_turns';

export type BrainEvent =
  /** A clause or short sentence to be spoken; they are spoken in order. `continues`: more of the same sentence follows. */
  | { readonly type: 'phrase'; readonly text: string; readonly continues?: boolean }
  /** Carried out when every phrase before it has been played. */
  | { readonly type: 'action'; readonly action: AgentAction }
  /** What to hand in next time if any of this reply was heard; the last one counts, and the first precedes the phrases. */
  | { readonly type: 'memory'; readonly memory: BrainMemory }
  /** Which brain answered, what it understood, what it was grounded in; for the record and the console. */
  | { readonly type: 'trace'; readonly trace: BrainTrace };

export interface BrainTrace {
  readonly brain: 'openai' | 'embedded';
  readonly intent?: string;
  readonly sources?: readonly string[];
  readonly slots?: Readonly<Record<string, string>>;
  /** Why a fallback was used: `llm_timeout`, `llm_error`, `llm_garbage`, `llm_withheld`. */
  readonly fallback?: string;
}

export interface LlmConfig {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly model: string;
  /** Without a word by then the caller is asked for a moment; 1,500 by default. */
  readonly firstTokenTimeoutMs?: number;
  /** Without a first phrase by then the embedded brain answers; 6,000 by default. */
  readonly totalTimeoutMs?: number;
}

export interface BrainConfig {
  readonly modelsDir: string;
  readonly llm?: LlmConfig;
}
