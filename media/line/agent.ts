import type { ChatChoice, ChatDialect, ChatServer } from './chat.ts';
import type { CustomerPlan } from './customer-plan.ts';
import type { PathPart, ScriptGoal } from './script.ts';

export type { PathPart, ScriptBranch, ScriptGoal, ScriptQuestion, ScriptTest } from './script.ts';

/** A document of the knowledge base. */
export interface KnowledgeDocument {
  readonly id: string;
  readonly title: string;
  /**
   * Plain text or Markdown. In the form `parts`: `Part[]` of `retrieval/` as JSON, because one string crosses threads
   * cheaply.
   */
  readonly text: string;
  readonly form?: 'parts';
  /** Owner of the document. Its name in a question says nothing about the subject. */
  readonly about?: string;
  /** Year that a question without a year refers to. */
  readonly year?: number;
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /**
   * `read`: the tool changes nothing, so it starts with its announcement and survives an interruption. By default it
   * writes, and starts once its announcement was heard.
   */
  readonly effect?: 'read' | 'write';
  /** Spoken if the model calls the tool without words; a short request to wait by default, and nothing if empty. */
  readonly announcement?: string;
}

/** The plan of an agent. */
export interface AgentPlan {
  readonly agentName: string;
  readonly businessName: string;
  readonly greeting: string;
  /** The other party speaks first: the agent does not greet. */
  readonly silentOpening?: true;
  /**
   * The customer that the agent plays for a person who practises. The rest of the plan then only defines how it speaks.
   */
  readonly customer?: CustomerPlan;
  readonly personaPrompt: string;
  readonly recordingDisclosure?: string;
  readonly guardrails: readonly string[];
  /** Instructions to the agent from a person who listens to this call, oldest first. A language model follows them. */
  readonly guidance?: readonly string[];
  readonly goals: readonly ScriptGoal[];
  readonly knowledge: readonly KnowledgeDocument[];
  readonly transferTargets: readonly string[];
  readonly tools: readonly ToolSpec[];
  /** Names of built-in tools that the agent does not have. */
  readonly omittedTools?: readonly string[];
  /**
   * The agent says goodbye and the caller hangs up. Silence, voicemail, abuse and a wish not to be called again still
   * end the call.
   */
  readonly staysOnLine?: true;
  readonly languageCode: string;
  readonly timezone: string;
  readonly goodbye: string;
  /** What is known about the other party; may be empty. */
  readonly contact: Readonly<Record<string, string>>;
  /** Goal of an outbound call. It begins with the first answer, unless the other party wants something else. */
  readonly openingGoal?: string;
  /** Message to leave on voicemail before ending; if absent, the call ends without a message. */
  readonly voicemailMessage?: string;
}

/** A line of the conversation as it was heard: an agent line contains only the words that the caller heard. */
export interface HeardLine {
  readonly speaker: 'agent' | 'caller';
  readonly text: string;
  /** True if the caller interrupted this agent line. */
  readonly interrupted?: boolean;
}

export type AgentInput =
  /** `disclosed`: the recording disclosure has already been spoken. */
  | { readonly kind: 'opening'; readonly disclosed?: true }
  | { readonly kind: 'said'; readonly text: string; readonly confidence: number }
  | { readonly kind: 'dtmf'; readonly digits: string }
  /** The caller has said nothing; `count` is 1 the first time. */
  | { readonly kind: 'silence'; readonly count: number }
  | {
      readonly kind: 'tool_result';
      /** Of the action. */
      readonly id?: string | undefined;
      readonly name: string;
      readonly ok: boolean;
      readonly result: string;
    }
  | {
      readonly kind: 'transfer_result';
      /** Of the action. */
      readonly id?: string | undefined;
      readonly result: 'accepted' | 'declined' | 'no_answer' | 'busy' | 'failed';
    }
  /** Another agent takes over: the plan of this request is its own if `ok`, and the earlier agent's otherwise. */
  | {
      readonly kind: 'hand_over_result';
      readonly ok: boolean;
      /** Name of the agent that spoke until now. */
      readonly from: string;
      /** Step at which the flow continues. */
      readonly go?: string | undefined;
    };

/** The engine's state as plain JSON, stored by the call. A discarded reply does not change it. */
export type AgentMemory = Readonly<Record<string, unknown>> | null;

/**
 * A request for a reply. It contains everything that the reply depends on, so a reply can be prepared speculatively,
 * discarded or replayed.
 */
export interface AgentRequest {
  readonly callUuid: string;
  readonly turn: number;
  readonly plan: AgentPlan;
  readonly memory: AgentMemory;
  readonly history: readonly HeardLine[];
  readonly input: AgentInput;
  /** Turn of the latest reply with memory, if the caller interrupted it: its actions were not carried out. */
  readonly interruptedTurn?: number;
  /** Ids of the actions of that reply that had begun. Their results follow. */
  readonly begunActions?: readonly string[];
  /** Wall clock, for "tomorrow". */
  readonly nowMs: number;
  /** Language model for the reply; by default the one in the engine's settings, if any. */
  readonly llm?: LlmConfig;
}

export type AgentAction =
  | { readonly kind: 'end'; readonly reason: EndReason }
  | { readonly kind: 'transfer'; readonly id?: string | undefined; readonly target: string; readonly brief: string }
  | { readonly kind: 'dtmf'; readonly digits: string }
  /** Another agent of the organisation continues the call, at this step of the flow if there is one. */
  | { readonly kind: 'hand_over'; readonly agent: string; readonly go?: string | undefined }
  | {
      readonly kind: 'tool';
      /** Returned with the result. */
      readonly id?: string | undefined;
      readonly name: string;
      readonly arguments: Readonly<Record<string, unknown>>;
    };

export type EndReason =
  | 'agent_goodbye'
  | 'caller_goodbye'
  | 'wrong_number'
  | 'dnc_request'
  | 'voicemail'
  | 'silence'
  | 'guardrail'
  /** The simulated customer ended the call. */
  | CustomerEndReason;

export type CustomerEndReason = 'customer_satisfied' | 'customer_hung_up' | 'most_turns';

export type AgentEvent =
  /** A clause or short sentence to be spoken, in order. `continues`: more of the same sentence follows. */
  | { readonly type: 'phrase'; readonly text: string; readonly continues?: boolean }
  /** Executed once every phrase before it has been played; a tool that only reads is called at once. */
  | { readonly type: 'action'; readonly action: AgentAction }
  /**
   * Memory for the next request if any of this reply was heard. The last event of this type counts; the first precedes
   * the phrases.
   */
  | { readonly type: 'memory'; readonly memory: AgentMemory }
  /** The engine that replied, what it understood and its sources, for the record and the console. */
  | { readonly type: 'trace'; readonly trace: AgentTrace };

export interface AgentTrace {
  readonly brain: 'openai' | 'embedded';
  readonly intent?: string;
  readonly sources?: readonly string[];
  readonly slots?: Readonly<Record<string, string>>;
  /** Steps and branches of the flow that this reply went through, in order. */
  readonly path?: readonly PathPart[];
  /** Why a fallback was used: `llm_timeout`, `llm_error`, `llm_cut`, `llm_garbage`, `llm_withheld`. */
  readonly fallback?: string;
  /** The language-model server's own words, if it refused the request. */
  readonly refusal?: string;
  /** The language models that were asked, in order. The last one answered, unless the embedded agent did. */
  readonly models?: readonly ModelUse[];
}

/** What one reply asked of a language model. */
export interface ModelUse {
  /** Uuid of the organisation's connection; absent for the model of the installation. */
  readonly connection?: string;
  /** Name of the connection, or of the model. */
  readonly name: string;
  /** Why it did not answer; see `fallback`. */
  readonly failure?: string;
  /** Its server's own words, if it refused the request. */
  readonly refusal?: string;
  readonly requests: number;
  /** Requests whose tokens the server reported. */
  readonly reported: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** What the server accepts, if that differs from what was stored with the connection. */
  readonly learned?: ChatDialect;
}

export interface LlmConfig extends ChatServer, ChatChoice {
  /** The organisation's connection; absent for the model of the installation. */
  readonly connection?: { readonly uuid: string; readonly name: string };
  /** What the server accepts, as far as it is known. */
  readonly learned?: ChatDialect;
  /** The model that replies instead when this one fails; without one, the embedded agent does. */
  readonly fallback?: LlmConfig;
  /** Whether the model reads the beginning of the prompt while the greeting is spoken, since it reads slowly. */
  readonly readsAhead?: boolean;
  /** When a reply is prepared while the caller may still continue; `always` by default. */
  readonly speculation?: Speculation;
  /** Time to the first token after which the caller is asked to wait; 1,500 by default. */
  readonly firstTokenTimeoutMs?: number;
  /** Time to the first phrase after which the embedded engine replies instead; 6,000 by default. */
  readonly totalTimeoutMs?: number;
}

/** `sure`: only after words that sound finished. */
export type Speculation = 'always' | 'sure' | 'never';

export interface AgentConfig {
  readonly modelsDir: string;
  readonly llm?: LlmConfig;
}

/** Returns whether the action is a tool that changes nothing. */
export const isReading = ({ tools }: AgentPlan, action: AgentAction): boolean =>
  action.kind === 'tool' && tools.find(({ name }) => name === action.name)?.effect === 'read';
