/** What an importer may accept: what is missing here is left out, and what exists here is kept. */
export const acceptable = ['voices', 'models', 'mcp_servers', 'documents', 'agents', 'existing'] as const;
export type Acceptable = (typeof acceptable)[number];

export const problemKinds = [
  'secret',
  'voice',
  'model',
  'mcp_server',
  'tool',
  'document',
  'agent',
  'score_field',
  'pronunciation',
  'role',
] as const;

/** Why a file cannot be imported as it is. */
export interface ImportProblem {
  readonly kind: (typeof problemKinds)[number];
  /** Name of what is missing or differs. */
  readonly name: string;
  /** A sentence that says what to do. */
  readonly detail: string;
  /** What to accept, to import the file nevertheless; null if that is not possible. */
  readonly accept: Acceptable | null;
}

export const partKinds = [
  'agent',
  'campaign',
  'score_field',
  'persona',
  'scenario',
  'suite',
  'pronunciation',
  'document',
] as const;

/** What an import does with a part. */
export interface PlannedPart {
  readonly kind: (typeof partKinds)[number];
  readonly name: string;
  readonly action: 'create' | 'update' | 'keep' | 'remove';
}
