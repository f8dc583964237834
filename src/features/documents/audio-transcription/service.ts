import type { Answer, Answerer, Turn } from '../../../answers/index.ts';
import type { DocumentOwner, DocumentRow, DocumentRuns, Documents } from '../documents/index.ts';
import { sourceOf } from './source.ts';
import type { AudioStore, StoredSentence, Transcript } from './store.ts';

export interface AudioOptions {
  readonly store: AudioStore;
  readonly documents: Pick<Documents, 'owned' | 'file' | 'isElsewhere'>;
  readonly runs: Pick<DocumentRuns, 'perform' | 'isOpen'>;
  readonly answerer: Answerer;
}

export type AudioRefusal =
  | 'unknown'
  | 'foreign'
  | 'no_file'
  | 'not_audio'
  | 'busy'
  | 'stopping'
  | 'cancelled'
  | 'unprocessed';

export type Refused =
  | { readonly kind: 'refused'; readonly why: AudioRefusal }
  /** Recognition failed; `detail` is the reason. */
  | { readonly kind: 'refused'; readonly why: 'failed'; readonly detail: string };

export interface Processed {
  readonly kind: 'processed';
  readonly transcript: Transcript;
  readonly alreadyProcessed: boolean;
}

export interface Audio {
  /** Returns the document if it belongs to this person. */
  own(owner: DocumentOwner, documentUuid: string): Promise<DocumentRow | Refused>;
  /** Returns the existing transcript unless `isForced`; otherwise the one of the open run, or of a new run. */
  process(
    owner: DocumentOwner,
    documentUuid: string,
    how: { readonly isForced: boolean },
  ): Promise<Processed | Refused>;
  /** Answers from a processed recording, with the times of its sentences. */
  ask(
    owner: DocumentOwner,
    documentUuid: string,
    request: { readonly question: string; readonly earlier?: readonly Turn[] },
  ): Promise<(Answer & { readonly kind: 'answer' }) | Refused>;
  /** Returns the transcript of a document whose owner was verified; undefined if it has none. */
  transcript(
    owner: DocumentOwner,
    documentUuid: string,
  ): Promise<{ readonly durationMs: number; readonly sentences: readonly StoredSentence[] } | undefined>;
}

/** Transcripts of recordings. A result is stored once complete; until then the previous one stays. */
export function createAudio({ store, documents, runs, answerer }: AudioOptions): Audio {
  const ownedDocument = documents.owned;

  return {
    own: ownedDocument,
    async process(owner, uuid, { isForced }) {
      const document = await ownedDocument(owner, uuid);
      if ('kind' in document) return document;
      if (!isForced && !(await runs.isOpen(owner, uuid, 'audio'))) {
        const transcript = await store.find(owner, uuid);
        if (transcript !== undefined) return { kind: 'processed', transcript, alreadyProcessed: true };
      }
      if (!document.mimeType.startsWith('audio/')) return refused('not_audio');
      if (!(await documents.isElsewhere(owner, uuid)) && (await documents.file(owner, uuid)) === undefined)
        return refused('no_file');
      const outcome = await runs.perform(owner, uuid, { kind: 'audio', options: {} });
      if (outcome.kind === 'gone') return refused('unknown');
      if (outcome.kind === 'failed' && outcome.code === 'cancelled') return refused('cancelled');
      if (outcome.kind === 'failed') return { kind: 'refused', why: 'failed', detail: outcome.detail };
      if (outcome.kind !== 'done') return refused(outcome.kind);
      const transcript = await store.find(owner, uuid);
      return transcript === undefined ? refused('unknown') : { kind: 'processed', transcript, alreadyProcessed: false };
    },
    async ask(owner, uuid, { question, earlier }) {
      const document = await ownedDocument(owner, uuid);
      if ('kind' in document) return document;
      const transcript = await store.find(owner, uuid);
      if (transcript === undefined) return refused('unprocessed');
      const source = sourceOf(document, transcript, () => store.sentences(owner, transcript.jobUuid));
      return { ...(await answerer.answer(question, source, earlier, owner.organisationId)), kind: 'answer' };
    },
    async transcript(owner, uuid) {
      const transcript = await store.find(owner, uuid);
      return (
        transcript && { durationMs: transcript.durationMs, sentences: await store.sentences(owner, transcript.jobUuid) }
      );
    },
  };
}

const refused = (why: AudioRefusal): Refused => ({ kind: 'refused', why });
