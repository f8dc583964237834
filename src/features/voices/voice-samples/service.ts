import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { OwnVoice } from '../../../../media/ports.ts';
import type { OrganisationId } from '../../../data/index.ts';
import type { FileStore, StoredFile } from '../../../files/index.ts';
import { type Job, JobFault, type Jobs } from '../../../jobs/index.ts';
import type { Log } from '../../../log.ts';
import type { Generate } from './schema.ts';
import type { SampleRow, VoiceSampleStore } from './store.ts';

/** A voice in the media plane's list. */
export interface Voice {
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly languageCodes: readonly string[];
  /** Set for a voice of the organisation: its synthesis parameters, and the uuid of its clip. */
  readonly own?: { readonly voice: OwnVoice; readonly sampleUuid: string };
}

interface Clip {
  readonly samples: Float32Array;
  readonly rateHz: number;
}

/** Synthesises speech outside calls. */
export interface SampleSpeech {
  speak(
    text: string,
    voice: {
      readonly speaker: string;
      readonly languageCode: string;
      readonly rateHz: 16_000;
      readonly own?: OwnVoice;
    },
    signal: AbortSignal,
  ): Promise<Clip>;
  close(): Promise<void>;
}

export interface VoiceSamplesOptions {
  readonly store: VoiceSampleStore;
  readonly files: FileStore;
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  /**
   * Returns the voices of the engines and of the organisation. Available before the media server is open, since a run
   * may resume before that.
   */
  readonly voices: (organisation: OrganisationId) => Promise<readonly Voice[]>;
  /** Returns the voices that the catalog would have with the key of a speech provider; empty if it is configured. */
  readonly voicesWithKey: () => Promise<readonly Pick<Voice, 'name' | 'model'>[]>;
  readonly openSpeech: () => Promise<SampleSpeech>;
  readonly writeWav: (clip: Clip) => Promise<Uint8Array>;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => Date;
}

export interface VoiceSamples {
  catalog(organisation: OrganisationId): Promise<readonly Voice[]>;
  list(organisation: OrganisationId): Promise<SampleRow[]>;
  get: VoiceSampleStore['get'];
  file(sample: SampleRow): Promise<StoredFile | undefined>;
  /** Starts a run. */
  generate(organisation: OrganisationId, body: Generate): Promise<'begun' | 'running' | { readonly refused: string }>;
  isRunning(organisation: OrganisationId): Promise<boolean>;
  /** Recreates the clip of one voice, independently of a run. */
  audition(organisation: OrganisationId, speaker: string, languageCode: string): Promise<void>;
  remove(organisation: OrganisationId, speaker: string): Promise<void>;
}

const sentences = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(new URL('./sentences.json', import.meta.url), 'utf8')));
const sentenceIn = (code: string): string | undefined => sentences[code.toLowerCase().split('-')[0] as string];

const kind = 'voices.samples';
const payload = z.object({
  run: z.string(),
  startedAt: z.string(),
  force: z.boolean(),
  clips: z.array(z.tuple([z.string(), z.string()])),
});

const rateHz = 16_000;
const maxBytes = 8 * 2 ** 20;
/** Covers a full run of a server with 407 clips, at several seconds each. */
const timeLimitMs = 60 * 60_000;
/** After this many consecutive failures the engine counts as down: the attempt fails, and a later one continues. */
const mostFailures = 3;
const maxAttempts = 5;

/** Audition clips of each voice in each of its languages. */
export function createVoiceSamples(options: VoiceSamplesOptions): VoiceSamples {
  const { store, files, jobs, log } = options;
  const at = (): string => options.now().toISOString();
  const catalog = async (organisation: OrganisationId): Promise<readonly Voice[]> =>
    (await options.voices(organisation))
      .map((voice) => ({ ...voice, languageCodes: voice.languageCodes.filter((code) => sentenceIn(code)) }))
      .filter(({ languageCodes }) => languageCodes.length > 0);

  jobs.handle(kind, make, {
    timeLimitMs,
    async onUnfinished(queries, { organisationId, payload: jobPayload, status }) {
      if (status !== 'dead' && status !== 'cancelled') return;
      const run = { organisation: organisationId as OrganisationId, uuid: payload.parse(jobPayload).run };
      await store.finish(queries, run, { finishedAt: at(), error: 'Some clips could not be created.' });
    },
  });

  /** A later attempt creates only what is missing, so no clip is made twice. */
  async function make(job: Job): Promise<void> {
    const request = payload.parse(job.payload);
    const organisation = job.organisationId as OrganisationId;
    let speech: SampleSpeech | undefined;
    let failures = 0;
    let failed: unknown;
    try {
      for (const [done, [speaker, languageCode]] of request.clips.entries()) {
        job.signal.throwIfAborted();
        const stored = await store.of(organisation, { speaker, languageCode });
        if (stored !== undefined && (!request.force || stored.createdAt >= request.startedAt)) continue;
        speech ??= await options.openSpeech();
        try {
          await makeClip({ job, speech, organisation, speaker, languageCode });
          failures = 0;
        } catch (error) {
          job.signal.throwIfAborted();
          failed = error;
          failures += 1;
          log.warn({ speaker, languageCode, err: error }, 'failed to create a voice sample');
          if (failures >= mostFailures) throw error;
        }
        await job.progress((done + 1) / request.clips.length, `${done + 1} of ${request.clips.length} clips`);
      }
    } finally {
      await speech?.close();
    }
    if (failed !== undefined) throw failed;
    const run = { organisation, uuid: request.run };
    await job.complete((queries) => store.finish(queries, run, { finishedAt: at(), error: null }));
  }

  interface ClipOrder {
    readonly job: Job;
    readonly speech: SampleSpeech;
    readonly organisation: OrganisationId;
    readonly speaker: string;
    readonly languageCode: string;
  }

  async function makeClip({ job, speech, organisation, speaker, languageCode }: ClipOrder): Promise<void> {
    const voice = (await catalog(organisation)).find(({ name }) => name === speaker);
    const text = sentenceIn(languageCode);
    // The voice was removed after the run started.
    if (voice === undefined || text === undefined) return;
    const ownVoice = voice.own === undefined ? {} : { own: voice.own.voice };
    const clip = await speech.speak(text, { speaker, languageCode, rateHz, ...ownVoice }, job.signal);
    const bytes = await options.writeWav(clip);
    job.signal.throwIfAborted();
    const { provider, model } = voice;
    const stored = await files.take({ bytes: once(bytes), maxBytes, expectedBytes: bytes.length }, async (file) => {
      await file.keep();
      const row = {
        uuid: voice.own?.sampleUuid ?? randomUUID(),
        speaker,
        languageCode,
        provider,
        model,
        digest: file.digest,
        sizeBytes: file.sizeBytes,
        createdAt: at(),
        durationMs: Math.round((clip.samples.length * 1000) / clip.rateHz),
      };
      return job.step(`${speaker} ${languageCode}`, (queries) => store.put(queries, organisation, row));
    });
    if (stored.kind !== 'taken') throw new JobFault('no_space', 'not enough disk space for a voice sample');
    await files.removeUnheld(stored.value);
  }

  return {
    catalog,
    list: store.list,
    get: store.get,
    file: ({ digest }) => files.find(digest),
    isRunning: store.isRunning,
    async audition(organisation, speaker, languageCode) {
      // Without a run, so that it neither waits for one nor blocks one.
      const request = { run: '', startedAt: at(), force: true, clips: [[speaker, languageCode]] };
      await store.tx(organisation, (queries) =>
        jobs.enqueue(queries, { kind, organisationId: organisation, payload: request, maxAttempts, priority: 'low' }),
      );
    },
    async remove(organisation, speaker) {
      await files.removeUnheld(await store.remove(organisation, speaker));
    },
    async generate(organisation, body) {
      const all = await catalog(organisation);
      const clips = clipsOf(body, all, await options.voicesWithKey());
      if ('refused' in clips) return clips;
      const run = { uuid: randomUUID(), startedAt: at(), finishedAt: null, error: null };
      const begun = await store.begin(organisation, run, async (queries) => {
        const request = { run: run.uuid, startedAt: run.startedAt, force: body.force, clips: clips.clips };
        await jobs.enqueue(queries, {
          kind,
          organisationId: organisation,
          payload: request,
          maxAttempts,
          priority: 'low',
        });
      });
      return begun ? 'begun' : 'running';
    },
  };
}

const noKey = " The speech provider's key is not configured (SPEECH_A_API_KEY).";

type Clips = { readonly clips: readonly (readonly [speaker: string, languageCode: string])[] };

/** Returns the clips of a run, or why there are none. */
function clipsOf(
  { speakers, languages, model }: Generate,
  all: readonly Voice[],
  withKey: readonly Pick<Voice, 'name' | 'model'>[],
): Clips | { readonly refused: string } {
  const unknown = speakers?.find((name) => !all.some((voice) => voice.name === name));
  if (unknown !== undefined) {
    const why = withKey.some(({ name }) => name === unknown) ? noKey : '';
    return { refused: `body speakers: ${unknown} is not a voice of the catalog.${why}` };
  }
  if (model !== undefined && !all.some((voice) => voice.model === model)) {
    const why = withKey.some((voice) => voice.model === model) ? noKey : '';
    return { refused: `body model: no voice is of the model ${model}.${why}` };
  }
  const chosen = all.filter(
    (voice) => (speakers?.includes(voice.name) ?? true) && (model === undefined || voice.model === model),
  );
  const codes = [...new Set(chosen.flatMap(({ languageCodes }) => languageCodes))];
  const foreign = languages.find((code) => !codes.includes(code));
  if (foreign !== undefined) {
    const why = withKey.length === 0 ? '' : noKey;
    return {
      refused: `body languages: ${foreign} is not spoken by these voices, which speak ${codes.join(', ')}.${why}`,
    };
  }
  const clips = chosen.flatMap(({ name, languageCodes }) =>
    languageCodes.filter((code) => languages.includes(code)).map((code) => [name, code] as const),
  );
  return { clips };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
