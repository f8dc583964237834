import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { acceptedType, bytesType } from '../../../http/content-types.ts';
import { sendFile } from '../../../http/file-reply.ts';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { readUpload, registerUploads, type UploadedFile } from '../../../http/uploads.ts';
import { checkedBody } from '../../../http/zod-compilers.ts';
import { clipTooLarge, maxClipBytes, type Refused } from './clips.ts';
import * as schema from './schema.ts';
import { type Speakers, toJson } from './service.ts';
import type { SpeakerRow } from './store.ts';
import { VoiceModelsFault } from './voice-models.ts';

const tags = ['voices'];
const base = '/api/voice/models/speakers';
const itemUrl = `${base}/:name`;
const reading = {};
const writing = { scopes: ['voice:campaigns:write'], role: 'manager' } as const;
const params = schema.speakerName;

type OneSpeaker = { Params: z.output<typeof schema.speakerName> };

export function registerSpeakerModelRoutes(app: FastifyInstance, speakers: Speakers): void {
  registerReading(app, speakers);
  registerChanges(app, speakers);
  registerUploads(app, (uploads) => registerClips(uploads, speakers));
}

async function speakerOf(speakers: Speakers, request: FastifyRequest): Promise<SpeakerRow> {
  const { name } = request.params as OneSpeaker['Params'];
  const voice = await speakers.get(organisationOf(request), name);
  if (voice === undefined) throw new Problem('not_found', `Speaker ${name} does not exist.`);
  return voice;
}

function accepted<T extends object>(result: T | Refused): T {
  if ('refused' in result) throw new Problem(result.refused, result.detail);
  return result;
}

function registerReading(app: FastifyInstance, speakers: Speakers): void {
  app.route<{ Querystring: z.output<typeof schema.speakerListQuery> }>({
    method: 'GET',
    url: base,
    config: { access: reading },
    schema: {
      summary: 'Lists the voices made from recordings, oldest first.',
      description: 'A bare array; `?envelope=1` returns it as `{"speakers": […]}`.',
      tags,
      querystring: schema.speakerListQuery,
      response: { 200: schema.speakerList },
    },
    handler: async (request) => {
      const all = (await speakers.list(organisationOf(request))).map(toJson);
      return request.query.envelope === '1' ? { speakers: all } : all;
    },
  });

  app.route<OneSpeaker>({
    method: 'GET',
    url: itemUrl,
    config: { access: reading },
    schema: { summary: 'Returns a voice made from a recording.', tags, params, response: { 200: schema.speaker } },
    handler: async (request) => toJson(await speakerOf(speakers, request)),
  });

  app.route<OneSpeaker>({
    // An explicit HEAD: Fastify's own would read the whole file to count it.
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url: `${itemUrl}/reference`,
    config: { access: reading },
    schema: {
      summary: 'Returns the reference clip.',
      tags,
      params,
      answers: ['audio/wav', 'audio/mpeg', bytesType],
      ranges: true,
    },
    handler: (request, reply) => sendReference(speakers, request, reply),
  });

  app.route<OneSpeaker>({
    method: 'GET',
    url: `${itemUrl}/dataset`,
    config: { access: reading },
    schema: {
      summary: 'Returns a summary of the samples of a voice.',
      tags,
      params,
      response: { 200: schema.dataset },
    },
    handler: async (request) => {
      const speaker = await speakerOf(speakers, request);
      const samples = await speakers.samples(organisationOf(request), speaker.uuid);
      return {
        name: speaker.name,
        sample_count: samples.length,
        total_duration_seconds: samples.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000,
        status: samples.length === 0 ? 'empty' : 'ready',
      };
    },
  });
}

async function sendReference(speakers: Speakers, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const speaker = await speakerOf(speakers, request);
  const file = await speakers.reference(speaker);
  if (file === undefined) throw new Problem('not_found', `The clip of ${speaker.name} is not on this server.`);
  const type = acceptedType(request.headers.accept, [speaker.mimeType, bytesType]);
  reply.type(type).header('cache-control', 'private, no-store').header('vary', 'accept');
  return sendFile(request, reply, { sizeBytes: file.sizeBytes, etag: `"${file.digest}"`, stream: file.stream });
}

function registerChanges(app: FastifyInstance, speakers: Speakers): void {
  app.route<OneSpeaker>({
    method: 'DELETE',
    url: itemUrl,
    config: { access: writing },
    schema: {
      summary: 'Deletes a voice, its clip and its samples.',
      description:
        'Returns 204, or 200 with the agents and campaigns that used the voice: another voice speaks for them, which their `status_reason` says until they get another voice or a voice of this name is created.',
      tags,
      params,
      response: { 200: schema.users, 204: z.null() },
    },
    handler: async (request, reply) => {
      const users = await speakers.remove(organisationOf(request), await speakerOf(speakers, request));
      if (users.agents.length > 0 || users.campaigns.length > 0) return users;
      return reply.code(204).send();
    },
  });

  app.route<OneSpeaker>({
    method: 'DELETE',
    url: `${itemUrl}/dataset`,
    config: { access: writing },
    schema: { summary: 'Deletes all samples of a voice.', tags, params, response: { 204: z.null() } },
    handler: async (request, reply) => {
      await speakers.removeSamples(organisationOf(request), await speakerOf(speakers, request));
      return reply.code(204).send();
    },
  });

  app.route<OneSpeaker>({
    method: 'POST',
    url: `${itemUrl}/deploy`,
    config: { access: writing, limit: { perMinute: 5 } },
    schema: { summary: 'Publishes a voice for agents.', tags, params, response: { 200: schema.deployedSpeaker } },
    handler: async (request) => {
      const speaker = await speakerOf(speakers, request);
      const voice_sample_uuid = await speakers.deploy(organisationOf(request), speaker);
      return { name: speaker.name, deployed: true, voice_sample_uuid };
    },
  });

  app.route<OneSpeaker>({
    method: 'DELETE',
    url: `${itemUrl}/deploy`,
    config: { access: writing },
    schema: {
      summary: 'Withdraws a voice. Agents that speak with it keep it; no other agent can choose it.',
      tags,
      params,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      await speakers.undeploy(organisationOf(request), await speakerOf(speakers, request));
      return reply.code(204).send();
    },
  });
}

const quotaReached = 'the uploads of the organisation have reached their quota.';
const clipOf = (file: UploadedFile) => ({ bytes: file.bytes, expectedBytes: file.expectedBytes });

function registerClips(app: FastifyInstance, speakers: Speakers): void {
  app.route({
    method: 'POST',
    url: base,
    config: {
      access: writing,
      limit: { perMinute: 5 },
      errors: {
        conflict: `A voice with this name exists, or ${quotaReached}`,
        bad_gateway: 'The voice models service is unreachable.',
        unavailable: 'Cloning in this language is not configured.',
      },
    },
    schema: {
      summary: 'Creates a voice from a recording of one person (`reference_audio`: WAV or MP3, 6 to 60 s).',
      description:
        'The person must have agreed; `consent` says how. The clip is checked for speech, length, level, clipping and background noise. Without a voice models service the embedded voice is fitted to the clip: it resembles the person and does not imitate them.',
      tags,
      multipart: schema.voiceForm,
      response: { 201: schema.createdSpeaker },
    },
    handler: async (request, reply) => {
      const form = {
        file: 'reference_audio',
        fields: ['name', 'language', 'description', 'consent'],
        maxFileBytes: maxClipBytes,
      };
      const result = await readUpload(request, form, (file) =>
        speakers.add(organisationOf(request), userOf(request), {
          ...clipOf(file),
          fields: async () => checkedBody(schema.newSpeaker, Object.fromEntries(await file.fields())),
        }),
      ).catch(named);
      const { speaker, message } = accepted(result);
      return reply.code(201).send({ name: speaker.name, language: speaker.language, status: 'ready', message });
    },
  });

  app.route<OneSpeaker>({
    method: 'POST',
    url: `${itemUrl}/dataset/sample`,
    config: {
      access: writing,
      limit: { perMinute: 30 },
      errors: { conflict: 'The uploads of the organisation have reached their quota.' },
    },
    schema: {
      summary: 'Adds a sample (`audio`: WAV or MP3, 5 to 30 s) with the exact words spoken in it.',
      tags,
      params,
      multipart: schema.sampleForm,
      response: { 201: schema.sample },
    },
    handler: async (request, reply) => {
      const speaker = await speakerOf(speakers, request);
      const form = { file: 'audio', fields: ['transcript'], maxFileBytes: maxClipBytes };
      const result = await readUpload(request, form, (file) =>
        speakers.addSample(organisationOf(request), speaker, {
          ...clipOf(file),
          transcript: async () => checkedBody(schema.newSample, Object.fromEntries(await file.fields())).transcript,
        }),
      ).catch(named);
      const { uuid, durationMs, transcript } = accepted(result);
      return reply.code(201).send({ sample_id: uuid, duration_seconds: durationMs / 1000, transcript });
    },
  });
}

function named(error: unknown): never {
  // The form is rejected before its clip is read. A clip that is too large is a bad request, wherever that is detected.
  if (error instanceof Problem && error.code === 'too_large') throw new Problem('bad_request', clipTooLarge);
  if (error instanceof VoiceModelsFault) throw new Problem('bad_gateway', error.message);
  throw error;
}
