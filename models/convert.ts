import { join } from 'node:path';
import type { Model } from './manifest.ts';

export interface ConvertOptions {
  /** Folder of the packed files. */
  readonly from: string;
  /** Folder for the finished model files. */
  readonly to: string;
  readonly onProgress: (fraction: number) => void;
}

/** Converts a model's packed files for use here. Throws the converter's errors. */
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
