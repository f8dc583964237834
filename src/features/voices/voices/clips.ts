import type { VoiceFitting, VoiceLikeness, VoiceMeasure } from '../../../../media/index.ts';
import type { ReadClip } from '../../../audio/index.ts';
import { type FileStore, type IncomingFile, kindOf } from '../../../files/index.ts';

/** Analysis of clips and fitting of voices, by the media plane. */
export interface Fitting extends VoiceFitting {
  /** Engine whose voices are fitted. */
  readonly engine: string;
  writeWav(clip: { readonly samples: Float32Array; readonly rateHz: number }): Uint8Array;
}

export interface ClipsOptions {
  readonly files: FileStore;
  readonly readClip: ReadClip;
  readonly fitting: () => Promise<Fitting>;
  /**
   * Analyses clips. Returns `busy` if too many are waiting, and `missing` if its models are not installed; fits are
   * then estimated.
   */
  readonly likeness: <T>(
    work: (likeness: Pick<VoiceLikeness, 'fit' | 'hasTwoVoices'>, signal: AbortSignal) => Promise<T>,
  ) => Promise<T | 'busy' | 'missing'>;
}

export interface Upload {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly expectedBytes: number | undefined;
}

/** Reason why nothing was stored. */
export interface Refused {
  readonly refused: 'bad_request' | 'conflict' | 'unavailable';
  readonly detail: string;
}

/** A usable clip. */
export interface Clip {
  readonly samples: Float32Array;
  readonly seconds: number;
  readonly mimeType: string;
  readonly measure: VoiceMeasure;
  readonly fitting: Fitting;
}

/** Limit for a clip, and for a sample of a dataset. */
export const maxClipBytes = 20 * 2 ** 20;
export const clipTooLarge = `The clip is larger than ${maxClipBytes / 2 ** 20} MiB.`;
export const clipRules = { leastSeconds: 6, mostSeconds: 60, leastSpeechSeconds: 4 };
export const sampleRules = { leastSeconds: 5, mostSeconds: 30, leastSpeechSeconds: 2 };
export const busy: Refused = {
  refused: 'unavailable',
  detail: 'The server is listening to other clips. Retry in a minute.',
};
export const badRequest = (detail: string): Refused => ({ refused: 'bad_request', detail });

/** Stores uploaded clips, and checks whether a voice can be made from them. */
export function createClips({ files, readClip, fitting: openFitting, likeness: analyse }: ClipsOptions) {
  /** Reads a stored clip. Returns what is wrong with it, if anything. */
  async function examined(file: IncomingFile, rules: typeof clipRules): Promise<Clip | Refused> {
    const kind = await kindOf(file);
    if (kind?.mimeType !== 'audio/wav' && kind?.mimeType !== 'audio/mpeg')
      return badRequest('The clip must be a WAV or MP3 file.');
    await file.keep();
    const clip = await (await files.find(file.digest))?.withPath((path) =>
      readClip(path, new AbortController().signal),
    );
    if (clip === undefined || clip.kind === 'fault') {
      const why = clip?.code === 'too_long' ? `is longer than ${rules.mostSeconds} s` : 'cannot be read as audio';
      return badRequest(`The clip ${why}.`);
    }
    const fitting = await openFitting();
    const measure = await fitting.measureVoice(clip.samples);
    const complaint = fitting.complaintAbout(measure, rules);
    if (complaint !== undefined) return badRequest(complaint);
    const { samples } = clip;
    const isTwo = await analyse((likeness) => likeness.hasTwoVoices(samples));
    if (isTwo === 'busy') return busy;
    if (isTwo === true) return badRequest('The clip has the voices of two people. Send a recording of one person.');
    return { ...clip, measure, fitting, mimeType: kind.mimeType };
  }

  /** A file that no row refers to is deleted at once. */
  async function take<T extends object>(
    upload: Upload,
    use: (file: IncomingFile) => Promise<T | Refused>,
  ): Promise<T | Refused> {
    const source = { bytes: upload.bytes, maxBytes: maxClipBytes };
    const { expectedBytes } = upload;
    let digest: string | undefined;
    const result = await files.take(expectedBytes === undefined ? source : { ...source, expectedBytes }, (file) => {
      digest = file.digest;
      return use(file);
    });
    if (result.kind === 'too_large') return badRequest(clipTooLarge);
    if (result.kind === 'no_room') return { refused: 'unavailable', detail: 'The disk is full.' };
    if ('refused' in result.value && digest !== undefined) await files.removeUnheld([digest]);
    return result.value;
  }

  return { examined, take };
}
