import { createWorker, OEM, PSM } from 'tesseract.js';
import { invariant } from '../../../media/kit/invariant.ts';
import type { TextItem } from '../text-item.ts';
import { languageFolder } from './languages.ts';

/** Recognises words of a picture, in pixel coordinates. */
export interface WordReader {
  /** `png` is a whole page. Words with low confidence are omitted. */
  read(png: Buffer): Promise<{ readonly items: TextItem[]; readonly confidence: number }>;
}

const isWord = ({ text, confidence }: { readonly text: string; readonly confidence: number }): boolean =>
  text.trim() !== '' && confidence >= (/[\p{L}\p{N}]/u.test(text) ? minConfidence : minSignConfidence);

const minConfidence = 30;
/** Minimum confidence for signs other than letters and digits: specks resemble signs. */
const minSignConfidence = 88;
/** Font size as a share of the line height: capitals and digits are about as high as the font size. */
const sizeShare = 0.95;

/** Loads the engine and a language model, both from installed packages: nothing is downloaded. */
export async function openWordReader(language: string): Promise<WordReader> {
  const langPath = languageFolder(language);
  // Without a local folder, the engine would download the model.
  invariant(langPath !== undefined, `no model found for the language ${language}`);
  const worker = await createWorker(language, OEM.LSTM_ONLY, { langPath, cacheMethod: 'none', gzip: true });
  // Single-column mode with any font sizes: the default mode treats tables as pictures and omits their cells.
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_COLUMN, preserve_interword_spaces: '1' });
  return {
    async read(png) {
      const { data } = await worker.recognize(png, {}, { blocks: true, text: false });
      const items: TextItem[] = [];
      let sum = 0;
      for (const line of (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))) {
        const words = line.words.filter(isWord);
        const heights = words.map(({ bbox }) => bbox.y1 - bbox.y0).toSorted((a, b) => a - b);
        const size = (heights[Math.floor(heights.length * 0.6)] ?? 0) * sizeShare;
        const { x0, y0, x1, y1 } = line.baseline;
        for (const { text, bbox, confidence } of words) {
          const middle = (bbox.x0 + bbox.x1) / 2;
          const y = x1 === x0 ? y1 : y0 + ((middle - x0) / (x1 - x0)) * (y1 - y0);
          items.push({ text, x: bbox.x0, y, width: bbox.x1 - bbox.x0, size, bold: false });
          sum += confidence;
        }
      }
      return { items, confidence: items.length === 0 ? 0 : sum / items.length / 100 };
    },
  };
}
