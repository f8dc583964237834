import type { Edit, VersionConflict } from '../../../versions/index.ts';
import type { AgentDefinition } from './schema.ts';

/** The writable fields of an agent. */
export type AgentFields = AgentDefinition;

/** `hasAnyDocuments`: documents need only exist, because they were part of an earlier definition or of another agent. */
export interface NewAgentEdit extends Edit {
  readonly hasAnyDocuments?: boolean;
}

/** `endsSplit`: the version that is published was in a split test, which ends. */
export interface PublishingEdit extends NewAgentEdit {
  readonly endsSplit?: boolean;
}

export interface AgentEdit extends PublishingEdit {
  readonly at: string;
}

/** Why nothing was written: a document is unknown or not available to the user, or a field of `model` names no model. */
export type UnknownReference =
  | { readonly unknownDocument: string }
  | { readonly unknownModel: 'uuid' | 'fallback_uuid' };

/** Why nothing was saved. */
export type NotSaved = UnknownReference | VersionConflict;

export interface NoDraft {
  readonly hasNoDraft: true;
}
