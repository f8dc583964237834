import { Problem, type ProblemCode } from '../../http/problem.ts';

/** Why the agent does not do what it is asked, and what it says then. */
const refusals = {
  unknown: ['forbidden', 'A document with that UUID does not exist.'],
  foreign: ['forbidden', 'The document does not belong to this user.'],
  unprocessed: [
    'not_found',
    'The document is not in the OCR database: it must be processed first, with POST /api/agents/ocr_agent/process_pdf.',
  ],
  no_file: ['not_found', 'The document file was not found in the knowledge base.'],
  not_pdf: ['bad_request', 'The document is neither a PDF nor a PNG, JPEG or WebP picture; no other files are read.'],
  tiff: [
    'bad_request',
    'The document is a TIFF picture, which is kept and not read: save it as a PDF, or its pages as PNG, and add that.',
  ],
  no_text_layer: [
    'bad_request',
    'The document has no text layer: its pages are pictures. Leave ocr_choice out, and they are read as such.',
  ],
  no_text: [
    'bad_request',
    'No text could be read in the document: its pages are empty, or their pictures too poor. Scan it upright, with 300 dots per inch or more, and add that.',
  ],
  encrypted: [
    'bad_request',
    'The document is locked with a password: open it, save a copy without one, and add the copy.',
  ],
  damaged: [
    'bad_request',
    'The document is damaged: save it again as a PDF, or fetch it anew from where it comes, and add that.',
  ],
  no_pages: ['bad_request', 'The document has no pages.'],
  too_many_pages: ['bad_request', 'The document has more than 5,000 pages: add it in parts.'],
  too_many_pixels: ['bad_request', 'The picture has more than 60 million pixels: save it smaller, and add that.'],
  too_much_text: ['bad_request', 'The document has more text than is taken: add it in parts.'],
  too_slow: ['bad_request', 'A page of the document takes longer to read than it may: save it again as a simpler PDF.'],
  too_large: ['bad_request', 'The document takes more memory to read than it may: save it again as a simpler PDF.'],
  cancelled: ['conflict', 'The reading was called off: ask again to begin anew.'],
  busy: ['unavailable', 'Too many documents are being read; try again shortly.'],
  failed: ['internal', 'The document could not be read.'],
} as const satisfies Readonly<Record<string, readonly [ProblemCode, string]>>;

export type OcrRefusal = keyof typeof refusals;

export const isOcrRefusal = (code: string): code is OcrRefusal => Object.hasOwn(refusals, code);

/** In a sentence, for people. */
export const refusalText = (why: OcrRefusal): string => refusals[why][1];

export function refusal(why: OcrRefusal, documentUuid: string, requestId: string): Problem {
  const [code, text]: readonly [ProblemCode, string] = refusals[why];
  if (code === 'unavailable') return new Problem(code, text, { 'retry-after': '30' });
  if (code === 'internal') return new Problem(code, `${text} The log has the details under ${requestId}.`);
  return new Problem(code, `${text} (document_id ${documentUuid})`);
}
