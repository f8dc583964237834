import type { FastifyInstance } from 'fastify';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { LanguageModelSetting } from './service.ts';

const tags = ['settings'];
const url = '/api/settings/language-model';
const access = { keys: false, superadmin: true } as const;

export function registerLanguageModelRoutes(app: FastifyInstance, setting: LanguageModelSetting): void {
  app.route({
    method: 'GET',
    url,
    config: { access },
    schema: {
      summary: 'Returns the language model of the installation, without its key.',
      tags,
      response: { 200: schema.languageModel },
    },
    handler: () => setting.describe(),
  });

  app.route<{ Body: schema.LanguageModelBody }>({
    method: 'PUT',
    url,
    config: {
      access,
      limit: { perMinute: 20 },
      errors: { unavailable: 'SETTINGS_ENCRYPTION_KEY is not set, or the disk is full.' },
    },
    schema: {
      summary: 'Stores the language model of the installation. It applies from the next call and the next question.',
      description:
        'The server must offer the OpenAI chat-completions API. The model answers callers and questions about documents, and searches conversations for values that the rules did not find. It replaces `LLM_BASE_URL`, `LLM_MODEL` and `LLM_API_KEY`, and the server of the stage `vllm` of the model routing. The key is encrypted and never returned. Calls in progress keep their model.',
      tags,
      body: schema.languageModelBody,
      response: { 200: schema.languageModel },
    },
    handler: async (request) => {
      const put = await setting.put(request.body);
      if (put.kind === 'key_needed') throw new Problem('bad_request', put.detail);
      if (put.kind !== 'stored') throw new Problem('unavailable', put.detail);
      return put.setting;
    },
  });

  app.route({
    method: 'DELETE',
    url,
    config: { access },
    schema: {
      summary:
        'Deletes the stored language model. The model of the model routing or of the environment applies again, if one is configured.',
      tags,
      response: { 200: schema.languageModel },
    },
    handler: () => setting.remove(),
  });

  app.route<{ Body: schema.LanguageModelBody }>({
    method: 'POST',
    url: `${url}/test`,
    config: { access, limit: { perMinute: 20 } },
    schema: {
      summary: 'Sends a language model what a call sends, and returns its answer with the latency. Stores nothing.',
      description:
        'The request has instructions, a greeting, a question, a tool, and asks for a stream. Returns 200 also when the server fails; `error` has the reason, with the words of the server. `notes` names what calls must do without, such as tools. Takes 15 seconds at most.',
      tags,
      body: schema.languageModelBody,
      response: { 200: schema.languageModelTest },
    },
    handler: async (request) => {
      const tried = await setting.try(request.body);
      if (tried.kind === 'key_needed') throw new Problem('bad_request', tried.detail);
      const { latencyMs: latency_ms, firstTokenMs: first_token_ms, answer, error, notes } = tried;
      return { ok: error === null, latency_ms, first_token_ms, answer, error, notes: [...notes] };
    },
  });
}
