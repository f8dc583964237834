export interface ChatServer {
  /** Base URL of an OpenAI-compatible server, including its version. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /** Sent with each request, besides those of the client. */
  readonly headers?: Readonly<Record<string, string>>;
  /** If present, only public addresses and these hosts are connected to. An entry may end with a port. */
  readonly allowedHosts?: readonly string[];
}

/** A model of a server, and what its user chose for every request. */
export interface ChatChoice {
  readonly model: string;
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly extraBody?: Readonly<Record<string, unknown>>;
}

/** What a server accepts, as far as its refusals have shown. */
export interface ChatDialect {
  /** Whether it accepts tools. */
  readonly tools: boolean;
  /** Whether it accepts the system role; otherwise the instructions precede the first words of the user. */
  readonly systemRole: boolean;
  /** Whether it requires that the user comes first and last, and that the roles alternate. */
  readonly alternates: boolean;
  readonly limitField: 'max_tokens' | 'max_completion_tokens' | 'none';
  readonly temperature: boolean;
  readonly format: 'json_schema' | 'json_object' | 'none';
  /** Whether it reports the tokens of a streamed reply on request. */
  readonly usage: boolean;
  /**
   * What each call in the history must have, also one that another model or the agent itself made. `text`: a text beside
   * it, which may be empty. `unwanted`: the server refuses what came with its own calls. `told`: it refuses earlier calls,
   * so their results are sent in words.
   */
  readonly callProof: 'none' | 'signature' | 'reasoning' | 'text' | 'unwanted' | 'told';
}
