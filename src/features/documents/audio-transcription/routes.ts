import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { agentTime } from '../../../http/agent-time.ts';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { type Conversations, given, registerConversationRoutes } from '../document-chats/index.ts';
import type { DocumentOwner } from '../documents/index.ts';
import { refusal } from './refusals.ts';
import * as schema from './schema.ts';
import type { Audio, Processed } from './service.ts';

type OneDocument = { Body: z.output<typeof schema.documentBody> };

const base = '/api/agents/audio_agent';
const tag = 'audio agent';
const tags = [tag];
const access = { scopes: ['agent:audio'] } as const;
const errors = {
  bad_request: 'Also returned when the document does not exist, is not yours, or is not audio.',
  not_found: 'The document has no file, or no transcript.',
  internal: 'Transcription failed; `detail` gives the reason.',
  unavailable: 'Too many requests wait, or the server is shutting down; the work resumes after restart.',
} as const;

export interface AudioRouteParts {
  readonly audio: Audio;
  readonly conversations: Conversations;
}

const ownerOf = (request: FastifyRequest): DocumentOwner => ({
  organisationId: organisationOf(request),
  userUuid: userOf(request),
});

export function registerAudioRoutes(app: FastifyInstance, { audio, conversations }: AudioRouteParts): void {
  app.route({
    method: 'GET',
    url: `${base}/health`,
    config: { access: 'public' },
    schema: { summary: 'Returns the health of the audio agent.', tags, response: { 200: schema.health } },
    handler: async () => ({ status: 'healthy', service: 'audio_agent' }) as const,
  });
  registerProcessing(app, audio);
  registerAsking(app, { audio, conversations });
  registerConversationRoutes(app, conversations, {
    kind: 'audio',
    base,
    tag,
    async check(owner, documentUuid) {
      const document = await audio.own(owner, documentUuid);
      if ('kind' in document) throw refusal(document, owner, documentUuid);
    },
    about: async (_owner, documentUuid) => ({ kb_document_id: documentUuid, file_name: fileNameOf(documentUuid) }),
  });
}

/** The file name contains nothing of the name under which the recording was uploaded. */
const fileNameOf = (documentUuid: string): string => `${documentUuid}.txt`;

function registerProcessing(app: FastifyInstance, audio: Audio): void {
  const process = async (request: FastifyRequest<OneDocument>, isForced: boolean): Promise<Processed> => {
    const owner = ownerOf(request);
    const { kb_document_id } = request.body;
    const processed = await audio.process(owner, kb_document_id, { isForced });
    if (processed.kind === 'refused') throw refusal(processed, owner, kb_document_id);
    return processed;
  };

  app.route<OneDocument>({
    method: 'POST',
    url: `${base}/process-audio`,
    config: { access, errors: { ...errors, conflict: 'The transcription was cancelled.' } },
    schema: {
      summary: 'Transcribes one of your recordings and responds when it is done.',
      description:
        'Returns the stored result for a processed recording. Concurrent requests share one run. Progress: `GET /api/kb/documents/{uuid}/progress`.',
      tags,
      body: schema.documentBody,
      response: { 200: schema.processed },
    },
    handler: async (request) => {
      const { transcript, alreadyProcessed } = await process(request, false);
      return {
        message: alreadyProcessed ? 'The audio was already processed.' : 'The audio was processed.',
        already_processed: alreadyProcessed,
        kb_document_id: transcript.documentUuid,
        transcript: transcript.fullText,
        ...(alreadyProcessed ? { processed_date: agentTime(transcript.processedAt) } : {}),
      };
    },
  });

  app.route<OneDocument>({
    method: 'POST',
    url: `${base}/reparse-audio`,
    config: { access, errors: { ...errors, conflict: 'The transcription was cancelled.' } },
    schema: {
      summary: 'Transcribes a recording again. The new transcript replaces the old one when it is complete.',
      tags,
      body: schema.documentBody,
      response: { 200: schema.reparsed },
    },
    handler: async (request) => {
      const { transcript } = await process(request, true);
      return {
        message: 'The audio was processed again.',
        reparsed: true as const,
        kb_document_id: transcript.documentUuid,
        transcript: transcript.fullText,
      };
    },
  });
}

function registerAsking(app: FastifyInstance, { audio, conversations }: AudioRouteParts): void {
  const { bad_request, not_found } = errors;
  const fullConversation = 'The chat has reached its maximum number of messages.';
  app.route<{ Body: z.output<typeof schema.questionBody> }>({
    method: 'POST',
    url: `${base}/ask_audio`,
    config: { access: {}, audit: 'none', errors: { bad_request, not_found, conflict: fullConversation } },
    schema: {
      summary: 'Answers a question from the transcript of a recording, with timestamps.',
      description:
        'Distinguishes questions about a fact, a summary, key points, the full transcript or a topic, and greetings. Never invents what the recording does not say. A configured language model phrases the answer from passages; without one the answer quotes the transcript. With `conversation_id`, the question and the answer are added to that chat, and the question may refer to earlier ones before: "And the old one?"',
      tags,
      body: schema.questionBody,
      response: { 200: schema.answer },
    },
    handler: async (request) => {
      const owner = ownerOf(request);
      const { question, kb_document_id, conversation_id } = request.body;
      const key = { owner, agent: 'audio', number: conversation_id ?? 0 } as const;
      const earlier = key.number > 0 ? given(await conversations.turns(key, kb_document_id)) : [];
      const answered = await audio.ask(owner, kb_document_id, { question, earlier });
      if (answered.kind === 'refused') throw refusal(answered, owner, kb_document_id);
      if (key.number > 0)
        given(await conversations.exchange(key, { documentUuid: kb_document_id, question, answer: answered }));
      return { answer: answered.text, kb_document_id };
    },
  });
}
