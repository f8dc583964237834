import { join } from 'node:path';
import type { Model } from './manifest.ts';

export interface ConvertOptions {
  /** Where the files lie as they were packed. */
  readonly from: string;
  /** Gets the files that the model holds. */
  readonly to: string;
  readonly onProgress: (fraction: number) => void;
}

/** Turns a model's packed files into those that run here. Throws what the converter throws. */
export async function convert(conversion: NonNullable<Model['conversion']>, options: ConvertOptions): Promise<void> {
  const { from, to, onProgress } = options;
  switch (conversion.to) {
    case 'whisper-onnx': {
      const { convertWhisper } = await import('./whisper/convert.ts');
      return convertWhisper({
        modelBin: join(from, 'model.bin'),
        configJson: join(from, 'config.json'),
        tokenizerJson: join(from, 'tokenizer.json'),
        outDir: to,
        precision: conversion.precision,
        onProgress,
      });
    }
    case 'word-tables': {
      const { convertPronunciation } = await import('./hibari/convert.ts');
      return convertPronunciation(from, to);
    }
    case 'rows-first': {
      const { convertEmbedding } = await import('./minilm/convert.ts');
      return convertEmbedding(from, to);
    }
    case 'voice-onnx': {
      const { convertVoiceEncoder } = await import('./voice/convert.ts');
      return convertVoiceEncoder(from, to);
    }
  }
}
