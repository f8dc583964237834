const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const pptx = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

const formats = {
  [docx]: 'docx',
  [xlsx]: 'xlsx',
  [pptx]: 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/rtf': 'rtf',
  'text/plain': 'text',
  'text/markdown': 'markdown',
  'text/html': 'html',
  'text/csv': 'csv',
  'message/rfc822': 'mail',
} as const;

/** Formats of files that have no pages as PDF has them. */
export type OfficeFormat = (typeof formats)[keyof typeof formats];

/** Returns the format of a file by its MIME type; undefined for one that is read otherwise. */
export const officeFormatOf = (mimeType: string): OfficeFormat | undefined =>
  (formats as Readonly<Record<string, OfficeFormat>>)[mimeType];
