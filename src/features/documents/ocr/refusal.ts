import { Problem, type ProblemCode } from '../../../http/problem.ts';

/** Reasons why the agent refuses a request, with their error codes and texts. */
const refusals = {
  unknown: ['forbidden', 'A document with that UUID does not exist.'],
  foreign: ['forbidden', 'The document does not belong to this user.'],
  unprocessed: [
    'not_found',
    'The document is not in the OCR database. Process it first with POST /api/agents/ocr_agent/process_pdf.',
  ],
  no_file: ['not_found', 'The document file was not found in the knowledge base.'],
  not_pdf: ['bad_request', 'The document is a recording. Use the audio agent.'],
  tiff: [
    'bad_request',
    'TIFF images are stored but not read. Save the document as a PDF, or its pages as PNG, and upload it again.',
  ],
  no_text_layer: ['bad_request', 'The document has no text layer: its pages are images. Omit ocr_choice to run OCR.'],
  no_text: [
    'bad_request',
    'No text was found in the document. Its pages are empty or the images are too poor. Scan it upright at 300 dpi or more and upload it again.',
  ],
  encrypted: ['bad_request', 'The document is password-protected. Save a copy without a password and upload it.'],
  damaged: [
    'bad_request',
    'The document is damaged, or its content is not what its name says. Open it and save it again, or download it again from its source, and upload it.',
  ],
  no_pages: ['bad_request', 'The document has no pages.'],
  too_many_pages: ['bad_request', 'The document has more than 5,000 pages or sections. Upload it in parts.'],
  too_many_pixels: ['bad_request', 'The image has more than 60 million pixels. Reduce it and upload it again.'],
  too_much_text: ['bad_request', 'The document has too much text. Upload it in parts.'],
  too_slow: ['bad_request', 'A page of the document exceeded the time limit. Save the document as a simpler PDF.'],
  too_large: ['bad_request', 'The document exceeded the memory limit. Save it as a simpler PDF.'],
  site: ['bad_request', 'The website could not be read. Its progress says why.'],
  cancelled: ['conflict', 'Processing was cancelled. Repeat the request to start again.'],
  busy: ['unavailable', 'Too many documents are being processed. Try again shortly.'],
  failed: ['internal', 'The document could not be processed.'],
} as const satisfies Readonly<Record<string, readonly [ProblemCode, string]>>;

export type OcrRefusal = keyof typeof refusals;

export const isOcrRefusal = (code: string): code is OcrRefusal => Object.hasOwn(refusals, code);

/** Returns the reason as a sentence for people. */
export const refusalText = (why: OcrRefusal): string => refusals[why][1];

export function refusal(why: OcrRefusal, documentUuid: string, requestId: string): Problem {
  const [code, text]: readonly [ProblemCode, string] = refusals[why];
  if (code === 'unavailable') return new Problem(code, text, { 'retry-after': '30' });
  if (code === 'internal') return new Problem(code, `${text} The log has the details under ${requestId}.`);
  return new Problem(code, `${text} (document_id ${documentUuid})`);
}
