import { z } from 'zod';

/** An XTTS server's representation of a clip. The server is stateless: every synthesis request contains it. */
export interface XttsLatents {
  /** 512 numbers. */
  readonly speakerEmbedding: readonly number[];
  /** Rows of 1024 numbers. */
  readonly conditioning: readonly (readonly number[])[];
}

const embeddingSize = 512;
const rowSize = 1024;
const mostRows = 256;

const numbers = (length: number) => z.array(z.number()).length(length);

/** The response of `POST /clone_speaker`. */
export const clonedSpeaker = z
  .object({
    speaker_embedding: numbers(embeddingSize),
    gpt_cond_latent: z.array(numbers(rowSize)).min(1).max(mostRows),
  })
  .transform(
    ({ speaker_embedding: speakerEmbedding, gpt_cond_latent: conditioning }): XttsLatents => ({
      speakerEmbedding,
      conditioning,
    }),
  );

/** Returns the latents as voice parameters: float32 in base64, about 175 kB, a third of the JSON. */
export const packLatents = ({ speakerEmbedding, conditioning }: XttsLatents): { readonly latents: string } => ({
  latents: Buffer.from(Float32Array.from([...speakerEmbedding, ...conditioning.flat()]).buffer).toString('base64'),
});

/** Returns undefined for parameters of another engine. */
export function unpackLatents({ latents }: Readonly<Record<string, unknown>> = {}): XttsLatents | undefined {
  if (typeof latents !== 'string') return undefined;
  const bytes = Uint8Array.from(Buffer.from(latents, 'base64'));
  const numbersOf = (bytes.byteLength / 4 - embeddingSize) / rowSize;
  if (!Number.isInteger(numbersOf) || numbersOf < 1) return undefined;
  const all = [...new Float32Array(bytes.buffer)];
  return {
    speakerEmbedding: all.slice(0, embeddingSize),
    conditioning: Array.from({ length: numbersOf }, (_, row) =>
      all.slice(embeddingSize + row * rowSize, embeddingSize + (row + 1) * rowSize),
    ),
  };
}
