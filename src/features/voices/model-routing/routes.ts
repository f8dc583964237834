import type { FastifyInstance } from 'fastify';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import { describeRouting, type ModelRoutings } from './service.ts';
import type { StageTrials } from './trial.ts';

const tags = ['settings'];
const url = '/api/settings/model-routing';

export interface ModelRoutingRoutesOptions {
  readonly routings: ModelRoutings;
  readonly trials: StageTrials;
  /** Returns whether a stored language model replaces the server of the stage `vllm`. */
  readonly hasStoredModel: () => Promise<boolean>;
}

export function registerModelRoutingRoutes(app: FastifyInstance, options: ModelRoutingRoutesOptions): void {
  const { routings, trials, hasStoredModel } = options;
  app.route({
    method: 'GET',
    url,
    config: { access: {} },
    schema: {
      summary: 'Returns which engine recognises speech, and the inference servers in use.',
      tags,
      response: { 200: schema.describedRouting },
    },
    handler: async () => describeRouting(await routings.get(), await hasStoredModel()),
  });

  app.route<{ Body: schema.ModelRoutingPatch }>({
    method: 'PATCH',
    url,
    config: { access: { keys: false, superadmin: true } },
    schema: {
      summary:
        'Updates the routing of models. Omitted fields are unchanged, and `null` restores a default; it applies to the next call.',
      description:
        '`stt_model`: `gpu` uses the engines of this installation, `speech_a` uses that provider. An enabled stage needs a `url`. `vllm` is a server with the OpenAI chat-completions API, whose first model answers callers unless a language model is stored. `diarization` and `embedding` are stored and not used by this version.',
      tags,
      body: schema.modelRoutingPatch,
      response: { 200: schema.describedRouting },
    },
    handler: async (request) => {
      const changed = await routings.change(request.body);
      if ('refused' in changed) throw new Problem('bad_request', changed.refused);
      return describeRouting(changed, await hasStoredModel());
    },
  });

  app.route<{ Body: schema.StageTrialBody }>({
    method: 'POST',
    url: `${url}/try`,
    config: {
      access: { keys: false, superadmin: true },
      limit: { perMinute: 20 },
      errors: { unavailable: 'Too many sentences are being spoken.' },
    },
    schema: {
      summary: 'Runs one stage of a call on one sentence with the engine of the next call, and returns the latency.',
      description:
        '`transcription`, `voice_activity` and `end_of_turn` process a sentence of an embedded voice; `embedding` compares its text with two others; `vllm` asks the server of that stage for a sentence. Returns 200 also when the stage fails; `error` has the reason. Stores nothing. Takes 30 seconds at most.',
      tags,
      body: schema.stageTrialBody,
      response: { 200: schema.stageTrial },
    },
    handler: async (request) => {
      const tried = await trials.try(request.body);
      if (tried === 'busy') throw new Problem('unavailable', 'Too many sentences are being spoken. Retry in a moment.');
      return tried;
    },
  });
}
